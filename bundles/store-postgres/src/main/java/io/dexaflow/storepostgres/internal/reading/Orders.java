// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.reading;

import io.dexaflow.store.Readings.Paging;
import io.dexaflow.storepostgres.internal.reading.ReadingMapper.Piece;
import java.util.Map;
import java.util.TreeSet;

/**
 * By which columns a list can be ordered: the API's name for each, and its term in SQL. Only terms from here reach a
 * statement. Each order ends with what is unique, so that it is total; null comes last either way.
 */
enum Orders {

    DAGS("d.dag_id", "d.dag_id", false, Map.of("dag_id", "d.dag_id", "dag_display_name", "d.dag_id",
            "last_parsed_time", "d.last_parsed_at", "is_paused", "d.is_paused", "is_stale", "d.is_stale",
            "fileloc", "d.file")),

    RUNS("r.queued_at", "r.id", true, Map.ofEntries(Map.entry("id", "r.id"), Map.entry("dag_id", "r.dag_id"),
            Map.entry("run_id", "r.run_id"), Map.entry("dag_run_id", "r.run_id"), Map.entry("state", "r.state"),
            Map.entry("run_type", "r.run_type"), Map.entry("logical_date", "r.logical_date"),
            Map.entry("run_after", "coalesce(r.data_interval_end, r.queued_at)"),
            Map.entry("data_interval_start", "r.data_interval_start"),
            Map.entry("data_interval_end", "r.data_interval_end"), Map.entry("queued_at", "r.queued_at"),
            Map.entry("start_date", "r.started_at"), Map.entry("end_date", "r.ended_at"))),

    TASKS("t.ordinal", "t.ordinal", false, Map.ofEntries(Map.entry("id", "t.id"), Map.entry("task_id", "t.task_id"),
            Map.entry("task_display_name", "t.task_id"), Map.entry("state", "t.state"),
            Map.entry("try_number", "t.try_number"), Map.entry("start_date", "t.started_at"),
            Map.entry("end_date", "t.ended_at"), Map.entry("duration", "t.duration"), Map.entry("pool", "t.pool"),
            Map.entry("operator", "t.operator"), Map.entry("queued_when", "t.queued_at"),
            Map.entry("scheduled_when", "t.scheduled_at"), Map.entry("logical_date", "r.logical_date"),
            Map.entry("run_after", "coalesce(r.data_interval_end, r.queued_at)"),
            Map.entry("map_index", "t.ordinal"))),

    XCOMS("x.key", "x.key", false, Map.of("key", "x.key", "timestamp", "x.stored_at")),

    IMPORT_ERRORS("e.file", "e.id", false, Map.of("id", "e.id", "import_error_id", "e.id", "timestamp", "e.noted_at",
            "filename", "e.file", "stack_trace", "e.text"));

    private final String own;
    private final String unique;
    private final boolean newestFirst;
    private final Map<String, String> terms;

    Orders(String own, String unique, boolean newestFirst, Map<String, String> terms) {
        this.own = own;
        this.unique = unique;
        this.newestFirst = newestFirst;
        this.terms = terms;
    }

    /** The piece that was asked for; {@link IllegalArgumentException} for a name that is not known. */
    Piece piece(Paging paging) {
        return new Piece(order(paging.orderBy()), Math.max(0, paging.limit()), Math.max(0, paging.offset()));
    }

    private String order(String name) {
        if (name == null) {
            return newestFirst ? own + " desc, " + unique + " desc" : own + ", " + unique;
        }
        boolean descending = name.startsWith("-");
        String term = terms.get(descending ? name.substring(1) : name);
        if (term == null) {
            throw new IllegalArgumentException(
                    "cannot order by " + name + "; there are " + String.join(", ", new TreeSet<>(terms.keySet())));
        }
        String direction = descending ? " desc" : "";
        return term + direction + " nulls last, " + unique + direction;
    }
}
