// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.why;

import io.dexaflow.control.RequestException;
import io.dexaflow.control.RequestException.Kind;
import io.dexaflow.control.Why;
import io.dexaflow.model.Dag;
import io.dexaflow.model.Task;
import io.dexaflow.model.TaskState;
import io.dexaflow.scheduler.internal.Ledgers;
import io.dexaflow.scheduler.internal.dispatch.ExecutorRegistry;
import io.dexaflow.scheduler.internal.trail.Sentences;
import io.dexaflow.store.DecisionLedger;
import io.dexaflow.store.DecisionLedger.DecisionRow;
import io.dexaflow.store.Readings;
import io.dexaflow.store.Readings.RunRow;
import io.dexaflow.store.Readings.TaskRow;
import io.dexaflow.timing.Ladder;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Reads the trail of a task instance and says what it waits for. */
@Component(name = "io.dexaflow.scheduler.why", service = Why.class)
public final class TrailWhy implements Why {

    private final Readings readings;
    private final DecisionLedger decisions;
    private final Ledgers ledgers;
    private final ExecutorRegistry executors;
    private final Ladder ladder;

    @Activate
    public TrailWhy(@Reference(name = "readings") Readings readings,
            @Reference(name = "decision-ledger") DecisionLedger decisions, @Reference(name = "ledgers") Ledgers ledgers,
            @Reference(name = "executors") ExecutorRegistry executors, @Reference(name = "ladder") Ladder ladder) {
        this.readings = readings;
        this.decisions = decisions;
        this.ledgers = ledgers;
        this.executors = executors;
        this.ladder = ladder;
    }

    @Override
    public Explanation why(String dagId, String dagRunId, String taskId) {
        RunRow run = readings.run(dagId, dagRunId)
                .orElseThrow(() -> new RequestException(Kind.NOT_FOUND, "there is no run '" + dagRunId + "' of DAG '"
                        + dagId + "'; see 'dexaflow runs " + dagId + "'"));
        TaskRow task = readings.task(dagId, dagRunId, taskId)
                .orElseThrow(() -> new RequestException(Kind.NOT_FOUND, "there is no task '" + taskId + "' in run '"
                        + dagRunId + "'; see 'dexaflow tasks " + dagId + " " + dagRunId + "'"));
        List<Entry> entries = decisions.of(task.id(), task.runId()).stream().map(TrailWhy::entry).toList();
        return new Explanation(dagId, dagRunId, taskId, task.state(), task.tryNumber(), task.epoch(), entries,
                WaitsFor.of(facts(run, task)));
    }

    private static Entry entry(DecisionRow row) {
        return new Entry(row.at(), row.actor(), row.label(),
                Sentences.of(row.actor(), row.label(), row.kind(), row.words()), row.evidence(), row.tryNumber(),
                row.epoch(), row.count(), row.lastAt());
    }

    private WaitsFor.Facts facts(RunRow run, TaskRow task) {
        Task declared = ledgers.dags()
                .dag(run.versionId())
                .map(Dag::tasks)
                .filter(tasks -> task.ordinal() < tasks.size())
                .map(tasks -> tasks.get(task.ordinal()))
                .orElse(null);
        Map<String, TaskState> upstream = new LinkedHashMap<>();
        if (declared != null) {
            for (String id : declared.dependsOn()) {
                readings.task(run.dagId(), run.dagRunId(), id).ifPresent(row -> upstream.put(id, row.state()));
            }
        }
        Instant lastHeartbeat =
                task.state() == TaskState.RUNNING ? readings.lastHeartbeat(task.id()).orElse(null) : null;
        return new WaitsFor.Facts(task, lastHeartbeat, run, declared, upstream,
                readings.pool(task.pool()).orElse(null), executors.find(task.executor()).isPresent(), ladder,
                ledgers.clock().now());
    }
}
