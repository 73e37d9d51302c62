// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.callback;

import io.dexaflow.model.Callback;
import io.dexaflow.model.Dag;
import io.dexaflow.model.RunType;
import io.dexaflow.model.Task;
import io.dexaflow.scheduler.internal.Ledgers;
import io.dexaflow.scheduler.internal.SchedulerConfig;
import io.dexaflow.store.CallbackLedger.DueCallback;
import io.dexaflow.store.DagLedger;
import io.dexaflow.store.RunLedger.CreateResult;
import io.dexaflow.store.RunLedger.NewRun;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Makes one call: a POST to a URL, or a run of a command by the task's executor (contract 9). What goes wrong is an answer,
 * but for a database that is away.
 */
@Component(name = "io.dexaflow.scheduler.calls", service = Calls.class, configurationPid = SchedulerConfig.PID)
public final class Calls {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Ledgers ledgers;
    private final UrlCalls urls;
    private final String baseUrl;

    @Activate
    public Calls(@Reference(name = "ledgers") Ledgers ledgers, BundleContext context, SchedulerConfig config) {
        this(ledgers,
                new UrlCalls(
                        AddressPolicy.of(context.getProperty("dexaflow.edition"), config.callbacks_allowed__hosts()),
                        new HttpPost(TIMEOUT)),
                baseUrl(config.callbacks_base__url(), context));
    }

    Calls(Ledgers ledgers, UrlCalls urls, String baseUrl) {
        this.ledgers = ledgers;
        this.urls = urls;
        this.baseUrl = baseUrl;
    }

    private static String baseUrl(String configured, BundleContext context) {
        if (!configured.isBlank()) {
            return configured.strip().replaceAll("/+$", "");
        }
        String host = context.getProperty("org.apache.felix.http.host");
        String port = context.getProperty("org.osgi.service.http.port");
        return host == null || port == null ? null : "http://" + host + ":" + port;
    }

    /** Makes it. */
    Answer make(DueCallback due) {
        Dag dag = ledgers.dags().dag(due.run().versionId()).orElse(null);
        Task task = dag == null || due.task() == null ? null
                : dag.tasks().stream().filter(t -> t.taskId().equals(due.task().taskId())).findFirst().orElse(null);
        if (dag == null || due.task() != null && task == null) {
            return Answer.refused("the version that asked for it is gone");
        }
        Callback callback = task == null ? dag.onFailure() : task.onFailure();
        if (callback == null) {
            return Answer.refused("the version does not ask for it");
        }
        String body = Body.of(due, baseUrl);
        return callback.url() == null ? command(due, dag, task, body) : urls.call(callback.url(), body);
    }

    /** The run's id is the callback's, so that there is one run however often this is tried. */
    private Answer command(DueCallback due, Dag dag, Task task, String body) {
        Callback callback = task == null ? dag.onFailure() : task.onFailure();
        if (CommandDag.needsXCom(callback.command())) {
            return Answer.refused("its command asks for an xcom, which a callback cannot have");
        }
        Dag aside = CommandDag.of(dag, task, callback.command(), CallbackLoop.MOST_ATTEMPTS, CallbackLoop.PAUSE);
        UUID version = ledgers.dags()
                .register(aside, new DagLedger.Origin("on_failure_callback", "# on_failure_callback of " + dag.dagId()),
                        false)
                .id();
        String runId = "callback__" + due.id();
        CreateResult made = ledgers.runs()
                .create(new NewRun(aside.dagId(), version, runId, RunType.MANUAL, null, null, null,
                        CommandDag.conf(due.run().confJson(), body), null, "on_failure_callback"));
        return switch (made) {
            case CreateResult.Created created ->
                    Answer.delivered("its command is run " + runId + " of " + aside.dagId(),
                            Map.of("dag_id", aside.dagId(), "run_id", runId, "run", created.runId().toString()));
            case CreateResult.RunIdTaken taken ->
                    Answer.delivered("its command is run " + runId + " of " + aside.dagId(),
                            Map.of("dag_id", aside.dagId(), "run_id", taken.dagRunId()));
            case CreateResult.LogicalDateTaken taken -> Answer.failed("its run was not made", Map.of());
            case CreateResult.UnknownDag unknown -> Answer.failed("its run was not made", Map.of());
        };
    }
}
