// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal;

import io.dexaflow.control.RequestException;
import io.dexaflow.control.RequestException.Kind;
import io.dexaflow.control.RunControl;
import io.dexaflow.control.TaskSelection;
import io.dexaflow.model.RunState;
import io.dexaflow.model.TaskState;
import io.dexaflow.store.Readings.TaskRow;
import io.dexaflow.store.Readings.XComRow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Creates and settles runs in the rows of {@link MemoryReadings}, and remembers what it was asked. */
final class MemoryControl implements RunControl {

    final List<TriggerRequest> triggered = new ArrayList<>();
    final List<String> files = new ArrayList<>();
    final List<String> settled = new ArrayList<>();
    final List<ClearRequest> cleared = new ArrayList<>();
    final List<String> notes = new ArrayList<>();

    private final MemoryReadings readings;

    MemoryControl(MemoryReadings readings) {
        this.readings = readings;
    }

    @Override
    public RunRef trigger(TriggerRequest request) {
        triggered.add(request);
        if (readings.dag(request.dagId()).isEmpty()) {
            throw new RequestException(Kind.NOT_FOUND, "there is no DAG " + request.dagId());
        }
        String id = request.dagRunId() == null ? "manual__" + triggered.size() : request.dagRunId();
        if (readings.run(request.dagId(), id).isPresent()) {
            throw new RequestException(Kind.CONFLICT, "there is a run " + id);
        }
        return new RunRef(readings.addRun(request.dagId(), id, RunState.QUEUED).id(), request.dagId(), id);
    }

    @Override
    public RunRef runFile(Path file, String confJson, String by) {
        files.add(file + " " + confJson);
        if (file.endsWith("bad.yaml")) {
            throw new RequestException(Kind.INVALID, "bad.yaml:1: one\nbad.yaml:2: two");
        }
        if (file.endsWith("later.yaml")) {
            throw new RequestException(Kind.UNAVAILABLE, "not now");
        }
        return new RunRef(new UUID(0, 1), "sales", "manual__1");
    }

    @Override
    public void settle(String dagId, String dagRunId, RunState verdict, String by) {
        if (readings.run(dagId, dagRunId).orElseThrow().state().isFinished()) {
            throw new RequestException(Kind.CONFLICT, "the run is finished");
        }
        settled.add(dagId + " " + dagRunId + " " + verdict + " " + by);
    }

    @Override
    public void settleTask(String dagId, String dagRunId, String taskId, TaskState verdict, String by) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<TaskRow> settleTasks(TaskSelection which, TaskState verdict, boolean dryRun, String by) {
        List<TaskRow> rows = selected(which).stream().filter(row -> row.state() != verdict).toList();
        if (!dryRun) {
            rows.forEach(row -> settled.add(row.dagId() + " " + row.dagRunId() + " " + row.taskId() + " " + verdict
                    + " " + by + reach(which.reach())));
        }
        return rows;
    }

    private static String reach(TaskSelection.Reach reach) {
        return reach.equals(TaskSelection.Reach.NONE) ? "" : " " + reach;
    }

    /** The tasks that are named; how far a selection reaches is the scheduler's to find out. */
    private List<TaskRow> selected(TaskSelection which) {
        List<TaskRow> rows = readings.tasks.stream()
                .filter(row -> row.dagId().equals(which.dagId()))
                .filter(row -> which.dagRunId() == null || row.dagRunId().equals(which.dagRunId()))
                .filter(row -> which.taskIds().isEmpty() || which.taskIds().contains(row.taskId()))
                .toList();
        if (rows.isEmpty() && !which.taskIds().isEmpty()) {
            throw new RequestException(Kind.NOT_FOUND, "there is no task " + which.taskIds());
        }
        return rows;
    }

    @Override
    public List<TaskRow> clear(ClearRequest request) {
        cleared.add(request);
        return selected(request.which()).stream()
                .filter(row -> request.states().isEmpty() || request.states().contains(row.state()))
                .toList();
    }

    @Override
    public void deleteRun(String dagId, String dagRunId, String by) {
        if (!readings.run(dagId, dagRunId).orElseThrow().state().isFinished()) {
            throw new RequestException(Kind.CONFLICT, dagRunId + " is not finished");
        }
        readings.runs.removeIf(row -> row.dagRunId().equals(dagRunId));
    }

    @Override
    public void noteRun(String dagId, String dagRunId, String note) {
        notes.add(dagRunId + " " + note);
    }

    @Override
    public List<TaskRow> noteTasks(TaskSelection which, String note) {
        List<TaskRow> rows = selected(which);
        rows.forEach(row -> notes.add(row.taskId() + " " + note));
        return rows;
    }

    @Override
    public void editXCom(TaskSelection.One task, XComEdit edit) {
        boolean known = readings.xcoms.stream().anyMatch(row -> row.key().equals(edit.key()));
        if (known && edit instanceof XComEdit.Add) {
            throw new RequestException(Kind.CONFLICT, edit.key() + " is there");
        }
        if (!known && !(edit instanceof XComEdit.Add)) {
            throw new RequestException(Kind.NOT_FOUND, edit.key() + " is not there");
        }
        readings.xcoms.removeIf(row -> row.key().equals(edit.key()));
        switch (edit) {
            case XComEdit.Add(String key, String value) -> keep(task, key, value);
            case XComEdit.Change(String key, String value) -> keep(task, key, value);
            case XComEdit.Delete(String key) -> {}
        }
    }

    private void keep(TaskSelection.One task, String key, String value) {
        readings.xcoms.add(new XComRow(key, task.taskId(), MemoryReadings.TIME, value));
    }

    @Override
    public void wake(List<UUID> runs) {
        throw new UnsupportedOperationException();
    }
}
