// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.dags;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.model.Dag;
import io.dexaflow.model.RunState;
import io.dexaflow.rest.internal.http.Body;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Lists;
import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.rest.internal.http.RestHost;
import io.dexaflow.rest.internal.http.Route;
import io.dexaflow.rest.internal.view.DagView;
import io.dexaflow.rest.internal.view.DagView.Facts;
import io.dexaflow.rest.internal.view.Versions;
import io.dexaflow.store.DagCatalog.DagEntry;
import io.dexaflow.store.DagCatalog.DagQuery;
import io.dexaflow.store.EventLedger.EventSubject;
import io.dexaflow.store.Readings.Page;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** DAGs. */
final class DagResource {

    private static final String IS_PAUSED = "is_paused";
    private static final String ROWS = "dags";

    private final RestHost host;
    private final StoredDags stored;
    private final Versions versions;

    DagResource(RestHost host, StoredDags stored) {
        this.host = host;
        this.stored = stored;
        this.versions = stored.versions();
    }

    List<Route> routes() {
        return List.of(Route.of("GET", Paths.DAGS, this::list), Route.of("PATCH", Paths.DAGS, this::patchMany),
                Route.of("GET", Paths.DAG, this::get), Route.of("PATCH", Paths.DAG, this::patch),
                Route.of("DELETE", Paths.DAG, this::delete),
                Route.of("GET", Paths.DAG + "/details", this::details));
    }

    private Reply list(Request request) {
        Optional<DagQuery> wanted = DagFilters.of(request);
        return wanted.isEmpty() ? Lists.empty(ROWS)
                : Lists.of(ROWS, () -> stored.catalog().list(wanted.get(), request.query().paging()), this::view);
    }

    private Reply get(Request request) {
        return Reply.ok(view(dag(request)));
    }

    private Reply details(Request request) {
        DagEntry entry = dag(request);
        Map<RunState, Long> counts =
                stored.catalog().runCounts(Set.of(entry.dagId())).getOrDefault(entry.dagId(), Map.of());
        long active = counts.getOrDefault(RunState.QUEUED, 0L) + counts.getOrDefault(RunState.RUNNING, 0L);
        return Reply.ok(DagView.details(facts(entry),
                versions.of(entry.dagId(), entry.currentVersion(), entry.versionNumber()), active));
    }

    private Reply patch(Request request) {
        boolean paused = wantsPaused(request);
        DagEntry before = dag(request);
        stored.catalog().setPaused(Set.of(before.dagId()), paused);
        tell(request, "patch_dag", before, paused);
        return get(request);
    }

    /** Pauses or unpauses the DAGs of one page of the list, as Airflow does. */
    private Reply patchMany(Request request) {
        boolean paused = wantsPaused(request);
        Optional<DagQuery> wanted = DagFilters.of(request);
        if (wanted.isEmpty()) {
            return Lists.empty(ROWS);
        }
        Page<DagEntry> page = Lists.page(() -> stored.catalog().list(wanted.get(), request.query().paging()));
        stored.catalog().setPaused(page.rows().stream().map(DagEntry::dagId).toList(), paused);
        page.rows()
                .stream()
                .filter(before -> before.paused() != paused)
                .forEach(before -> tell(request, "patch_dags", before, paused));
        List<DagEntry> after = page.rows()
                .stream()
                .map(before -> stored.catalog().find(before.dagId()))
                .flatMap(Optional::stream)
                .toList();
        return Lists.of(ROWS, () -> new Page<>(after, page.total()), this::view);
    }

    private Reply delete(Request request) {
        DagEntry entry = dag(request);
        switch (stored.catalog().delete(entry.dagId())) {
            case UNKNOWN -> throw Finder.noDag(entry.dagId());
            case HAS_UNFINISHED_RUNS -> throw Problem.of(409, "Task instances of dag with id: '" + entry.dagId()
                    + "' are still running: runs of it are queued or running; wait for them, or mark them first");
            case DONE -> stored.audit()
                    .record(request, "delete_dag", EventSubject.dag(entry.dagId()),
                            Json.object()
                                    .put(IS_PAUSED, entry.paused())
                                    .put("fileloc", entry.file())
                                    .put("version_number", entry.versionNumber()),
                            null);
        }
        String words = "The DAG with dag_id '" + entry.dagId() + "' was deleted";
        return Reply.ok(Json.object()
                .put("detail", entry.stale() ? words
                        : words + "; its file " + entry.file()
                                + " is still there, so the next import brings it back, unpaused and without its runs"));
    }

    private static boolean wantsPaused(Request request) {
        List<String> mask = request.query().texts("update_mask");
        if (!mask.isEmpty() && !mask.equals(List.of(IS_PAUSED))) {
            throw Problem.of(400, "Only `is_paused` field can be updated through the REST API");
        }
        Boolean paused = request.body().only(Set.of(IS_PAUSED)).flag(IS_PAUSED);
        if (paused == null) {
            throw Body.invalid("missing", IS_PAUSED, "true or false is expected");
        }
        return paused;
    }

    private void tell(Request request, String event, DagEntry before, boolean paused) {
        stored.audit()
                .record(request, event, EventSubject.dag(before.dagId()),
                        Json.object().put(IS_PAUSED, before.paused()), Json.object().put(IS_PAUSED, paused));
    }

    private DagEntry dag(Request request) {
        String dagId = request.value("dag_id");
        return stored.catalog().find(dagId).orElseThrow(() -> Finder.noDag(dagId));
    }

    private ObjectNode view(DagEntry entry) {
        return DagView.of(facts(entry));
    }

    private Facts facts(DagEntry entry) {
        Dag dag = entry.currentVersion() == null ? null : stored.dags().dag(entry.currentVersion()).orElse(null);
        return new Facts(entry, dag, host.withinDagFolder(entry.file()));
    }
}
