// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.dags;

import io.dexaflow.rest.internal.http.Lists;
import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.Query;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.rest.internal.http.Route;
import io.dexaflow.rest.internal.view.Versions;
import io.dexaflow.store.DagCatalog;
import io.dexaflow.store.Readings.Paging;
import java.util.List;

/** The versions of DAGs. */
final class VersionResource {

    private static final String VERSIONS = Paths.DAG + "/dagVersions";
    private static final String ROWS = "dag_versions";
    private static final Paging ONE = new Paging(0, 1, null);

    private final DagCatalog catalog;
    private final Finder finder;

    VersionResource(StoredDags stored) {
        this.catalog = stored.catalog();
        this.finder = new Finder(stored.readings());
    }

    List<Route> routes() {
        return List.of(Route.of("GET", VERSIONS, this::list),
                Route.of("GET", VERSIONS + "/{version_number}", this::get));
    }

    private Reply list(Request request) {
        Query query = request.query().heeding("version_number", "bundle_name", "bundle_version");
        Integer number = query.wholeNumber("version_number");
        finder.checkNamed(request);
        String dagId = Paths.wanted(request, "dag_id");
        boolean ofABundle = query.text("bundle_name") != null || query.text("bundle_version") != null;
        return ofABundle ? Lists.empty(ROWS)
                : Lists.of(ROWS, () -> catalog.versions(dagId, number, query.paging()), Versions::view);
    }

    private Reply get(Request request) {
        int number = request.number("version_number");
        String dagId = request.value("dag_id");
        return catalog.versions(dagId, number, ONE)
                .rows()
                .stream()
                .findFirst()
                .map(row -> Reply.ok(Versions.view(row)))
                .orElseThrow(() -> Problem.notFound("The DagVersion with dag_id: `" + dagId + "` and version_number: `"
                        + number + "` was not found"));
    }
}
