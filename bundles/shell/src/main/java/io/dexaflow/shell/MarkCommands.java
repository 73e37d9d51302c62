// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import io.dexaflow.control.RunControl;
import io.dexaflow.model.TaskState;
import org.apache.felix.service.command.Descriptor;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The command {@code mark}; without a scheduler it is absent. */
@Component(name = "io.dexaflow.shell.mark", service = MarkCommands.class, property = {
        "osgi.command.scope=dexaflow", "osgi.command.function=mark"})
public final class MarkCommands {

    private static final Syntax SYNTAX =
            new Syntax("mark", "gives a task instance a verdict, which is final; stops its agent")
                    .operand("DAG_ID")
                    .operand("RUN_ID")
                    .operand("TASK_ID")
                    .operand("success|failed|skipped");

    private final RunControl control;

    /** @param control carries it out */
    @Activate
    public MarkCommands(@Reference(name = "run-control") RunControl control) {
        this.control = control;
    }

    /** Gives a verdict. */
    @Descriptor("gives a task instance a verdict, which is final; stops its agent")
    public String mark(
            @Descriptor("DAG_ID RUN_ID TASK_ID success|failed|skipped [--json] [--help]") String[] arguments) {
        return SYNTAX.run(arguments, given -> {
            TaskState verdict = verdict(given.operand(3));
            control.settleTask(given.operand(0), given.operand(1), given.operand(2), verdict, "shell");
            return new Answer(given.operand(2) + " is " + verdict.wireName(),
                    new Fields().with("dag_id", given.operand(0))
                            .with("dag_run_id", given.operand(1))
                            .with("task_id", given.operand(2))
                            .with("state", verdict.wireName())
                            .map());
        });
    }

    private static TaskState verdict(String word) {
        return switch (word) {
            case "success" -> TaskState.SUCCESS;
            case "failed" -> TaskState.FAILED;
            case "skipped" -> TaskState.SKIPPED;
            default ->
                    throw new CommandFailure(CommandFailure.USAGE, word + ": success, failed or skipped is expected");
        };
    }
}
