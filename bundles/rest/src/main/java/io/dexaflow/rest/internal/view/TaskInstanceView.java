// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.view;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.model.TaskState;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.store.Readings.TaskRow;

/**
 * A task instance as Airflow's API shows it: {@code TaskInstanceResponse}. Ours beside it: {@code failure_reason},
 * {@code exit_code}, {@code attempt_epoch}, {@code infra_attempts}.
 */
public final class TaskInstanceView {

    private TaskInstanceView() {}

    /**
     * The task instance.
     *
     * @param version the version its run is pinned to; null when that is not known
     */
    public static ObjectNode of(TaskRow row, ObjectNode version) {
        ObjectNode json = Json.object()
                .put("id", row.id().toString())
                .put("task_id", row.taskId())
                .put("dag_id", row.dagId())
                .put("dag_run_id", row.dagRunId())
                .put("map_index", -1)
                .put("task_display_name", row.taskId())
                .put("dag_display_name", row.dagId())
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
                .put("note", row.note())
                .put("queue", "default")
                .put("priority_weight", 1);
        putTimes(json, row);
        json.putObject("rendered_fields");
        json.set("dag_version", version);
        json.putNull("unixname")
                .putNull("pid")
                .putNull("rendered_map_index")
                .putNull("trigger")
                .putNull("triggerer_job");
        return json.put("failure_reason", row.errorMessage())
                .put("exit_code", row.exitCode())
                .put("attempt_epoch", row.epoch())
                .put("infra_attempts", row.infraAttempts());
    }

    private static void putTimes(ObjectNode json, TaskRow row) {
        Times.put(json, "logical_date", row.logicalDate());
        Times.put(json, "run_after", row.runAfter());
        Times.put(json, "scheduled_when", row.scheduledAt());
        Times.put(json, "queued_when", row.queuedAt());
        Times.put(json, "start_date", row.startedAt());
        Times.put(json, "end_date", row.endedAt());
        Times.putSeconds(json, "duration", row.startedAt(), row.endedAt());
    }
}
