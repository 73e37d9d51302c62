// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.dags;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.model.Task;
import io.dexaflow.model.TaskState;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Lists;
import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.rest.internal.http.Route;
import io.dexaflow.rest.internal.view.TryView;
import io.dexaflow.rest.internal.view.Versions;
import io.dexaflow.store.Condition;
import io.dexaflow.store.Condition.Attribute;
import io.dexaflow.store.Readings.Page;
import io.dexaflow.store.Readings.Paging;
import io.dexaflow.store.Readings.TaskFilter;
import io.dexaflow.store.Readings.TaskRow;
import io.dexaflow.store.Readings.TryRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is to be known of one task instance: its tries, what it waits for, and its links. */
final class InstanceFactsResource {

    private static final int MOST = 1000;

    private final StoredDags stored;
    private final Finder finder;
    private final Versions versions;

    InstanceFactsResource(StoredDags stored) {
        this.stored = stored;
        this.finder = new Finder(stored.readings());
        this.versions = stored.versions();
    }

    List<Route> routes() {
        List<Route> routes = new ArrayList<>();
        for (String instance : List.of(Paths.INSTANCE, Paths.UNMAPPED_INSTANCE)) {
            routes.add(Route.of("GET", instance + "/tries", this::tries));
            routes.add(Route.of("GET", instance + "/tries/{task_try_number}", this::oneTry));
            routes.add(Route.of("GET", instance + "/dependencies", this::dependencies));
        }
        routes.add(Route.of("GET", Paths.INSTANCE + "/links", this::links));
        routes.add(Route.of("GET", Paths.INSTANCE + "/externalLogUrl/{try_number}", this::externalLog));
        routes.add(Route.of("GET", Paths.INSTANCE + "/listMapped", this::mapped));
        return routes;
    }

    private Reply tries(Request request) {
        TaskRow task = task(request);
        List<TryRow> tries = stored.readings().tries(task.id());
        return Lists.of("task_instances", () -> new Page<>(tries, tries.size()), row -> view(task, row));
    }

    private Reply oneTry(Request request) {
        int number = request.number("task_try_number");
        TaskRow task = task(request);
        return stored.readings()
                .tries(task.id())
                .stream()
                .filter(row -> row.tryNumber() == number)
                .findFirst()
                .map(row -> Reply.ok(view(task, row)))
                .orElseThrow(() -> Problem.notFound("The task instance of task '" + task.taskId() + "' in run '"
                        + task.dagRunId() + "' has no try " + number));
    }

    private ObjectNode view(TaskRow task, TryRow row) {
        return TryView.of(task, row, versions.of(task.dagId(), task.versionId(), task.versionNumber()));
    }

    /** Why it does not start, as far as its row and those before it say; {@code why} says more. */
    private Reply dependencies(Request request) {
        TaskRow task = task(request);
        ObjectNode json = Json.object();
        ArrayNode waits = json.putArray("dependencies");
        if (task.state() == TaskState.NONE) {
            for (TaskRow other : upstream(task)) {
                if (!other.state().isTerminal()) {
                    waits.addObject()
                            .put("name", "Trigger Rule")
                            .put("reason", "Task's upstream '" + other.taskId() + "' is "
                                    + (other.state() == TaskState.NONE ? "not started" : other.state().wireName()));
                }
            }
        } else if (task.state() != TaskState.SCHEDULED) {
            waits.addObject()
                    .put("name", "Task Instance State")
                    .put("reason", "Task is in the '" + task.state().wireName() + "' state.");
        }
        return Reply.ok(json);
    }

    private List<TaskRow> upstream(TaskRow task) {
        Set<String> before = stored.dags()
                .dag(task.versionId())
                .flatMap(dag -> dag.tasks().stream().filter(t -> t.taskId().equals(task.taskId())).findFirst())
                .map(Task::dependsOn)
                .map(Set::copyOf)
                .orElse(Set.of());
        return before.isEmpty() ? List.of()
                : stored.readings()
                        .tasks(new TaskFilter(task.dagId(), task.dagRunId(), Set.of(),
                                List.of(new Condition.OneOf(Attribute.TASK_ID, before))), new Paging(0, MOST, null))
                        .rows();
    }

    private Reply links(Request request) {
        TaskRow task = task(request);
        ObjectNode json = Json.object();
        ObjectNode links = json.putObject("extra_links");
        JsonNode kept = Json.stored(stored.readings().links(task.id()).orElse("{}"));
        for (Map.Entry<String, JsonNode> link : kept.properties()) {
            links.put(link.getKey(), link.getValue().asText());
        }
        return Reply.ok(json.put("total_entries", links.size()));
    }

    private Reply externalLog(Request request) {
        request.number("try_number");
        task(request);
        throw Problem.notFound("Task log handler does not support external logs.");
    }

    private Reply mapped(Request request) {
        TaskRow task = task(request);
        throw Problem.notFound("Task id " + task.taskId() + " is not mapped");
    }

    private TaskRow task(Request request) {
        Mapped.check(request);
        return finder.task(request);
    }
}
