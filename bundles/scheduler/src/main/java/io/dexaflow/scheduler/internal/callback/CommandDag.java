// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.callback;

import io.dexaflow.dag.Template;
import io.dexaflow.dag.TemplateException;
import io.dexaflow.dag.TemplateParser;
import io.dexaflow.model.Command;
import io.dexaflow.model.Dag;
import io.dexaflow.model.Limits;
import io.dexaflow.model.Placement;
import io.dexaflow.model.RetryPolicy;
import io.dexaflow.model.Task;
import io.dexaflow.model.Work;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The DAG of one task that a callback command is run by. What is told of the failure is a param of its runs, so that it is one
 * DAG version for all failures of a task, and the command is an attempt like any other: it gets to the task's executor, has a
 * log, is tried again, and outlives this host.
 */
final class CommandDag {

    /** No DAG file can hold a DAG of such an id. */
    static final String SUFFIX = "~on_failure";
    static final String TASK = "on_failure_callback";
    /** The param that holds what a URL would be told. */
    static final String PARAM = "dexaflow_failure";

    private static final Duration LONGEST = Duration.ofMinutes(10);

    private CommandDag() {}

    /**
     * The DAG.
     *
     * @param dag the DAG whose run or task failed
     * @param failed the task that failed; null for the DAG's own callback
     * @param attempts how often it is tried
     * @param pause how long to wait in between
     */
    static Dag of(Dag dag, Task failed, List<String> command, int attempts, Duration pause) {
        Work surroundings = failed == null ? null : failed.work();
        Work work = new Work(new Command(command.stream().map(CommandDag::retold).toList(), null), env(surroundings),
                surroundings == null ? null : surroundings.secrets(), workingDir(dag, surroundings), LONGEST);
        Placement placement = failed == null ? null
                : new Placement(null, 1, failed.placement().executor(), null, failed.placement().kubernetes());
        Task task =
                new Task(TASK, work, null, null, new RetryPolicy(attempts - 1, pause, false, null), placement, null);
        return new Dag(dag.dagId() + SUFFIX, "Runs the callback command of " + dag.dagId(), null,
                new Limits(CallbackLoop.MOST_IN_FLIGHT, 0), dag.tags(), dag.params(), null, List.of(task));
    }

    /** What another task left is of another run here: a variable that needs it is left out. */
    private static Map<String, String> env(Work work) {
        Map<String, String> env = new LinkedHashMap<>();
        if (work != null) {
            work.env().forEach((name, value) -> {
                if (template(value).map(t -> t.parts().stream().noneMatch(Template.XCom.class::isInstance))
                        .orElse(true)) {
                    env.put(name, retold(value));
                }
            });
        }
        return env;
    }

    /** The DAG's own callback runs where its tasks do, if they all run in one folder. */
    private static String workingDir(Dag dag, Work work) {
        if (work != null) {
            return work.workingDir();
        }
        List<String> all =
                dag.tasks().stream().map(task -> String.valueOf(task.work().workingDir())).distinct().toList();
        return all.size() == 1 ? dag.tasks().getFirst().work().workingDir() : null;
    }

    private static Optional<Template> template(String text) {
        try {
            return Optional.of(TemplateParser.parse(text));
        } catch (TemplateException e) {
            return Optional.empty();
        }
    }

    /** The same text, in which the names speak of the failure and not of the run that tells of it. */
    private static String retold(String text) {
        return template(text).map(CommandDag::retold).orElse(text);
    }

    private static String retold(Template template) {
        StringBuilder text = new StringBuilder();
        for (Template.Part part : template.parts()) {
            switch (part) {
                case Template.Literal literal -> text.append(literal.text().replace("{{", "{{ '{{' }}"));
                case Template.Variable variable -> text.append("{{ ")
                        .append(variable.name().equals(TemplateParser.PARAMS) ? variable.toText()
                                : TemplateParser.PARAMS + "." + PARAM + "." + variable.name())
                        .append(" }}");
                case Template.XCom xcom -> text.append("{{ xcom('")
                        .append(xcom.taskId())
                        .append("', '")
                        .append(xcom.key())
                        .append("') }}");
            }
        }
        return text.toString();
    }

    /** The run's conf with what is told of the failure in front. */
    static String conf(String conf, String body) {
        String rest = conf.strip().substring(1).strip();
        return "{\"" + PARAM + "\":" + body + (rest.equals("}") ? "" : ",") + rest;
    }

    /** Whether a command asks for what another task left, which it cannot have. */
    static boolean needsXCom(List<String> command) {
        return command.stream()
                .map(CommandDag::template)
                .flatMap(Optional::stream)
                .flatMap(template -> template.parts().stream())
                .anyMatch(Template.XCom.class::isInstance);
    }
}
