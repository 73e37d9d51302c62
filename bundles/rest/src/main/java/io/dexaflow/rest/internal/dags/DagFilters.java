// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.dags;

import io.dexaflow.model.RunState;
import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.Query;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.store.DagCatalog.DagQuery;
import io.dexaflow.store.DagCatalog.Runs;
import io.dexaflow.store.DagCatalog.Tags;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Airflow's filters of DAGs. */
final class DagFilters {

    private static final String[] HEEDED = {"tags", "owners", "dag_id_pattern", "dag_display_name_pattern",
            "has_import_errors", "last_dag_run_state", "bundle_name", "bundle_version", "has_asset_schedule",
            "asset_dependency", "dag_run_state", "is_favorite", "dag_run_start_date_gte", "dag_run_start_date_gt",
            "dag_run_start_date_lte", "dag_run_start_date_lt", "dag_run_end_date_gte", "dag_run_end_date_gt",
            "dag_run_end_date_lte", "dag_run_end_date_lt"};

    private DagFilters() {}

    /** The filters of a request; empty when they ask for what no DAG here has. */
    static Optional<DagQuery> of(Request request) {
        Query query = request.query().heeding(HEEDED);
        List<String> match = List.of("any", "all");
        String mode = query.text("tags_match_mode");
        if (mode != null && !match.contains(mode)) {
            throw Problem.invalid("literal_error", List.of("query", "tags_match_mode"),
                    "tags_match_mode: any or all is expected");
        }
        Set<RunState> last = Finder.states(query, "last_dag_run_state", RunState::ofWire);
        DagQuery wanted = new DagQuery(query.patterns("dag_id_pattern"), query.patterns("dag_display_name_pattern"),
                query.flag("paused"), Boolean.FALSE.equals(query.flag("exclude_stale")),
                query.flag("has_import_errors"), new Tags(new HashSet<>(query.texts("tags")), "all".equals(mode)),
                new Runs(last.stream().findFirst().orElse(null),
                        Finder.states(query, "dag_run_state", RunState::ofWire), query.range("dag_run_start_date"),
                        query.range("dag_run_end_date")));
        return asksForWhatNoDagHas(query) ? Optional.empty() : Optional.of(wanted);
    }

    /** DAGs have no owners, no bundles, no assets, and nobody's favourites are kept. */
    private static boolean asksForWhatNoDagHas(Query query) {
        boolean text = List.of("owners", "bundle_name", "bundle_version", "asset_dependency")
                .stream()
                .flatMap(name -> query.texts(name).stream())
                .anyMatch(value -> !value.isEmpty());
        return text || Boolean.TRUE.equals(query.flag("has_asset_schedule"))
                || Boolean.TRUE.equals(query.flag("is_favorite"));
    }
}
