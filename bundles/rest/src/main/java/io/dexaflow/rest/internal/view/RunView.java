// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.view;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.model.RunType;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.store.Readings.RunRow;
import java.time.Instant;

/** A run as Airflow's API shows it: {@code DAGRunResponse}. */
public final class RunView {

    private RunView() {}

    /**
     * The run.
     *
     * @param version the version it is pinned to; null when that is not known
     */
    public static ObjectNode of(RunRow row, ObjectNode version) {
        ObjectNode json = Json.object()
                .put("dag_run_id", row.dagRunId())
                .put("dag_id", row.dagId())
                .put("dag_display_name", row.dagId())
                .put("state", row.state().wireName())
                .put("run_type", row.type().wireName())
                .put("note", row.note())
                .put("triggered_by", triggeredBy(row.type()))
                .put("triggering_user_name", row.type() == RunType.MANUAL ? row.triggeredBy() : null);
        Times.put(json, "logical_date", row.logicalDate());
        Times.put(json, "queued_at", row.queuedAt());
        Times.put(json, "start_date", row.startedAt());
        Times.put(json, "end_date", row.endedAt());
        Times.putSeconds(json, "duration", row.startedAt(), row.endedAt());
        Times.put(json, "data_interval_start", row.intervalStart());
        Times.put(json, "data_interval_end", row.intervalEnd());
        Times.put(json, "run_after", runAfter(row));
        json.set("conf", row.confJson() == null ? Json.object() : Json.stored(row.confJson()));
        var versions = json.putArray("dag_versions");
        if (version != null) {
            versions.add(version);
        }
        return json.putNull("last_scheduling_decision").putNull("bundle_version").putNull("partition_key");
    }

    /** When the run was due at the earliest. */
    static Instant runAfter(RunRow row) {
        return row.intervalEnd() == null ? row.queuedAt() : row.intervalEnd();
    }

    private static String triggeredBy(RunType type) {
        return switch (type) {
            case SCHEDULED -> "timetable";
            case MANUAL -> "rest_api";
            case BACKFILL -> "backfill";
        };
    }
}
