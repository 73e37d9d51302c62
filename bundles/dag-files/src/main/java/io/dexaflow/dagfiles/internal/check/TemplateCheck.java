// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.check;

import io.dexaflow.dag.Template;
import io.dexaflow.dag.TemplateException;
import io.dexaflow.dag.TemplateParser;
import io.dexaflow.dagfiles.internal.check.TaskGraph.TaskEntry;
import io.dexaflow.dagfiles.internal.tree.KeyPath;
import io.dexaflow.dagfiles.internal.tree.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Looks at every {@code {{ … }}} of a file: its grammar, its names, and where its value would end up (contract 3). */
public final class TemplateCheck {

    /** Airflow's words and what is said here. */
    private static final Map<String, String> SYNONYMS = Map.ofEntries(
            Map.entry("execution_date", "{{ logical_date }}"), Map.entry("ts", "{{ logical_date }}"),
            Map.entry("ti", "{{ xcom('task', 'return_value') }}, {{ task_id }} or {{ try_number }}"),
            Map.entry("task_instance", "{{ xcom('task', 'return_value') }}, {{ task_id }} or {{ try_number }}"),
            Map.entry("dag_run", "{{ params.x }} or {{ run_id }}"), Map.entry("conf", "{{ params.x }}"),
            Map.entry("dag", "{{ dag_id }}"), Map.entry("task", "{{ task_id }}"), Map.entry("run", "{{ run_id }}"),
            Map.entry("param", "{{ params.x }}"), Map.entry("date", "{{ ds }}"),
            Map.entry("var", "env or secrets, a value has no other place"));

    private final Set<String> params;
    private final TaskGraph graph;
    private final Problems problems;

    private TemplateCheck(Node.Mapping root, TaskGraph graph, Problems problems) {
        this.params = root.mapping("params").entries().keySet();
        this.graph = graph;
        this.problems = problems;
    }

    /** Adds what is wrong. */
    public static void check(Node.Mapping root, TaskGraph graph, Problems problems) {
        new TemplateCheck(root, graph, problems).check(root);
    }

    /**
     * Where a template stands.
     *
     * @param task the task it belongs to; null for one that belongs to the DAG, or to all tasks
     * @param ofDag whether it is used once for the whole run, where there is no task at all
     */
    private record Scope(TaskEntry task, boolean ofDag) {}

    private void check(Node.Mapping root) {
        callback(root, "", new Scope(null, true));
        Node.Mapping defaults = root.mapping("default_args");
        env(defaults, "default_args", new Scope(null, false));
        callback(defaults, "default_args", new Scope(null, false));
        for (TaskEntry task : graph.tasks()) {
            Scope scope = new Scope(task, false);
            command(task.node().get("command"), KeyPath.of(task.key(), "command"), scope);
            text(task.node().get("bash"), KeyPath.of(task.key(), "bash"), scope, true);
            env(task.node(), task.key(), scope);
            callback(task.node(), task.key(), scope);
        }
    }

    private void callback(Node.Mapping owner, String key, Scope scope) {
        String path = KeyPath.of(key, "on_failure_callback");
        command(owner.mapping("on_failure_callback").get("command"), KeyPath.of(path, "command"), scope);
    }

    private void env(Node.Mapping owner, String key, Scope scope) {
        owner.mapping("env")
                .entries()
                .forEach((name, entry) -> text(entry.value(),
                        KeyPath.of(KeyPath.of(key, "env"), name), scope, false));
    }

    private void command(Node node, String key, Scope scope) {
        if (!(node instanceof Node.Sequence sequence)) {
            return;
        }
        List<String> words = new ArrayList<>();
        sequence.items().forEach(item -> words.add(item instanceof Node.Scalar scalar ? scalar.text() : ""));
        Set<Integer> scripts = Scripts.in(words);
        for (int i = 0; i < words.size(); i++) {
            text(sequence.items().get(i), KeyPath.of(key, i), scope, scripts.contains(i));
        }
    }

    private void text(Node node, String key, Scope scope, boolean script) {
        if (!(node instanceof Node.Scalar scalar && scalar.value() instanceof String text)) {
            return;
        }
        try {
            for (Template.Part part : TemplateParser.parse(text).parts()) {
                String wrong = switch (part) {
                    case Template.Literal _ -> null;
                    case Template.Variable variable -> variable(variable, scope);
                    case Template.XCom xcom -> xcom(xcom, scope);
                };
                if (wrong == null && script && part.isControlledByCaller()) {
                    wrong = inScript(part);
                }
                if (wrong != null) {
                    problems.add(node.mark(), key, wrong);
                }
            }
        } catch (TemplateException e) {
            problems.add(node.mark(), key, e.getMessage() + known(e.unknownName()));
        }
    }

    private String variable(Template.Variable variable, Scope scope) {
        if (scope.ofDag() && Set.of("task_id", "try_number").contains(variable.name())) {
            return "{{ " + variable.name() + " }}: the DAG's own callback belongs to no task";
        }
        if (variable.path().isEmpty() || params.contains(variable.path().getFirst())) {
            return null;
        }
        String name = variable.path().getFirst();
        return "{{ " + variable.toText() + " }}: the DAG declares no param \"" + name + "\""
                + Nearest.to(name, params)
                        .map(near -> "; did you mean \"" + near + "\"?")
                        .orElse("; add it with a default to params");
    }

    private String xcom(Template.XCom xcom, Scope scope) {
        String shown = "xcom('" + xcom.taskId() + "', '" + xcom.key() + "')";
        if (scope.task() == null) {
            return shown + ": only a task's own command, bash and env can read what its upstreams left";
        }
        TaskEntry source = graph.task(xcom.taskId());
        if (source == null) {
            return shown + ": there is no task \"" + xcom.taskId() + "\"" + Nearest.hint(xcom.taskId(), graph.ids());
        }
        return graph.isUpstream(source, scope.task()) ? null
                : shown + ": \"" + xcom.taskId() + "\" is not upstream of this task, so that it may not have run yet;"
                        + " add it to depends_on";
    }

    /** A value in a script could be a command: in a variable it stays a value. */
    private static String inScript(Template.Part part) {
        String shown = switch (part) {
            case Template.Variable variable -> variable.toText();
            case Template.XCom xcom -> "xcom('" + xcom.taskId() + "', '" + xcom.key() + "')";
            case Template.Literal literal -> literal.text();
        };
        String name = part instanceof Template.Variable variable && !variable.path().isEmpty()
                ? variable.path().getLast()
                : part instanceof Template.XCom xcom ? xcom.key() : "run_id";
        String env = name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9_]", "_");
        return "{{ " + shown + " }} must not become part of a script, where it could be any command: put it into env, "
                + env + ": \"{{ " + shown + " }}\", and write \"$" + env + "\" here";
    }

    private static String known(String unknownName) {
        if (unknownName == null) {
            return "";
        }
        String instead = SYNONYMS.get(unknownName);
        if (instead != null) {
            return "; here it is " + instead;
        }
        List<String> names = new ArrayList<>(TemplateParser.NAMES);
        names.add("xcom");
        String hint = Nearest.hint(unknownName, names);
        return hint.isEmpty() ? "; known: params.x, " + String.join(", ", names.subList(1, names.size())) : hint;
    }
}
