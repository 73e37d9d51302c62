// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.subprocess.internal;

import io.dexaflow.agent.AgentTokens;
import io.dexaflow.agent.AssignmentSource;
import io.dexaflow.agent.Assignments;
import io.dexaflow.agent.WorkerPoll;
import io.dexaflow.executor.Attempt;
import io.dexaflow.executor.LaunchOutcome;
import io.dexaflow.executor.Signal;
import io.dexaflow.executor.Suspect;
import io.dexaflow.executor.TaskExecutor;
import io.dexaflow.executor.Verdict;
import io.dexaflow.executors.subprocess.internal.liveness.Liveness;
import io.dexaflow.executors.subprocess.internal.liveness.Memory;
import io.dexaflow.model.AttemptId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;

/**
 * Attempts as processes of this machine. A detached agent host runs them and survives this host; it is started on demand
 * and asks for its work over HTTP. When an agent does not take an attempt, the attempt is rejected and offered again with
 * a new epoch, so that whatever the agent may still do with it no longer counts.
 */
@Component(name = "io.dexaflow.executors.subprocess", service = {TaskExecutor.class, AssignmentSource.class},
        property = TaskExecutor.NAME_PROPERTY + "=" + SubprocessExecutor.NAME, immediate = true,
        configurationPid = SubprocessConfig.PID)
@Designate(ocd = SubprocessConfig.class)
public final class SubprocessExecutor implements TaskExecutor, AssignmentSource {

    /** The name a DAG refers to. */
    static final String NAME = "subprocess";

    private static final Duration ACK_PATIENCE = Duration.ofSeconds(30);

    private final Workers workers;
    private final Liveness liveness;
    private final Upkeep upkeep;

    @Activate
    public SubprocessExecutor(@Reference(name = "agent-tokens") AgentTokens tokens, SubprocessConfig config,
            BundleContext context) {
        this(tokens, config, context, Liveness::ofThisUser);
    }

    /** Visible to tests, which judge by records of their own. */
    SubprocessExecutor(AgentTokens tokens, SubprocessConfig config, BundleContext context,
            Function<Memory, Liveness> liveness) {
        this.workers = new Workers(Path.of(context.getProperty("dexaflow.home")), SubprocessSettings.of(config),
                worker -> tokens.forWorker(worker, NAME));
        this.liveness = liveness.apply(workers);
        this.upkeep = new Upkeep(workers);
    }

    @Activate
    void start() {
        upkeep.start();
    }

    @Override
    public LaunchOutcome launch(Attempt attempt) {
        try {
            return workers.launch(attempt, ACK_PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new LaunchOutcome.BackPressure("the host stops");
        }
    }

    @Override
    public List<Verdict> judge(Signal signal, List<Suspect> suspects) {
        return liveness.judge(signal, suspects);
    }

    @Override
    public Verdict stopOrphan(Signal signal, Suspect suspect) throws InterruptedException {
        return liveness.stopOrphan(signal, suspect);
    }

    /** Final (R214): whoever is dead on this machine leaves nothing that could still speak for it. */
    @Override
    public boolean marksAreProvisional() {
        return false;
    }

    @Override
    public void stop(AttemptId attempt) {
        workers.all().forEach(w -> w.stop(attempt));
    }

    @Override
    public void stopRun(UUID runId) {
        workers.all().forEach(w -> w.stopRun(runId));
    }

    @Override
    public Assignments poll(WorkerPoll poll, Duration atMost) throws InterruptedException {
        return workers.poll(poll, atMost);
    }

    /** Has every agent finish what it runs and exit; the attempts themselves go on. */
    @Deactivate
    void stop() throws InterruptedException {
        workers.all().forEach(Worker::drain);
        upkeep.stop();
    }
}
