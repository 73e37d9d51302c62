// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal;

import io.dexaflow.dagfiles.internal.check.TaskGraph;
import io.dexaflow.dagfiles.internal.check.Times;
import io.dexaflow.dagfiles.internal.tree.Node;
import io.dexaflow.model.Callback;
import io.dexaflow.model.Dag;
import io.dexaflow.model.Limits;
import io.dexaflow.model.Schedule;
import io.dexaflow.model.Task;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes the normalised DAG of a file that is known to be valid. */
final class DagBuilder {

    private final Node.Mapping root;
    private final TaskGraph graph;
    private final TaskBuilder tasks;

    /**
     * @param folder the file's folder, absolute: where tasks work that say nothing else
     */
    DagBuilder(Node.Mapping root, TaskGraph graph, Path folder) {
        this.root = root;
        this.graph = graph;
        this.tasks = new TaskBuilder(root.mapping("default_args"), folder);
    }

    Dag build() {
        List<Task> ordered = graph.order()
                .stream()
                .map(graph.tasks()::get)
                .map(task -> tasks.build(task, graph.upstreams(task)))
                .toList();
        return new Dag(root.string("dag_id"), root.string("description"), schedule(), limits(),
                root.items("tags").stream().map(DagBuilder::text).toList(), params(), callback(root), ordered);
    }

    private Schedule schedule() {
        String expression = root.string("schedule");
        String name = root.string("timezone");
        ZoneId zone = name == null ? Schedule.MANUAL.timezone() : Times.zone(name).orElseThrow();
        boolean manual = expression == null || expression.isBlank();
        return new Schedule(manual ? null : String.join(" ", expression.strip().split("\\s+")), zone,
                date("start_date", zone), date("end_date", zone), Boolean.TRUE.equals(value(root, "catchup")));
    }

    private Instant date(String key, ZoneId zone) {
        String text = root.string(key);
        return text == null ? null : Times.instant(text, zone).orElseThrow();
    }

    private Limits limits() {
        return new Limits(number(root, "max_active_runs", Limits.DEFAULT.maxActiveRuns()),
                number(root, "max_active_tasks", Limits.DEFAULT.maxActiveTasks()));
    }

    private Map<String, Object> params() {
        Map<String, Object> params = new LinkedHashMap<>();
        root.mapping("params").entries().forEach((key, entry) -> params.put(key, entry.value().toValue()));
        return params;
    }

    /** The callback of a DAG, of a task or of the default arguments; null for none. */
    static Callback callback(Node.Mapping owner) {
        if (!(owner.get("on_failure_callback") instanceof Node.Mapping callback)) {
            return null;
        }
        return new Callback(callback.string("url"), callback.items("command").stream().map(DagBuilder::text).toList());
    }

    /** A scalar as text, as the author wrote it. */
    static String text(Node node) {
        return ((Node.Scalar) node).text();
    }

    /** A key's value; null for none. */
    static Object value(Node.Mapping owner, String key) {
        Node node = owner.get(key);
        return node == null ? null : node.toValue();
    }

    /** A key's whole number. */
    static int number(Node.Mapping owner, String key, int otherwise) {
        return value(owner, key) instanceof Number number ? number.intValue() : otherwise;
    }
}
