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

/** {@code dexaflow runs}: runs, newest first. */
@Command(name = "runs", description = "Lists runs, newest first.", mixinStandardHelpOptions = true)
public final class RunsCommand implements Callable<Integer> {

    @Parameters(paramLabel = "DAG_ID", arity = "0..1", defaultValue = "~",
            showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER,
            description = "Only the runs of this DAG.") private String dagId;
    @Option(names = "--limit", paramLabel = "N", defaultValue = "25", description = "How many at most (default:"
            + " ${DEFAULT-VALUE}).") private int limit;
    @Option(names = "--json", description = "Prints the API's JSON.") private boolean json;
    @Mixin private HomeOption homeOption;
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        String dag = dagId.equals("~") ? dagId : Api.escaped(dagId);
        Map<String, Object> runs = Api.of(homeOption.home())
                .list("/api/v2/dags/" + dag
                        + "/dagRuns?order_by=-run_after", "dag_runs", limit);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Output.printJson(out, runs);
            return ExitCode.DONE;
        }
        Table table = new Table("DAG", "RUN", "STATE", "TYPE", "STARTED", "DURATION");
        for (Map<String, Object> run : Api.rows(runs, "dag_runs")) {
            table.add(run.get("dag_id"), run.get("dag_run_id"), run.get("state"), run.get("run_type"),
                    run.get("start_date"), run.get("duration") instanceof Number seconds
                            ? Words.duration(seconds.doubleValue())
                            : "");
        }
        table.print(out);
        return ExitCode.DONE;
    }
}
