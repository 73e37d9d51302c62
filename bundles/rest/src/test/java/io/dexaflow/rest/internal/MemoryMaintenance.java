// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal;

import io.dexaflow.control.Maintenance;
import io.dexaflow.control.RequestException;
import io.dexaflow.control.RequestException.Kind;
import io.dexaflow.control.Why;
import io.dexaflow.model.TaskState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Two reapers, one of which has not passed yet, and a trail of two decisions about one task instance. */
final class MemoryMaintenance implements Maintenance, Why {

    static final Instant PASS = Instant.parse("2026-03-01T10:00:00Z");

    final List<ReaperStatus> reapers = new ArrayList<>(List.of(
            new ReaperStatus("agent-lost", "io.dexaflow.reapers.agent-lost 0.1.0", PASS, Duration.ofMillis(250), 3, 1,
                    Map.of("agent_lost", 1)),
            new ReaperStatus("mine", "mine 1.0", null, null, 0, 0, Map.of())));

    @Override
    public List<ReaperStatus> reapers() {
        return reapers;
    }

    @Override
    public List<String> cycle() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Explanation why(String dagId, String dagRunId, String taskId) {
        if (!dagId.equals("sales")) {
            throw new RequestException(Kind.NOT_FOUND, "there is no run '" + dagRunId + "' of DAG '" + dagId + "'");
        }
        return new Explanation(dagId, dagRunId, taskId, TaskState.RUNNING, 1, 2,
                List.of(new Entry(PASS, "dispatcher", "queued", "dispatcher queued it", Map.of(), 1, 2, 1, PASS),
                        new Entry(PASS.plusSeconds(1), "agent-lost", "agent_lost_process_alive",
                                "agent-lost deferred: agent 4711 is alive", Map.of("pid", "4711"), 1, 2, 12,
                                PASS.plusSeconds(360))),
                "its own end");
    }
}
