// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.dags;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.model.Dag;
import io.dexaflow.model.RunState;
import io.dexaflow.model.Task;
import io.dexaflow.rest.internal.http.Body;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.Query;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.rest.internal.http.RestHost;
import io.dexaflow.rest.internal.http.Route;
import io.dexaflow.rest.internal.view.DagView;
import io.dexaflow.rest.internal.view.DagView.Facts;
import io.dexaflow.rest.internal.view.TaskView;
import io.dexaflow.rest.internal.view.Versions;
import io.dexaflow.store.DagLedger;
import io.dexaflow.store.Readings;
import io.dexaflow.store.Readings.DagFilter;
import io.dexaflow.store.Readings.DagRow;
import io.dexaflow.store.Readings.ImportErrorRow;
import io.dexaflow.store.Readings.Page;
import io.dexaflow.store.Readings.Paging;
import io.dexaflow.store.Readings.RunFilter;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** DAGs and their tasks. */
final class DagResource {

    private static final Paging ALL_ERRORS = new Paging(0, 1000, null);
    private static final Paging NOTHING = new Paging(0, 0, null);
    private static final String IS_PAUSED = "is_paused";

    private final RestHost host;
    private final Readings readings;
    private final DagLedger dags;
    private final Finder finder;
    private final Versions versions;

    DagResource(RestHost host, Readings readings, DagLedger dags) {
        this.host = host;
        this.readings = readings;
        this.dags = dags;
        this.finder = new Finder(readings);
        this.versions = new Versions(readings);
    }

    List<Route> routes() {
        return List.of(Route.of("GET", Paths.DAGS, this::list), Route.of("GET", Paths.DAG, this::get),
                Route.of("PATCH", Paths.DAG, this::patch), Route.of("GET", Paths.DAG + "/details", this::details),
                Route.of("GET", Paths.DAG + "/tasks", this::tasks),
                Route.of("GET", Paths.DAG + "/tasks/{task_id}", this::task));
    }

    private Reply list(Request request) {
        Query query = request.query().heeding("tags", "dag_id_pattern");
        Set<String> tags = new HashSet<>(query.texts("tags"));
        if (tags.size() > 1 && "all".equals(query.text("tags_match_mode"))) {
            throw Problem.of(400, "tags_match_mode=all is not supported yet; without it any of the tags is enough");
        }
        boolean withStale = Boolean.FALSE.equals(query.flag("exclude_stale"));
        DagFilter filter =
                new DagFilter(pattern(query.text("dag_id_pattern")), query.flag("paused"), withStale, tags);
        Page<DagRow> page = Finder.page(() -> readings.dags(filter, query.paging()));
        Set<String> broken = brokenFiles();
        ObjectNode json = Json.object();
        ArrayNode rows = json.putArray("dags");
        page.rows().forEach(row -> rows.add(DagView.of(facts(row, broken))));
        return Reply.ok(json.put("total_entries", page.total()));
    }

    private Reply get(Request request) {
        return Reply.ok(DagView.of(facts(finder.dag(request), brokenFiles())));
    }

    private Reply details(Request request) {
        DagRow row = finder.dag(request);
        long active = readings.runs(new RunFilter(row.dagId(), Set.of(RunState.QUEUED, RunState.RUNNING), Set.of()),
                NOTHING).total();
        return Reply.ok(DagView.details(facts(row, brokenFiles()),
                versions.of(row.dagId(), row.currentVersion(), row.versionNumber()), active));
    }

    private Reply patch(Request request) {
        List<String> mask = request.query().texts("update_mask");
        if (!mask.isEmpty() && !mask.equals(List.of(IS_PAUSED))) {
            throw Problem.of(400, "only is_paused can be changed");
        }
        Boolean paused = request.body().only(Set.of(IS_PAUSED)).flag(IS_PAUSED);
        if (paused == null) {
            throw Body.invalid("missing", IS_PAUSED, "true or false is expected");
        }
        finder.dag(request);
        readings.setPaused(request.value("dag_id"), paused);
        return get(request);
    }

    private Reply tasks(Request request) {
        Dag dag = current(request);
        String order = request.query().text("order_by");
        boolean descending = "-task_id".equals(order);
        if (order != null && !order.isEmpty() && !descending && !order.equals("task_id")) {
            throw Problem.of(400, "cannot order by " + order + "; there is task_id");
        }
        Comparator<Task> byId = Comparator.comparing(Task::taskId);
        ObjectNode json = Json.object();
        ArrayNode rows = json.putArray("tasks");
        dag.tasks()
                .stream()
                .sorted(descending ? byId.reversed() : byId)
                .forEach(task -> rows.add(TaskView.of(dag, task)));
        return Reply.ok(json.put("total_entries", dag.tasks().size()));
    }

    private Reply task(Request request) {
        Dag dag = current(request);
        String taskId = request.value("task_id");
        return dag.tasks()
                .stream()
                .filter(task -> task.taskId().equals(taskId))
                .findFirst()
                .map(task -> Reply.ok(TaskView.of(dag, task)))
                .orElseThrow(() -> Problem.notFound("The task with task_id '" + taskId + "' was not found"));
    }

    private Dag current(Request request) {
        DagRow row = finder.dag(request);
        return version(row) == null ? new Dag(row.dagId(), null, null, null, null, null, null, List.of())
                : version(row);
    }

    private Dag version(DagRow row) {
        return row.currentVersion() == null ? null : dags.dag(row.currentVersion()).orElse(null);
    }

    private Facts facts(DagRow row, Set<String> broken) {
        return new Facts(row, version(row), host.withinDagFolder(row.file()), broken.contains(row.file()));
    }

    private Set<String> brokenFiles() {
        return readings.importErrors(ALL_ERRORS)
                .rows()
                .stream()
                .map(ImportErrorRow::file)
                .collect(Collectors.toSet());
    }

    /** Airflow's pattern is SQL's; ours is a part of the id, so its percent signs at the ends say nothing new. */
    private static String pattern(String given) {
        if (given == null || given.isEmpty() || given.equals("~")) {
            return null;
        }
        String part = given.replaceAll("^%+|%+$", "");
        return part.isEmpty() ? null : part;
    }
}
