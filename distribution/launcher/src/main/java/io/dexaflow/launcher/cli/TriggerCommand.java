// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import io.dexaflow.launcher.CommandException;
import io.dexaflow.launcher.ExitCode;
import io.dexaflow.launcher.client.Api;
import io.dexaflow.launcher.client.RunKey;
import io.dexaflow.launcher.client.RunWatch;
import java.io.PrintWriter;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dexaflow trigger}: a manual run. */
@Command(name = "trigger", description = "Creates a manual run. The last line on standard output is the run id alone.",
        mixinStandardHelpOptions = true)
public final class TriggerCommand implements Callable<Integer> {

    @Parameters(paramLabel = "DAG_ID", description = "The DAG.") private String dagId;
    @Option(names = "--conf", paramLabel = "JSON", description = "The run's conf: a JSON object whose values override"
            + " the DAG's params.") private String conf;
    @Option(names = "--logical-date", paramLabel = "T", description = "The logical date, as 2026-01-31T00:00:00Z"
            + " (default: none).") private String logicalDate;
    @Option(names = "--wait",
            description = "Waits for the run's end; the exit code is the run's.") private boolean wait;
    @Option(names = "--json", description = "Prints the API's JSON of the run instead of its id; with"
            + " --wait as it has ended.") private boolean json;
    @Mixin private HomeOption homeOption;
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("logical_date", checkedDate());
        Map<String, Object> confObject = Output.object("--conf", conf);
        if (confObject != null) {
            body.put("conf", confObject);
        }
        Api api = Api.of(homeOption.home());
        Map<String, Object> created = api.post("/api/v2/dags/" + Api.escaped(dagId) + "/dagRuns", body);
        RunKey run = new RunKey(dagId, Objects.toString(created.get("dag_run_id")));
        PrintWriter out = spec.commandLine().getOut();
        if (!json) {
            out.println(run.dagRunId());
            out.flush();
        }
        int code = wait ? follow(api, run) : ExitCode.DONE;
        if (json) {
            Output.printJson(out, wait ? api.get(Api.pathOf(run)) : created);
        }
        return code;
    }

    private String checkedDate() {
        if (logicalDate == null) {
            return null;
        }
        try {
            return OffsetDateTime.parse(logicalDate).toString();
        } catch (DateTimeException e) {
            throw CommandException.badInput("--logical-date takes a time with its offset, as 2026-01-31T00:00:00Z, not "
                    + logicalDate);
        }
    }

    /** Standard output has said all it has to say; progress goes to the other one. */
    private int follow(Api api, RunKey run) {
        PrintWriter err = spec.commandLine().getErr();
        ProgressView view = new ProgressView(err, Terminal.hasBar(2), Terminal.hasColours(2));
        RunWatch watch = new RunWatch(api, run, view);
        String verdict = watch.await(null);
        watch.logsNotShown().ifPresent(err::println);
        err.println("Run " + run.dagRunId() + " of " + run.dagId() + ": " + verdict + " (" + view.summary() + ")");
        err.flush();
        return "success".equals(verdict) ? ExitCode.DONE : ExitCode.RUN_FAILED;
    }
}
