// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.catalog;

import io.dexaflow.storepostgres.internal.sql.Ordering;
import java.util.Map;

/** By which columns the lists of {@link CatalogMapper} can be ordered. */
final class CatalogOrders {

    /** The newest run of a DAG, which is read only where an order or a filter asks for it. */
    private static final String LAST = "l.";

    private static final String DAG = "d.dag_id";
    private static final String LAST_STATE = LAST + "state";
    private static final String LAST_STARTED = LAST + "started_at";

    static final Ordering DAGS = new Ordering(DAG, DAG, false,
            Map.ofEntries(Map.entry("dag_id", DAG), Map.entry("dag_display_name", DAG),
                    Map.entry("next_dagrun", "d.next_run_after"), Map.entry("state", LAST_STATE),
                    Map.entry("start_date", LAST_STARTED), Map.entry("last_run_state", LAST_STATE),
                    Map.entry("last_run_start_date", LAST_STARTED), Map.entry("last_parsed_time", "d.last_parsed_at"),
                    Map.entry("is_paused", "d.is_paused"), Map.entry("is_stale", "d.is_stale"),
                    Map.entry("fileloc", "d.file")));

    // Of the same bundle all of them, so that an order by it is that of the ids, which grow with time.
    static final Ordering VERSIONS = new Ordering("v.dag_id, v.number", "v.id", false, Map.of("id", "v.id",
            "version_number", "v.number", "bundle_name", "v.id", "bundle_version", "v.id"));

    static final Ordering TAGS = new Ordering("t.name", "t.name", false, Map.of("name", "t.name"));

    static final Ordering IMPORT_ERRORS = new Ordering("e.id", "e.id", false, Map.of("id", "e.id", "import_error_id",
            "e.id", "timestamp", "e.noted_at", "filename", "e.file", "stacktrace", "e.text", "stack_trace", "e.text",
            "bundle_name", "e.id"));

    private CatalogOrders() {}

    static boolean readsLast(Ordering.Piece piece) {
        return piece.order().contains(LAST);
    }
}
