// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.control;

import io.dexaflow.control.RequestException;
import io.dexaflow.control.RequestException.Kind;
import io.dexaflow.control.RunControl.ClearRequest;
import io.dexaflow.control.RunControl.XComEdit;
import io.dexaflow.control.TaskSelection;
import io.dexaflow.model.Dag;
import io.dexaflow.model.TaskState;
import io.dexaflow.scheduler.internal.Ledgers;
import io.dexaflow.store.ClearLedger;
import io.dexaflow.store.ClearLedger.Cleared;
import io.dexaflow.store.ClearLedger.ClearedTask;
import io.dexaflow.store.ClearLedger.RunClear;
import io.dexaflow.store.ClearLedger.TaskClear;
import io.dexaflow.store.Readings;
import io.dexaflow.store.Readings.RunRow;
import io.dexaflow.store.Readings.TaskRow;
import io.dexaflow.trail.Decision;
import io.dexaflow.trail.Subject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What operators take back or correct in runs that are there: clear, delete, notes and XCom values. */
@Component(name = "io.dexaflow.scheduler.corrections", service = Corrections.class)
public final class Corrections {

    private static final Logger LOG = LoggerFactory.getLogger(Corrections.class);

    private final Ledgers ledgers;
    private final ClearLedger clears;
    private final Aftermath aftermath;
    private final TaskSelector selector;

    @Activate
    public Corrections(@Reference(name = "ledgers") Ledgers ledgers,
            @Reference(name = "clear-ledger") ClearLedger clears,
            @Reference(name = "readings") Readings readings, @Reference(name = "aftermath") Aftermath aftermath) {
        this.ledgers = ledgers;
        this.clears = clears;
        this.aftermath = aftermath;
        this.selector = new TaskSelector(readings, ledgers.dags());
    }

    TaskSelector selector() {
        return selector;
    }

    List<TaskRow> clear(ClearRequest request) {
        List<TaskRow> selected = selector.select(request.which(), request.states());
        if (request.dryRun() || selected.isEmpty()) {
            return selected;
        }
        Map<UUID, List<TaskRow>> byRun = selected.stream()
                .collect(Collectors.groupingBy(TaskRow::runId, LinkedHashMap::new, Collectors.toList()));
        List<UUID> cleared = new ArrayList<>();
        byRun.values().forEach(rows -> cleared.addAll(clearRun(rows, request)));
        aftermath.wake(List.copyOf(byRun.keySet()));
        return selector.reread(request.which().dagId(), cleared);
    }

    private List<UUID> clearRun(List<TaskRow> rows, ClearRequest request) {
        TaskRow any = rows.getFirst();
        Map<String, Integer> retries = ledgers.dags()
                .dag(any.versionId())
                .map(Dag::tasks)
                .orElse(List.of())
                .stream()
                .collect(Collectors.toMap(task -> task.taskId(), task -> task.retry().retries()));
        List<TaskClear> tasks =
                rows.stream().map(row -> new TaskClear(row.id(), retries.get(row.taskId()))).toList();
        Cleared cleared = clears.clear(
                new RunClear(any.runId(), tasks, request.states(), request.reopenRuns(), request.by()))
                .orElse(null);
        if (cleared == null) {
            // Somebody deleted the run since it was read.
            return List.of();
        }
        tell(rows, cleared, request.by());
        cleared.live().forEach(aftermath::stop);
        return cleared.tasks().stream().map(ClearedTask::taskInstanceId).toList();
    }

    /** The ledger has written the rows of the trail; log and events follow. */
    private void tell(List<TaskRow> rows, Cleared cleared, String by) {
        Map<UUID, TaskRow> byId = rows.stream().collect(Collectors.toMap(TaskRow::id, Function.identity()));
        ledgers.chronicle()
                .trail()
                .written(cleared.tasks()
                        .stream()
                        .map(task -> decision(byId.get(task.taskInstanceId()), task, by))
                        .toList());
    }

    private static Decision decision(TaskRow row, ClearedTask task, String by) {
        Subject subject = new Subject(row.runId(), row.id(), row.dagId(), row.dagRunId(), row.taskId(),
                task.superseded().tryNumber() + 1, task.superseded().epoch() + 1);
        return new Decision("user " + by, "clear", Decision.Kind.TRANSITION, subject,
                "was " + task.before().wireName(),
                Map.of("from", task.before().wireName(), "to", TaskState.NONE.wireName()));
    }

    void deleteRun(String dagId, String dagRunId, String by) {
        RunRow run = selector.run(dagId, dagRunId);
        if (!clears.deleteRun(run.id())) {
            throw new RequestException(Kind.CONFLICT, "the run '" + dagRunId + "' of DAG '" + dagId
                    + "' is not finished; mark it failed before you delete it");
        }
        LOG.info("run deleted: dag={} run_id={} run={} by={}", dagId, dagRunId, run.id(), by);
    }

    void noteRun(String dagId, String dagRunId, String note) {
        clears.noteRun(selector.run(dagId, dagRunId).id(), note);
    }

    List<TaskRow> noteTasks(TaskSelection which, String note) {
        List<UUID> ids = selector.select(which, Set.of()).stream().map(TaskRow::id).toList();
        ids.forEach(id -> clears.noteTask(id, note));
        return selector.reread(which.dagId(), ids);
    }

    void editXCom(TaskSelection.One task, XComEdit edit) {
        UUID id = selector.one(task).id();
        switch (edit) {
            case XComEdit.Add(String key, String value) -> {
                if (!clears.addXCom(id, key, value)) {
                    throw new RequestException(Kind.CONFLICT, "the task has an XCom entry with key '" + key
                            + "' already; change it instead");
                }
            }
            case XComEdit.Change(String key, String value) -> require(clears.changeXCom(id, key, value), key);
            case XComEdit.Delete(String key) -> require(clears.deleteXCom(id, key), key);
        }
    }

    private static void require(boolean found, String key) {
        if (!found) {
            throw new RequestException(Kind.NOT_FOUND, "The XCom entry with key '" + key + "' was not found");
        }
    }
}
