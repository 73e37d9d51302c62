// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.view;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.model.TaskState;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.store.Readings.TaskRow;
import io.dexaflow.store.Readings.Tried;

/** A try as Airflow's API shows it: {@code TaskInstanceHistoryResponse}. */
public final class TryView {

    private TryView() {}

    /**
     * The try.
     *
     * @param task the task instance
     * @param row one of its tries, or the task instance itself for the one that it stands at
     * @param version the version its run is pinned to; null when that is not known
     */
    public static ObjectNode of(TaskRow task, Tried row, ObjectNode version) {
        ObjectNode json = Json.object()
                .put("task_id", task.taskId())
                .put("dag_id", task.dagId())
                .put("dag_run_id", task.dagRunId())
                .put("map_index", -1)
                .put("task_display_name", task.taskId())
                .put("dag_display_name", task.dagId())
                .put("state", row.state() == TaskState.NONE ? null : row.state().wireName())
                .put("try_number", row.tryNumber())
                .put("max_tries", row.maxTries())
                .put("pool", row.pool())
                .put("pool_slots", row.poolSlots())
                .put("operator", row.operator())
                .put("operator_name", row.operator())
                .put("executor", row.executor())
                .put("executor_config", "{}")
                .put("hostname", row.hostname())
                .put("queue", "default")
                .put("priority_weight", 1);
        Times.put(json, "scheduled_when", row.scheduledAt());
        Times.put(json, "queued_when", row.queuedAt());
        Times.put(json, "start_date", row.startedAt());
        Times.put(json, "end_date", row.endedAt());
        Times.putSeconds(json, "duration", row.startedAt(), row.endedAt());
        json.set("dag_version", version);
        return json.putNull("unixname").putNull("pid");
    }
}
