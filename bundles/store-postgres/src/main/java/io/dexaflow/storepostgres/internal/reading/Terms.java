// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.reading;

import java.util.Map;

/** Terms in SQL that orders and conditions share, over a run {@code r} and a task instance {@code t}. */
final class Terms {

    static final String RUN_AFTER = "coalesce(r.data_interval_end, r.queued_at)";
    /** Nothing stamps a row's last change; the newest of its times is as good for "what is new since". */
    static final String RUN_UPDATED = "greatest(r.queued_at, r.started_at, r.ended_at)";
    static final String TASK_UPDATED =
            "greatest(t.released_at, t.scheduled_at, t.queued_at, t.started_at, t.ended_at, r.queued_at)";

    /** By which columns task instances can be ordered. */
    static final Map<String, String> TASKS = Map.ofEntries(Map.entry("id", "t.id"), Map.entry("task_id", "t.task_id"),
            Map.entry("task_display_name", "t.task_id"), Map.entry("dag_id", "r.dag_id"),
            Map.entry("run_id", "r.run_id"), Map.entry("dag_run_id", "r.run_id"), Map.entry("state", "t.state"),
            Map.entry("try_number", "t.try_number"), Map.entry("start_date", "t.started_at"),
            Map.entry("end_date", "t.ended_at"), Map.entry("duration", "t.duration"), Map.entry("pool", "t.pool"),
            Map.entry("operator", "t.operator"), Map.entry("queued_when", "t.queued_at"),
            Map.entry("scheduled_when", "t.scheduled_at"), Map.entry("logical_date", "r.logical_date"),
            Map.entry("run_after", RUN_AFTER), Map.entry("updated_at", TASK_UPDATED),
            Map.entry("data_interval_start", "r.data_interval_start"),
            Map.entry("data_interval_end", "r.data_interval_end"), Map.entry("map_index", "t.ordinal"),
            Map.entry("rendered_map_index", "t.ordinal"));

    private Terms() {}
}
