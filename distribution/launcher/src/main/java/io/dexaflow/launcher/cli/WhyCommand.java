// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import io.dexaflow.launcher.ExitCode;
import io.dexaflow.launcher.client.Api;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
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

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

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
        LocalDate day = null;
        for (Map<String, Object> entry : Api.rows(told, "entries")) {
            ZonedDateTime at = local(entry.get("at"));
            if (!at.toLocalDate().equals(day)) {
                day = at.toLocalDate();
                out.println(day);
            }
            out.println(TIME.format(at) + " " + Words.oneLine(entry.get("sentence")) + repeated(entry, day));
        }
        out.println("Waits for " + Words.oneLine(told.get("waits_for")) + ".");
        out.flush();
        return ExitCode.DONE;
    }

    private static String repeated(Map<String, Object> entry, LocalDate day) {
        if (!(entry.get("count") instanceof Number count) || count.intValue() < 2) {
            return "";
        }
        ZonedDateTime last = local(entry.get("last_at"));
        String date = last.toLocalDate().equals(day) ? "" : last.toLocalDate() + " ";
        return " (" + count + " times, last " + date + TIME.format(last) + ")";
    }

    private static ZonedDateTime local(Object time) {
        return Instant.parse(String.valueOf(time)).atZone(ZoneId.systemDefault());
    }
}
