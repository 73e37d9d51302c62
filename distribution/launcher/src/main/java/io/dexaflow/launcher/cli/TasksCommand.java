// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import io.dexaflow.launcher.ExitCode;
import io.dexaflow.launcher.client.Api;
import io.dexaflow.launcher.client.RunKey;
import io.dexaflow.launcher.client.TaskLine;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dexaflow tasks}: the task instances of a run. */
@Command(name = "tasks", description = "Lists the task instances of a run.", mixinStandardHelpOptions = true)
public final class TasksCommand implements Callable<Integer> {

    private static final int MOST = 100_000;

    @Parameters(paramLabel = "DAG_ID", description = "The DAG.") private String dagId;
    @Parameters(paramLabel = "RUN_ID", description = "The run.") private String runId;
    @Option(names = "--json", description = "Prints the API's JSON.") private boolean json;
    @Mixin private HomeOption homeOption;
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        Map<String, Object> tasks = Api.of(homeOption.home())
                .list(Api.pathOf(new RunKey(dagId, runId))
                        + "/taskInstances", "task_instances", MOST);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Output.printJson(out, tasks);
            return ExitCode.DONE;
        }
        Table table = new Table("TASK", "STATE", "TRY", "STARTED", "DURATION", "MESSAGE");
        for (Map<String, Object> instance : Api.rows(tasks, "task_instances")) {
            TaskLine task = TaskLine.of(instance);
            table.add(task.taskId(), task.state(), task.tryNumber(), instance.get("start_date"),
                    Words.duration(task.seconds()), task.reason());
        }
        table.print(out);
        return ExitCode.DONE;
    }
}
