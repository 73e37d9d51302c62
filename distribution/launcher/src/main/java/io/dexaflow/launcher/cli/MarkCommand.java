// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import io.dexaflow.launcher.ExitCode;
import io.dexaflow.launcher.client.Api;
import io.dexaflow.launcher.client.RunKey;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dexaflow mark}: a user's verdict on a task instance. */
@Command(name = "mark", description = {"Gives a task instance a verdict, which is final; its agent is told",
        "to stop."}, mixinStandardHelpOptions = true)
public final class MarkCommand implements Callable<Integer> {

    /** What a user can say. */
    private enum Verdict {
        success, failed, skipped
    }

    @Parameters(paramLabel = "DAG_ID", description = "The DAG.") private String dagId;
    @Parameters(paramLabel = "RUN_ID", description = "The run.") private String runId;
    @Parameters(paramLabel = "TASK_ID", description = "The task.") private String taskId;
    @Parameters(paramLabel = "STATE", description = "${COMPLETION-CANDIDATES}") private Verdict verdict;
    @Option(names = "--json", description = "Prints the API's JSON.") private boolean json;
    @Mixin private HomeOption homeOption;
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        Map<String, Object> marked = Api.of(homeOption.home())
                .patch(Api.pathOf(new RunKey(dagId, runId)) + "/taskInstances/" + Api.escaped(taskId),
                        Map.of("new_state", verdict.name()));
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Output.printJson(out, marked);
        } else {
            out.println(taskId + " is " + verdict.name() + ".");
            out.flush();
        }
        return ExitCode.DONE;
    }
}
