// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import io.dexaflow.model.TaskState;
import io.dexaflow.store.Readings;
import io.dexaflow.store.Readings.Page;
import io.dexaflow.store.Readings.TaskFilter;
import io.dexaflow.store.Readings.TaskRow;
import java.util.Map;
import java.util.Set;
import org.apache.felix.service.command.Descriptor;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The command {@code tasks}; without a store it is absent. */
@Component(name = "io.dexaflow.shell.tasks", service = TasksCommands.class, property = {
        "osgi.command.scope=dexaflow", "osgi.command.function=tasks"})
public final class TasksCommands {

    private static final Syntax SYNTAX = Listing.limited(
            new Syntax("tasks", "lists the task instances of a run").operand("DAG_ID").operand("RUN_ID"));

    private final Readings readings;

    /** @param readings of the store */
    @Activate
    public TasksCommands(@Reference(name = "readings") Readings readings) {
        this.readings = readings;
    }

    /** Lists the task instances of a run. */
    @Descriptor("lists the task instances of a run")
    public String tasks(@Descriptor("DAG_ID RUN_ID [--limit N] [--json] [--help]") String[] arguments) {
        return SYNTAX.run(arguments, this::answer);
    }

    private Answer answer(Arguments arguments) {
        String dagId = arguments.operand(0);
        String runId = arguments.operand(1);
        if (readings.run(dagId, runId).isEmpty()) {
            throw new CommandFailure(CommandFailure.USAGE, "there is no run " + runId + " of the DAG " + dagId
                    + "; see: runs " + dagId);
        }
        Page<TaskRow> page = readings.tasks(new TaskFilter(dagId, runId, Set.of()), Listing.first(arguments));
        Table table = new Table("TASK", "STATE", "TRY", "EXECUTOR", "STARTED", "ENDED", "MESSAGE");
        page.rows()
                .forEach(task -> table.row(task.taskId(), task.state().wireName(),
                        task.tryNumber() + "/" + task.maxTries(), task.executor(), Words.time(task.startedAt()),
                        Words.time(task.endedAt()),
                        task.errorMessage()));
        return Listing.answer(page, table, "task_instances", TasksCommands::fields);
    }

    private static Map<String, Object> fields(TaskRow task) {
        return new Fields().with("dag_id", task.dagId())
                .with("dag_run_id", task.dagRunId())
                .with("task_id", task.taskId())
                .with("state", task.state() == TaskState.NONE ? null : task.state().wireName())
                .with("try_number", task.tryNumber())
                .with("max_tries", task.maxTries())
                .with("attempt_epoch", task.epoch())
                .with("pool", task.pool())
                .with("executor", task.executor())
                .with("queued_when", task.queuedAt())
                .with("scheduled_when", task.scheduledAt())
                .with("start_date", task.startedAt())
                .with("end_date", task.endedAt())
                .with("hostname", task.hostname())
                .with("exit_code", task.exitCode())
                .with("failure_kind", task.failureKind())
                .with("error_message", task.errorMessage())
                .with("note", task.note())
                .map();
    }
}
