// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.spec;

import io.dexaflow.agent.AttemptLog;
import io.dexaflow.gateway.internal.Home;
import io.dexaflow.gateway.internal.spec.SpecAnswer.FileSpec;
import io.dexaflow.gateway.internal.spec.SpecAnswer.Spec;
import io.dexaflow.gateway.internal.spec.SpecAnswer.Superseded;
import io.dexaflow.gateway.internal.spec.SpecAnswer.Unmakeable;
import io.dexaflow.model.AttemptFacts;
import io.dexaflow.model.AttemptId;
import io.dexaflow.model.Dag;
import io.dexaflow.store.AttemptLedger;
import io.dexaflow.store.AttemptLedger.XComRef;
import io.dexaflow.store.DagLedger;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Answers agents that ask what their attempts are to run: one look at the ledger for a whole batch, and one for the
 * outputs of each run. A store that does not answer fails the batch, which is asked again.
 */
@Component(name = "io.dexaflow.gateway.specs", service = SpecBook.class,
        configurationPid = {"io.dexaflow.gateway", "io.dexaflow.executors.subprocess"})
public final class SpecBook {

    private static final List<String> ALWAYS_INHERITED = List.of("PATH", "HOME", "USER", "LANG", "LC_*", "TZ",
            "TMPDIR");

    private final AttemptLedger attempts;
    private final DagLedger dags;
    private final AttemptLog logs;
    private final Settings settings;
    private final RunNames names;

    @Activate
    public SpecBook(BundleContext context, @Reference(name = "attempts") AttemptLedger attempts,
            @Reference(name = "dags") DagLedger dags, @Reference(name = "logs") AttemptLog logs, SpecConfig config) {
        this(attempts, dags, logs, Settings.of(Home.of(context), config));
    }

    /** With settings of one's own. */
    public SpecBook(AttemptLedger attempts, DagLedger dags, AttemptLog logs, Settings settings) {
        this.attempts = attempts;
        this.dags = dags;
        this.logs = logs;
        this.settings = settings;
        this.names = new RunNames(attempts);
    }

    /** The names of the runs that were asked about. */
    public RunNames names() {
        return names;
    }

    /**
     * What is configured.
     *
     * @param scratch where attempts get folders of their own
     * @param logMaxBytes how long a log may grow
     * @param inheritEnv what tasks take from the agent's environment
     */
    public record Settings(Path scratch, long logMaxBytes, List<String> inheritEnv) {

        static Settings of(Path home, SpecConfig config) {
            Stream<String> more = Arrays.stream(config.subprocess_inherit__env())
                    .flatMap(names -> Arrays.stream(names.split("[,\\s]+")))
                    .filter(name -> !name.isBlank());
            return new Settings(home.resolve("agents").resolve("scratch"), config.logs_max__mb() * 1024L * 1024L,
                    Stream.concat(ALWAYS_INHERITED.stream(), more).distinct().toList());
        }
    }

    /** What each of these attempts is to run; one that is not the live current one is superseded. */
    public Map<AttemptId, SpecAnswer> answers(Collection<AttemptId> wanted) {
        Map<AttemptId, AttemptFacts> facts = attempts.facts(wanted);
        Map<AttemptId, SpecAnswer> answers = answers(facts);
        wanted.forEach(attempt -> answers.putIfAbsent(attempt, new Superseded()));
        return answers;
    }

    /**
     * What attempts are to run that were claimed a moment ago, without asking the ledger for what the claim told. One that
     * was superseded meanwhile is refused when it reports that it runs.
     */
    public Map<AttemptId, SpecAnswer> answers(Map<AttemptId, AttemptFacts> facts) {
        Map<AttemptId, SpecAnswer> answers = new HashMap<>();
        Map<AttemptId, SpecWriter> writers = new HashMap<>();
        names.remember(facts);
        facts.forEach((attempt, its) -> prepare(attempt, its, writers, answers));
        Map<UUID, Map<XComRef, String>> xcoms = xcoms(writers);
        writers.forEach((attempt, writer) -> answers.put(attempt,
                answer(attempt, facts.get(attempt), writer, xcoms.getOrDefault(attempt.runId(), Map.of()))));
        return answers;
    }

    private void prepare(AttemptId attempt, AttemptFacts facts, Map<AttemptId, SpecWriter> writers,
            Map<AttemptId, SpecAnswer> answers) {
        try {
            Dag dag = dags.dag(facts.versionId())
                    .orElseThrow(() -> new ValueException("DAG " + facts.dagId()
                            + " has no version " + facts.versionId() + ", to which the run is pinned"));
            writers.put(attempt, SpecWriter.of(attempt, facts, dag));
        } catch (ValueException e) {
            answers.put(attempt, unmakeable(attempt, facts, e));
        }
    }

    private Map<UUID, Map<XComRef, String>> xcoms(Map<AttemptId, SpecWriter> writers) {
        Map<UUID, Set<XComRef>> needs = new HashMap<>();
        writers.forEach((attempt, writer) -> needs.computeIfAbsent(attempt.runId(), run -> new HashSet<>())
                .addAll(writer.needs()));
        Map<UUID, Map<XComRef, String>> found = new HashMap<>();
        needs.forEach((run, refs) -> {
            if (!refs.isEmpty()) {
                found.put(run, attempts.xcom(run, refs));
            }
        });
        return found;
    }

    private SpecAnswer answer(AttemptId attempt, AttemptFacts facts, SpecWriter writer, Map<XComRef, String> xcoms) {
        try {
            return new Spec(attempt, facts, writer.write(xcoms), files(attempt, facts));
        } catch (ValueException e) {
            return unmakeable(attempt, facts, e);
        }
    }

    private SpecAnswer unmakeable(AttemptId attempt, AttemptFacts facts, ValueException why) {
        return new Unmakeable(why.getMessage(), logs.agentFile(facts.dagId(), attempt));
    }

    private FileSpec files(AttemptId attempt, AttemptFacts facts) {
        String folder = facts.taskInstanceId() + "." + attempt.tryNumber() + ".e" + attempt.epoch();
        return new FileSpec(logs.agentFile(facts.dagId(), attempt), settings.logMaxBytes(),
                settings.scratch().resolve(folder), settings.inheritEnv());
    }
}
