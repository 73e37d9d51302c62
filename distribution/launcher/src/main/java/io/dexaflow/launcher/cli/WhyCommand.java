// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import io.dexaflow.launcher.ExitCode;
import io.dexaflow.launcher.client.Api;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dexaflow why}: the decision trail of a task instance. */
@Command(name = "why", description = {"Tells every decision about a task instance, oldest first:",
        "when, who, on what evidence; and what it waits for now."}, mixinStandardHelpOptions = true)
public final class WhyCommand implements Callable<Integer> {

    @Parameters(paramLabel = "DAG_ID", description = "The DAG.") private String dagId;
    @Parameters(paramLabel = "RUN_ID", description = "The run.") private String runId;
    @Parameters(paramLabel = "TASK_ID", description = "The task.") private String taskId;
    @Option(names = "--json", description = "Prints the API's JSON.") private boolean json;
    @Mixin private HomeOption homeOption;
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        Map<String, Object> told = Api.of(homeOption.home())
                .get("/dexaflow/v1/why/" + Api.escaped(dagId) + "/" + Api.escaped(runId) + "/" + Api.escaped(taskId));
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Output.printJson(out, told);
            return ExitCode.DONE;
        }
        Api.rows(told, "entries")
                .forEach(entry -> out.println(Words.time(entry.get("at")) + " "
                        + Words.oneLine(entry.get("sentence")) + repeated(entry)));
        out.println("Waits for " + Words.oneLine(told.get("waits_for")) + ".");
        out.flush();
        return ExitCode.DONE;
    }

    private static String repeated(Map<String, Object> entry) {
        return entry.get("count") instanceof Number count && count.intValue() > 1
                ? " (" + count + " times, last " + Words.time(entry.get("last_at")) + ")"
                : "";
    }
}
