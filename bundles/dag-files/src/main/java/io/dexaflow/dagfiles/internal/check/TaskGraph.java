// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.check;

import io.dexaflow.dagfiles.internal.tree.KeyPath;
import io.dexaflow.dagfiles.internal.tree.Node;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/** The tasks of a file and what depends on what. It is made of what can be read, however wrong the rest is. */
public final class TaskGraph {

    /** A longer cycle is not named whole. */
    private static final int SHOWN = 12;

    private final List<TaskEntry> tasks = new ArrayList<>();
    private final Map<String, TaskEntry> byId = new LinkedHashMap<>();
    private final List<Set<Integer>> direct = new ArrayList<>();

    /** The same as {@code direct}, for a walk that every task with an XCom makes. */
    private int[][] upward;

    /** Asked for task by task: one answer is kept. */
    private BitSet ancestors;
    private int askedFor = -1;

    /**
     * A task as the file has it.
     *
     * @param index its place in the file, from 0
     * @param id its id; null where there is none
     * @param key its key path, as {@code tasks[2]}
     */
    public record TaskEntry(int index, String id, String key, Node.Mapping node) {}

    private TaskGraph() {}

    /** The graph of a file's tasks; what is wrong with ids and upstreams is added to the problems. */
    public static TaskGraph of(Node.Mapping root, Problems problems) {
        TaskGraph graph = new TaskGraph();
        List<Node> items = root.items("tasks");
        for (int i = 0; i < items.size(); i++) {
            if (items.get(i) instanceof Node.Mapping task) {
                graph.add(new TaskEntry(graph.tasks.size(), task.string("task_id"), KeyPath.of("tasks", i), task),
                        problems);
            }
        }
        graph.tasks.forEach(task -> graph.connect(task, problems));
        graph.refuseCycle(problems);
        return graph;
    }

    private void add(TaskEntry task, Problems problems) {
        tasks.add(task);
        direct.add(new LinkedHashSet<>());
        TaskEntry before = task.id() == null ? null : byId.putIfAbsent(task.id(), task);
        if (before != null) {
            problems.add(task.node().get("task_id").mark(), KeyPath.of(task.key(), "task_id"), "\"" + task.id()
                    + "\" is there twice; the first one is in line " + before.node().get("task_id").mark().line());
        }
    }

    private void connect(TaskEntry task, Problems problems) {
        List<Node> upstreams = task.node().items("depends_on");
        for (int i = 0; i < upstreams.size(); i++) {
            if (!(upstreams.get(i) instanceof Node.Scalar scalar && scalar.value() instanceof String name)) {
                continue;
            }
            String key = KeyPath.of(KeyPath.of(task.key(), "depends_on"), i);
            TaskEntry upstream = byId.get(name);
            if (name.equals(task.id())) {
                problems.add(scalar.mark(), key, "\"" + name + "\" depends on itself");
            } else if (upstream == null) {
                problems.add(scalar.mark(), key, "there is no task \"" + name + "\""
                        + Nearest.hint(name, byId.keySet()));
            } else {
                direct.get(task.index()).add(upstream.index());
            }
        }
    }

    private void refuseCycle(Problems problems) {
        List<Integer> order = order();
        if (order.size() == tasks.size()) {
            return;
        }
        BitSet rest = new BitSet();
        rest.set(0, tasks.size());
        order.forEach(rest::clear);
        List<String> ids = cycle(rest).stream().map(index -> tasks.get(index).id()).toList();
        TaskEntry last = byId.get(ids.getLast());
        problems.add(last.node().get("depends_on").mark(), KeyPath.of(last.key(), "depends_on"),
                "the tasks wait for each other: " + String.join(" → ", shortened(ids)) + " → " + ids.getFirst());
    }

    private static List<String> shortened(List<String> ids) {
        if (ids.size() <= SHOWN) {
            return ids;
        }
        List<String> shown = new ArrayList<>(ids.subList(0, SHOWN - 1));
        shown.add("… (" + (ids.size() - SHOWN) + " more)");
        shown.add(ids.getLast());
        return shown;
    }

    /** Each of the rest has an upstream in the rest: going up must come back to where it was. */
    private List<Integer> cycle(BitSet rest) {
        Map<Integer, Integer> places = new LinkedHashMap<>();
        int at = rest.nextSetBit(0);
        while (places.putIfAbsent(at, places.size()) == null) {
            at = direct.get(at).stream().filter(rest::get).findFirst().orElseThrow();
        }
        List<Integer> around = new ArrayList<>(List.copyOf(places.keySet()).subList(places.get(at), places.size()));
        Collections.reverse(around);
        Collections.rotate(around, -around.indexOf(Collections.min(around)));
        return around;
    }

    /** All tasks, each after its upstreams, else in the file's order; fewer where there is a cycle. */
    public List<Integer> order() {
        int[] waiting = new int[tasks.size()];
        List<List<Integer>> downstream = new ArrayList<>();
        tasks.forEach(_ -> downstream.add(new ArrayList<>()));
        PriorityQueue<Integer> ready = new PriorityQueue<>();
        for (int i = 0; i < waiting.length; i++) {
            int index = i;
            waiting[i] = direct.get(i).size();
            direct.get(i).forEach(up -> downstream.get(up).add(index));
            if (waiting[i] == 0) {
                ready.add(i);
            }
        }
        List<Integer> order = new ArrayList<>(waiting.length);
        while (!ready.isEmpty()) {
            int task = ready.remove();
            order.add(task);
            downstream.get(task).stream().filter(down -> --waiting[down] == 0).forEach(ready::add);
        }
        return order;
    }

    /** Whether a task's end is awaited, directly or through others, by another one. */
    public boolean isUpstream(TaskEntry candidate, TaskEntry of) {
        if (upward == null) {
            upward = direct.stream()
                    .map(ups -> ups.stream().mapToInt(Integer::intValue).toArray())
                    .toArray(int[][]::new);
        }
        if (of.index() != askedFor) {
            askedFor = of.index();
            ancestors = ancestorsOf(of.index());
        }
        return ancestors.get(candidate.index());
    }

    private BitSet ancestorsOf(int task) {
        BitSet seen = new BitSet(tasks.size());
        int[] open = new int[tasks.size() + 1];
        open[0] = task;
        for (int size = 1; size > 0;) {
            for (int up : upward[open[--size]]) {
                if (!seen.get(up)) {
                    seen.set(up);
                    open[size++] = up;
                }
            }
        }
        return seen;
    }

    /** A task's direct upstreams, without repetition, in the order it names them. */
    public List<String> upstreams(TaskEntry task) {
        return direct.get(task.index()).stream().map(index -> tasks.get(index).id()).toList();
    }

    /** The tasks in the file's order. */
    public List<TaskEntry> tasks() {
        return tasks;
    }

    /** The task that bears an id; null for none. */
    public TaskEntry task(String id) {
        return byId.get(id);
    }

    /** The ids that exist. */
    public Set<String> ids() {
        return byId.keySet();
    }
}
