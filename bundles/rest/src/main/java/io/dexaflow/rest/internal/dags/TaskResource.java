// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.dags;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.model.Dag;
import io.dexaflow.model.Task;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.rest.internal.http.Route;
import io.dexaflow.rest.internal.view.TaskView;
import io.dexaflow.store.Readings.DagRow;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The tasks of a DAG's current version. */
final class TaskResource {

    private static final Comparator<Task> BY_ID = Comparator.comparing(Task::taskId);
    private static final Map<String, Comparator<Task>> ORDERS = Map.of("task_id", BY_ID, "task_display_name", BY_ID,
            "operator_name", Comparator.comparing(Task::operator), "pool",
            Comparator.comparing((Task task) -> task.placement().pool()), "pool_slots",
            Comparator.comparing((Task task) -> task.placement().poolSlots()), "retries",
            Comparator.comparing((Task task) -> task.retry().retries()), "trigger_rule",
            Comparator.comparing((Task task) -> task.triggerRule().wireName()));

    private final StoredDags stored;
    private final Finder finder;

    TaskResource(StoredDags stored) {
        this.stored = stored;
        this.finder = new Finder(stored.readings());
    }

    List<Route> routes() {
        return List.of(Route.of("GET", Paths.DAG + "/tasks", this::list),
                Route.of("GET", Paths.DAG + "/tasks/{task_id}", this::get));
    }

    private Reply list(Request request) {
        Comparator<Task> order = order(request.query().text("order_by"));
        Dag dag = current(request);
        ObjectNode json = Json.object();
        ArrayNode rows = json.putArray("tasks");
        dag.tasks().stream().sorted(order.thenComparing(BY_ID)).forEach(task -> rows.add(TaskView.of(dag, task)));
        return Reply.ok(json.put("total_entries", dag.tasks().size()));
    }

    private Reply get(Request request) {
        Dag dag = current(request);
        String taskId = request.value("task_id");
        return dag.tasks()
                .stream()
                .filter(task -> task.taskId().equals(taskId))
                .findFirst()
                .map(task -> Reply.ok(TaskView.of(dag, task)))
                .orElseThrow(() -> Problem.notFound("The task with task_id '" + taskId + "' was not found"));
    }

    private static Comparator<Task> order(String name) {
        if (name == null || name.isEmpty()) {
            return BY_ID;
        }
        boolean descending = name.startsWith("-");
        Comparator<Task> order = ORDERS.get(descending ? name.substring(1) : name);
        if (order == null) {
            throw Problem.of(400, "cannot order by " + name + "; there are "
                    + String.join(", ", new TreeSet<>(ORDERS.keySet())));
        }
        return descending ? order.reversed() : order;
    }

    private Dag current(Request request) {
        DagRow row = finder.dag(request);
        Dag none = new Dag(row.dagId(), null, null, null, null, null, null, List.of());
        return row.currentVersion() == null ? none : stored.dags().dag(row.currentVersion()).orElse(none);
    }
}
