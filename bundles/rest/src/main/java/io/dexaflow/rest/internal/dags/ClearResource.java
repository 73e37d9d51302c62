// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.dags;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.control.RunControl;
import io.dexaflow.control.RunControl.ClearRequest;
import io.dexaflow.control.TaskSelection;
import io.dexaflow.control.TaskSelection.Reach;
import io.dexaflow.model.TaskState;
import io.dexaflow.rest.internal.http.Body;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.rest.internal.http.Route;
import io.dexaflow.rest.internal.view.RunView;
import io.dexaflow.rest.internal.view.Versions;
import io.dexaflow.store.EventLedger.EventSubject;
import io.dexaflow.store.Readings.DagRow;
import io.dexaflow.store.Readings.RunRow;
import io.dexaflow.store.Readings.TaskRow;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Clears task instances, as Airflow's API has it. */
final class ClearResource {

    private static final Set<TaskState> FAILED =
            Set.of(TaskState.FAILED, TaskState.UPSTREAM_FAILED, TaskState.UP_FOR_RETRY);
    private static final Set<TaskState> RUNNING = Set.of(TaskState.RUNNING);
    private static final String DRY_RUN = "dry_run";
    private static final String ONLY_FAILED = "only_failed";
    private static final String ONLY_RUNNING = "only_running";
    private static final String LATEST = "run_on_latest_version";
    private static final String TASKS = "task_ids";
    private static final Set<String> TASK_FIELDS = Set.of(DRY_RUN, ONLY_FAILED, ONLY_RUNNING, LATEST, TASKS,
            "dag_run_id", "start_date", "end_date", "include_upstream", "include_downstream", "include_future",
            "include_past", "reset_dag_runs", "prevent_running_task");

    private final StoredDags stored;
    private final RunControl control;
    private final Finder finder;
    private final Versions versions;
    private final TaskLists lists;

    ClearResource(StoredDags stored, RunControl control) {
        this.stored = stored;
        this.control = control;
        this.finder = new Finder(stored.readings());
        this.versions = stored.versions();
        this.lists = new TaskLists(versions);
    }

    List<Route> routes() {
        return List.of(Route.of("POST", Paths.DAG + "/clearTaskInstances", this::clearTasks),
                Route.of("POST", Paths.RUN + "/clear", this::clearRun));
    }

    private Reply clearTasks(Request request) {
        Body body = request.body().only(TASK_FIELDS);
        DagRow dag = finder.dag(request);
        TaskSelection which = selection(dag.dagId(), body);
        boolean onlyFailed = body.flag(ONLY_FAILED, true);
        boolean onlyRunning = body.flag(ONLY_RUNNING, false);
        if (onlyFailed && onlyRunning) {
            throw Body.invalid("value_error", ONLY_RUNNING, "only_failed and only_running both are set to True");
        }
        refuseOtherVersion(body, dag, which.dagRunId());
        boolean dryRun = body.flag(DRY_RUN, true);
        ClearRequest wanted = new ClearRequest(which, onlyFailed ? FAILED : onlyRunning ? RUNNING : Set.of(),
                body.flag("reset_dag_runs", true), dryRun, request.by());
        if (body.flag("prevent_running_task", false)) {
            refuseRunning(wanted);
        }
        List<TaskRow> rows = control.clear(wanted);
        if (!dryRun) {
            tell(request, "post_clear_task_instances", which, rows);
        }
        return lists.reply(rows);
    }

    private Reply clearRun(Request request) {
        Body body = request.body().only(Set.of(DRY_RUN, ONLY_FAILED, LATEST));
        RunRow run = finder.run(request);
        TaskSelection which = TaskSelection.ofRun(run.dagId(), run.dagRunId());
        refuseOtherVersion(body, finder.dag(request), run.dagRunId());
        boolean dryRun = body.flag(DRY_RUN, true);
        List<TaskRow> rows = control.clear(new ClearRequest(which, body.flag(ONLY_FAILED, false) ? FAILED : Set.of(),
                true, dryRun, request.by()));
        if (dryRun) {
            return lists.reply(rows);
        }
        tell(request, "clear_dag_run", which, rows);
        RunRow now = finder.run(request);
        return Reply.ok(RunView.of(now, versions.of(now.dagId(), now.versionId(), now.versionNumber())));
    }

    private static TaskSelection selection(String dagId, Body body) {
        String run = body.text("dag_run_id", RunResource.LONGEST_TEXT);
        Instant from = body.time("start_date");
        Instant to = body.time("end_date");
        Reach reach = TaskInstanceResource.reach(body);
        if (run != null && (from != null || to != null)) {
            throw Body.invalid("value_error", "dag_run_id",
                    "Exactly one of dag_run_id or (start_date and end_date) must be provided");
        }
        if (run == null && (reach.future() || reach.past())) {
            throw Body.invalid("value_error", "dag_run_id", "what is past or future is so of a run; name it");
        }
        if (from != null && to != null && to.isBefore(from)) {
            throw Body.invalid("value_error", "end_date", "end_date is sooner than start_date");
        }
        return new TaskSelection(dagId, run, tasks(body), reach, from, to);
    }

    /** Task ids; a pair of one and its map index stands for it where there is no index. */
    private static Set<String> tasks(Body body) {
        JsonNode given = body.object().path(TASKS);
        if (given.isMissingNode() || given.isNull()) {
            return Set.of();
        }
        if (!given.isArray() || given.isEmpty()) {
            throw Body.invalid("value_error", TASKS, "task_ids list should have at least 1 element.");
        }
        Set<String> tasks = new HashSet<>();
        for (JsonNode one : given) {
            JsonNode id = one.isArray() && one.size() == 2 ? one.get(0) : one;
            if (!id.isTextual()) {
                throw Body.invalid("string_type", TASKS,
                        "task ids, or pairs of a task id and a map index, are expected");
            }
            if (one.isArray() && one.get(1).asInt() != Mapped.UNMAPPED) {
                throw Problem.notFound("the task '" + id.textValue() + "' has no map index " + one.get(1));
            }
            tasks.add(id.textValue());
        }
        return tasks;
    }

    /** A run stays with its version: its task instances are those of that version's tasks. */
    private void refuseOtherVersion(Body body, DagRow dag, String dagRunId) {
        if (body.flag(LATEST, false) && (dagRunId == null
                || !finder.run(dag.dagId(), dagRunId).versionId().equals(dag.currentVersion()))) {
            throw Body.invalid("value_error", LATEST, "a run stays with the DAG version that it was made of;"
                    + " trigger a new run for the latest one");
        }
    }

    private void refuseRunning(ClearRequest wanted) {
        ClearRequest dry = new ClearRequest(wanted.which(), wanted.states(), wanted.reopenRuns(), true, wanted.by());
        for (TaskRow row : control.clear(dry)) {
            if (row.state() == TaskState.RUNNING) {
                throw Problem.of(409, "Task '" + row.taskId() + "' is running in run '" + row.dagRunId() + "'");
            }
        }
    }

    private void tell(Request request, String event, TaskSelection which, List<TaskRow> rows) {
        ObjectNode after = Json.object().put("cleared", rows.size());
        rows.stream().map(TaskRow::taskId).distinct().limit(100).forEach(after.withArray(TASKS)::add);
        stored.audit()
                .record(request, event, new EventSubject(which.dagId(), which.dagRunId(), null, null, null), null,
                        after);
    }
}
