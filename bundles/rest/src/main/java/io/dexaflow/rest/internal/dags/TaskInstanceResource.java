// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.dags;

import io.dexaflow.control.RunControl;
import io.dexaflow.control.TaskSelection.Reach;
import io.dexaflow.model.TaskState;
import io.dexaflow.rest.internal.http.Body;
import io.dexaflow.rest.internal.http.Bulk;
import io.dexaflow.rest.internal.http.Query;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.rest.internal.http.Route;
import io.dexaflow.store.Readings.TaskFilter;
import io.dexaflow.store.Readings.TaskRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Task instances: lists, verdicts and notes. */
final class TaskInstanceResource {

    private static final String DRY_RUN = "/dry_run";
    private static final Map<String, String> SEARCH_FIELDS = Map.of("dag_ids", "dag_id", "dag_run_ids", "dag_run_id",
            "task_ids", "task_id", "state", "state", "pool", "pool", "queue", "queue", "executor", "executor");

    private final StoredDags stored;
    private final RunControl control;
    private final Finder finder;
    private final TaskLists lists;
    private final TaskChanges changes;

    TaskInstanceResource(StoredDags stored, RunControl control) {
        this.stored = stored;
        this.control = control;
        this.finder = new Finder(stored.readings());
        this.lists = new TaskLists(stored.versions());
        this.changes = new TaskChanges(stored, control);
    }

    List<Route> routes() {
        List<Route> routes = new ArrayList<>(List.of(Route.of("GET", Paths.INSTANCES, this::list),
                Route.of("PATCH", Paths.INSTANCES, this::bulk),
                Route.of("POST", Paths.INSTANCES + "/list", this::search)));
        for (String instance : List.of(Paths.INSTANCE, Paths.UNMAPPED_INSTANCE)) {
            routes.add(Route.of("GET", instance, this::get));
            routes.add(Route.of("PATCH", instance, this::patch));
            routes.add(Route.of("PATCH", instance + DRY_RUN, this::dryRun));
        }
        return routes;
    }

    private Reply list(Request request) {
        return list(request, request.query());
    }

    private Reply search(Request request) {
        return list(request, SearchBody.query(request.body(), SEARCH_FIELDS));
    }

    /** Of a run, of all runs of a DAG, or of all there are. */
    private Reply list(Request request, Query query) {
        finder.checkNamed(request);
        TaskFilter filter = new TaskFilter(Paths.wanted(request, "dag_id"), Paths.wanted(request, "dag_run_id"),
                Finder.states(query, "state", TaskInstanceResource::state), Filters.ofTasks(query));
        return lists.page(() -> stored.readings().tasks(filter, query.paging()));
    }

    private Reply get(Request request) {
        return Reply.ok(lists.view(finder.task(request)));
    }

    private TaskPatch read(Request request) {
        Mapped.check(request);
        return TaskPatch.read(request.body().only(TaskPatch.FIELDS), request.query().texts("update_mask"));
    }

    private Reply dryRun(Request request) {
        TaskPatch patch = read(request);
        TaskRow task = finder.task(request);
        return patch.verdict() == null ? lists.reply(List.of(task))
                : lists.reply(control.settleTasks(patch.of(task), patch.verdict(), true, request.by()));
    }

    /** A user's verdict (R19), a note, or both; the answer is a list, as they may reach further than one. */
    private Reply patch(Request request) {
        TaskPatch patch = read(request);
        return lists.reply(changes.apply(request, finder.task(request), patch));
    }

    private Reply bulk(Request request) {
        return new Bulk<>(new BulkTasks(request, finder, changes)).answer(request);
    }

    /** How far beyond a task instance a request reaches. */
    static Reach reach(Body body) {
        return new Reach(body.flag("include_upstream", false), body.flag("include_downstream", false),
                body.flag("include_future", false), body.flag("include_past", false));
    }

    /** Airflow's filter knows a task instance without a state under these names. */
    private static TaskState state(String name) {
        return switch (name) {
            case "none", "null", "no_status" -> TaskState.NONE;
            default -> TaskState.ofWire(name);
        };
    }
}
