// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.view;

import com.fasterxml.jackson.databind.node.ObjectNode;
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
        ObjectNode json = TryView.of(row, row, version).put("id", row.id().toString()).put("note", row.note());
        Times.put(json, "logical_date", row.logicalDate());
        Times.put(json, "run_after", row.runAfter());
        json.putObject("rendered_fields");
        return json.putNull("rendered_map_index")
                .putNull("trigger")
                .putNull("triggerer_job")
                .put("failure_reason", row.errorMessage())
                .put("exit_code", row.exitCode())
                .put("attempt_epoch", row.epoch())
                .put("infra_attempts", row.infraAttempts());
    }
}
