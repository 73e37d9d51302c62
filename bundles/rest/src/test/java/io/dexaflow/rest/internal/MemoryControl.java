// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal;

import io.dexaflow.control.RequestException;
import io.dexaflow.control.RequestException.Kind;
import io.dexaflow.control.RunControl;
import io.dexaflow.model.RunState;
import io.dexaflow.model.TaskState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Creates and settles runs in the rows of {@link MemoryReadings}, and remembers what it was asked. */
final class MemoryControl implements RunControl {

    final List<TriggerRequest> triggered = new ArrayList<>();
    final List<String> files = new ArrayList<>();
    final List<String> settled = new ArrayList<>();

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
        if (readings.task(dagId, dagRunId, taskId).orElseThrow().state() == verdict) {
            throw new RequestException(Kind.CONFLICT, taskId + " is that already");
        }
        settled.add(dagId + " " + dagRunId + " " + taskId + " " + verdict + " " + by);
    }

    @Override
    public void wake(List<UUID> runs) {
        throw new UnsupportedOperationException();
    }
}
