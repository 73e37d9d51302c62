// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import io.dexaflow.launcher.CommandException;
import io.dexaflow.launcher.ExitCode;
import io.dexaflow.launcher.client.Api;
import io.dexaflow.launcher.client.RunKey;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dexaflow clear}: task instances of a run are executed anew. */
@Command(name = "clear", description = {"Clears task instances of a run, so that they are executed anew; those that",
        "run are told to stop. Without TASK_ID: all of the run."}, mixinStandardHelpOptions = true)
public final class ClearCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "DAG_ID", description = "The DAG.") private String dagId;
    @Parameters(index = "1", paramLabel = "RUN_ID", description = "The run.") private String runId;
    @Parameters(index = "2..*", paramLabel = "TASK_ID", description = "The tasks.") private List<String> tasks;
    @Option(names = "--only-failed", description = "Only those that failed.") private boolean onlyFailed;
    @Option(names = "--downstream", description = "What comes after them too.") private boolean downstream;
    @Option(names = "--dry-run", description = "Only tells what would be cleared.") private boolean dryRun;
    @Option(names = "--json", description = "Prints the API's JSON.") private boolean json;
    @Mixin private HomeOption homeOption;
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        Api api = Api.of(homeOption.home());
        // Says whether there is such a run, which clearing no task instance of it would not.
        api.get(Api.pathOf(new RunKey(dagId, runId)));
        Map<String, Object> cleared = api.post("/api/v2/dags/" + Api.escaped(dagId) + "/clearTaskInstances", wish());
        List<Map<String, Object>> rows = Api.rows(cleared, "task_instances");
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Output.printJson(out, cleared);
        } else {
            rows.forEach(row -> out.println((dryRun ? "Would clear " : "Cleared ") + row.get("task_id")));
            if (rows.isEmpty()) {
                out.println("There is nothing to clear.");
            }
            out.flush();
        }
        return ExitCode.DONE;
    }

    private Map<String, Object> wish() {
        boolean some = tasks != null && !tasks.isEmpty();
        if (downstream && !some) {
            throw CommandException.badInput("--downstream needs a TASK_ID: without one all of the run is cleared");
        }
        Map<String, Object> wish = new LinkedHashMap<>();
        wish.put("dag_run_id", runId);
        wish.put("dry_run", dryRun);
        wish.put("only_failed", onlyFailed);
        wish.put("include_downstream", downstream);
        wish.put("reset_dag_runs", true);
        if (some) {
            wish.put("task_ids", tasks);
        }
        return wish;
    }
}
