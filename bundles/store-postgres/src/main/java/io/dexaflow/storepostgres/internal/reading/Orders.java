// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.reading;

import io.dexaflow.store.Readings.Paging;
import io.dexaflow.storepostgres.internal.sql.Ordering;
import io.dexaflow.storepostgres.internal.sql.Ordering.Piece;
import java.util.Map;

/** By which columns the lists of {@link ReadingMapper} can be ordered: the API's name for each, and its term in SQL. */
enum Orders {

    DAGS("d.dag_id", "d.dag_id", false, Map.of("dag_id", "d.dag_id", "dag_display_name", "d.dag_id",
            "last_parsed_time", "d.last_parsed_at", "is_paused", "d.is_paused", "is_stale", "d.is_stale",
            "fileloc", "d.file")),

    RUNS("r.queued_at", "r.id", true, Map.ofEntries(Map.entry("id", "r.id"), Map.entry("dag_id", "r.dag_id"),
            Map.entry("run_id", "r.run_id"), Map.entry("dag_run_id", "r.run_id"), Map.entry("state", "r.state"),
            Map.entry("run_type", "r.run_type"), Map.entry("logical_date", "r.logical_date"),
            Map.entry("run_after", Terms.RUN_AFTER), Map.entry("data_interval_start", "r.data_interval_start"),
            Map.entry("data_interval_end", "r.data_interval_end"), Map.entry("queued_at", "r.queued_at"),
            Map.entry("start_date", "r.started_at"), Map.entry("end_date", "r.ended_at"),
            Map.entry("updated_at", Terms.RUN_UPDATED), Map.entry("duration", "r.ended_at - r.started_at"),
            Map.entry("conf", "r.conf::text"))),

    /** Of one run, in the order of its tasks. */
    TASKS("t.ordinal", "t.id", false, Terms.TASKS),

    /** Of many runs, by their ids, which grow with time. */
    ALL_TASKS("t.id", "t.id", false, Terms.TASKS),

    /** By their primary key. */
    XCOMS("x.run_id, x.task_id", "x.key", false, Map.of("key", "x.key", "timestamp", "x.stored_at")),

    IMPORT_ERRORS("e.file", "e.id", false, Map.of("id", "e.id", "import_error_id", "e.id", "timestamp", "e.noted_at",
            "filename", "e.file", "stack_trace", "e.text"));

    private final Ordering ordering;

    Orders(String own, String unique, boolean newestFirst, Map<String, String> terms) {
        this.ordering = new Ordering(own, unique, newestFirst, terms);
    }

    /** The piece that was asked for; {@link IllegalArgumentException} for a name that is not known. */
    Piece piece(Paging paging) {
        return ordering.piece(paging);
    }
}
