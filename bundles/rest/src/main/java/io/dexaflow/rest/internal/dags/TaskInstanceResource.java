// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.dags;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.control.RunControl;
import io.dexaflow.control.TaskSelection;
import io.dexaflow.control.TaskSelection.Reach;
import io.dexaflow.model.TaskState;
import io.dexaflow.rest.internal.http.Body;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Query;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.rest.internal.http.Route;
import io.dexaflow.store.EventLedger.EventSubject;
import io.dexaflow.store.Readings.RunRow;
import io.dexaflow.store.Readings.TaskFilter;
import io.dexaflow.store.Readings.TaskRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Task instances: lists, verdicts and notes. */
final class TaskInstanceResource {

    private static final String ALL = "~";
    private static final String DRY_RUN = "/dry_run";
    private static final Set<String> PATCH_FIELDS = Set.of("new_state", "note", "include_upstream",
            "include_downstream", "include_future", "include_past");
    private static final Map<String, String> SEARCH_FIELDS = Map.of("dag_ids", "dag_id", "dag_run_ids", "dag_run_id",
            "task_ids", "task_id", "state", "state", "pool", "pool", "queue", "queue", "executor", "executor");

    private final StoredDags stored;
    private final RunControl control;
    private final Finder finder;
    private final TaskLists lists;

    TaskInstanceResource(StoredDags stored, RunControl control) {
        this.stored = stored;
        this.control = control;
        this.finder = new Finder(stored.readings());
        this.lists = new TaskLists(stored.versions());
    }

    List<Route> routes() {
        List<Route> routes = new ArrayList<>(List.of(Route.of("GET", Paths.INSTANCES, this::list),
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
        String dagId = wanted(request, "dag_id");
        String runId = wanted(request, "dag_run_id");
        if (dagId != null && runId != null) {
            RunRow run = finder.run(request);
            runId = run.dagRunId();
        } else if (dagId != null) {
            dagId = finder.dag(request).dagId();
        }
        TaskFilter filter = new TaskFilter(dagId, runId, Finder.states(query, "state", TaskInstanceResource::state),
                Filters.ofTasks(query));
        return lists.page(() -> stored.readings().tasks(filter, query.paging()));
    }

    private static String wanted(Request request, String name) {
        String value = request.value(name);
        return ALL.equals(value) ? null : value;
    }

    private Reply get(Request request) {
        return Reply.ok(lists.view(finder.task(request)));
    }

    /**
     * What a patch asks for.
     *
     * @param task the one that it names, as it was
     * @param verdict null for none
     * @param noted whether there is a note, which may be none
     */
    private record Patch(TaskRow task, TaskSelection which, TaskState verdict, boolean noted, String note) {}

    private Patch read(Request request) {
        Mapped.check(request);
        Body body = request.body().only(PATCH_FIELDS);
        Reach reach = reach(body);
        Body changes = body.masked(request.query().texts("update_mask"));
        TaskState verdict = verdict(changes.text("new_state", RunResource.LONGEST_TEXT));
        String note = changes.text("note", RunResource.LONGEST_TEXT);
        boolean noted = changes.object().hasNonNull("note") || verdict == null && changes.object().has("note");
        if (verdict == null && !noted) {
            throw Body.invalid("missing", "new_state", "success, failed or skipped, or a note, is expected");
        }
        TaskRow task = finder.task(request);
        TaskSelection.One one = new TaskSelection.One(task.dagId(), task.dagRunId(), task.taskId());
        return new Patch(task, TaskSelection.of(one, reach), verdict, noted, note);
    }

    private Reply dryRun(Request request) {
        Patch patch = read(request);
        return patch.verdict() == null ? lists.reply(List.of(patch.task()))
                : lists.reply(control.settleTasks(patch.which(), patch.verdict(), true, request.by()));
    }

    /** A user's verdict (R19), a note, or both; the answer is a list, as they may reach further than one. */
    private Reply patch(Request request) {
        Patch patch = read(request);
        TaskRow before = patch.task();
        List<TaskRow> rows = List.of();
        if (patch.verdict() != null) {
            rows = control.settleTasks(patch.which(), patch.verdict(), false, request.by());
        }
        if (patch.noted()) {
            rows = control.noteTasks(patch.which(), patch.note());
        }
        stored.audit()
                .record(request, "patch_task_instance", new EventSubject(before.dagId(), before.dagRunId(),
                        before.taskId(), before.tryNumber(), before.logicalDate()), facts(before),
                        facts(finder.task(request)).put("task_instances", rows.size()));
        return lists.reply(rows);
    }

    private static ObjectNode facts(TaskRow task) {
        return Json.object().put("state", task.state().wireName()).put("note", task.note());
    }

    private static TaskState verdict(String wanted) {
        return switch (wanted) {
            case null -> null;
            case "success" -> TaskState.SUCCESS;
            case "failed" -> TaskState.FAILED;
            case "skipped" -> TaskState.SKIPPED;
            default -> throw Body.invalid("enum", "new_state", "success, failed or skipped is expected");
        };
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
