// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.dags;

import io.dexaflow.rest.internal.http.Body;
import io.dexaflow.rest.internal.http.Bulk;
import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.store.Readings.TaskRow;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The task instances of one bulk request. They can be updated only: tasks come from DAG files, and a task instance goes
 * with its run.
 */
final class BulkTasks implements Bulk.Kind<BulkTasks.Entity> {

    private static final String DAG = "dag_id";
    private static final String RUN = "dag_run_id";
    private static final String TASK = "task_id";
    private static final String INDEX = "map_index";

    private final Request request;
    private final Finder finder;
    private final TaskChanges changes;
    private final Map<String, Name> names = new HashMap<>();

    BulkTasks(Request request, Finder finder, TaskChanges changes) {
        this.request = request;
        this.finder = finder;
        this.changes = changes;
    }

    /** A task instance and what is to become of it. */
    record Entity(String key, TaskPatch patch) {}

    private record Name(String dagId, String dagRunId, String taskId) {}

    @Override
    public void allow(String action) {
        if (!action.equals("update")) {
            throw Problem.of(405, "Task instances bulk " + action + " is not supported: tasks come from DAG files,"
                    + " and a task instance goes with its run");
        }
    }

    @Override
    public Entity read(Body body, List<String> mask) {
        Set<String> known = new HashSet<>(TaskPatch.FIELDS);
        known.addAll(Set.of(DAG, RUN, TASK, INDEX));
        body.only(known);
        return new Entity(key(body), TaskPatch.read(body, mask));
    }

    @Override
    public String key(Entity entity) {
        return entity.key();
    }

    /** Airflow's: DAG, run and task, and an index after the name of a task that is mapped. */
    @Override
    public String key(Body body) {
        Name name =
                new Name(of(body, DAG), of(body, RUN), body.required(TASK, body.text(TASK, RunResource.LONGEST_TEXT)));
        Integer index = body.wholeNumber(INDEX);
        boolean unmapped = index == null || index == Mapped.UNMAPPED;
        String key = name.dagId() + "." + name.dagRunId() + "." + name.taskId() + "["
                + (unmapped ? Mapped.UNMAPPED : index) + "]";
        if (unmapped) {
            names.put(key, name);
        }
        return key;
    }

    /** What the body says, or else the path, which may leave it to the body; they must not say two things. */
    private String of(Body body, String field) {
        String inPath = request.value(field);
        String inBody = body.text(field, RunResource.LONGEST_TEXT);
        if (inPath.equals(Paths.ALL)) {
            return body.required(field, inBody);
        }
        if (inBody != null && !inBody.equals(inPath)) {
            throw Body.invalid("value_error", field, "the path says " + inPath);
        }
        return inPath;
    }

    @Override
    public boolean exists(String key) {
        return find(key).isPresent();
    }

    private Optional<TaskRow> find(String key) {
        Name name = names.get(key);
        return name == null ? Optional.empty() : finder.task(name.dagId(), name.dagRunId(), name.taskId());
    }

    @Override
    public void create(Request by, Entity entity) {
        allow("create");
    }

    @Override
    public void update(Request by, Entity entity, List<String> mask) {
        changes.apply(by, find(entity.key())
                .orElseThrow(() -> Problem.notFound("there are none of: " + entity.key())), entity.patch());
    }

    @Override
    public void delete(Request by, String key) {
        allow("delete");
    }
}
