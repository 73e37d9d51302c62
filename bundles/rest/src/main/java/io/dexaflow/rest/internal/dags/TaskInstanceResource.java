// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.dags;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.control.RunControl;
import io.dexaflow.model.TaskState;
import io.dexaflow.rest.internal.http.Body;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.Query;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.rest.internal.http.Route;
import io.dexaflow.rest.internal.view.TaskInstanceView;
import io.dexaflow.rest.internal.view.Versions;
import io.dexaflow.rest.internal.view.XComView;
import io.dexaflow.store.Readings;
import io.dexaflow.store.Readings.Page;
import io.dexaflow.store.Readings.RunRow;
import io.dexaflow.store.Readings.TaskFilter;
import io.dexaflow.store.Readings.TaskRow;
import io.dexaflow.store.Readings.XComRow;
import java.util.List;
import java.util.Set;

/** Task instances and what they left behind. */
final class TaskInstanceResource {

    private static final String XCOMS = Paths.INSTANCE + "/xcomEntries";
    private static final String UNMAPPED = "-1";

    private static final Set<String> PATCH_FIELDS =
            Set.of("new_state", "note", "include_upstream", "include_downstream",
                    "include_future", "include_past");
    private static final int LONGEST_STATE = 100;
    private static final String NOT_YET = "not supported yet";

    private final Readings readings;
    private final RunControl control;
    private final Finder finder;
    private final Versions versions;

    TaskInstanceResource(Readings readings, RunControl control) {
        this.control = control;
        this.readings = readings;
        this.finder = new Finder(readings);
        this.versions = new Versions(readings);
    }

    List<Route> routes() {
        return List.of(Route.of("GET", Paths.INSTANCES, this::list), Route.of("GET", Paths.INSTANCE, this::get),
                Route.of("PATCH", Paths.INSTANCE, this::patch),
                Route.of("PATCH", Paths.INSTANCE + "/" + UNMAPPED, this::patch),
                Route.of("GET", XCOMS, this::xcoms), Route.of("GET", XCOMS + "/{xcom_key}", this::xcom),
                Route.of("GET", Paths.INSTANCE + "/" + UNMAPPED, this::get));
    }

    private Reply list(Request request) {
        Query query = request.query().heeding("state");
        RunRow run = finder.run(request);
        TaskFilter filter = new TaskFilter(run.dagId(), run.dagRunId(),
                Finder.states(request, "state", TaskInstanceResource::state));
        Page<TaskRow> page = Finder.page(() -> readings.tasks(filter, query.paging()));
        ObjectNode json = Json.object();
        ArrayNode rows = json.putArray("task_instances");
        page.rows().forEach(row -> rows.add(view(row)));
        return Reply.ok(json.put("total_entries", page.total()));
    }

    private Reply get(Request request) {
        return Reply.ok(view(finder.task(request)));
    }

    /** A user's verdict (R19); the answer is a list, as one may reach further in Airflow. */
    private Reply patch(Request request) {
        Body body = request.body().only(PATCH_FIELDS).without("note", NOT_YET);
        for (String reach : List.of("include_upstream", "include_downstream", "include_future", "include_past")) {
            if (Boolean.TRUE.equals(body.flag(reach))) {
                throw Body.invalid("value_error", reach, NOT_YET);
            }
        }
        String wanted = body.text("new_state", LONGEST_STATE);
        TaskState verdict = switch (wanted) {
            case "success" -> TaskState.SUCCESS;
            case "failed" -> TaskState.FAILED;
            case "skipped" -> TaskState.SKIPPED;
            case null -> throw Body.invalid("missing", "new_state", "success, failed or skipped is expected");
            default -> throw Body.invalid("enum", "new_state", "success, failed or skipped is expected");
        };
        TaskRow task = finder.task(request);
        control.settleTask(task.dagId(), task.dagRunId(), task.taskId(), verdict, RunResource.ASKER);
        ObjectNode json = Json.object();
        json.putArray("task_instances").add(view(finder.task(request)));
        return Reply.ok(json.put("total_entries", 1));
    }

    private Reply xcoms(Request request) {
        Query query = request.query().heeding();
        TaskRow task = finder.task(request);
        RunRow run = finder.run(request);
        Page<XComRow> page = Finder.page(() -> readings.xcoms(run.id(), task.taskId(), query.paging()));
        ObjectNode json = Json.object();
        ArrayNode rows = json.putArray("xcom_entries");
        page.rows().forEach(row -> rows.add(XComView.of(run, row)));
        return Reply.ok(json.put("total_entries", page.total()));
    }

    private Reply xcom(Request request) {
        RunRow run = finder.run(request);
        String key = request.value("xcom_key");
        boolean asText = Boolean.TRUE.equals(request.query().flag("stringify"));
        XComRow row = readings.xcom(run.id(), request.value("task_id"), key)
                .orElseThrow(() -> Problem.notFound("The XCom entry with key '" + key + "' was not found"));
        return Reply.ok(XComView.withValue(run, row, asText));
    }

    /** Airflow's filter knows a task instance without a state under these names. */
    private static TaskState state(String name) {
        return switch (name) {
            case "none", "null", "no_status" -> TaskState.NONE;
            default -> TaskState.ofWire(name);
        };
    }

    private ObjectNode view(TaskRow row) {
        return TaskInstanceView.of(row, versions.of(row.dagId(), row.versionId(), row.versionNumber()));
    }
}
