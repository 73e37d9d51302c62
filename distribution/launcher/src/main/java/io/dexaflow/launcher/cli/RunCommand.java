// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import io.dexaflow.launcher.Clocks;
import io.dexaflow.launcher.CommandException;
import io.dexaflow.launcher.Distribution;
import io.dexaflow.launcher.ExitCode;
import io.dexaflow.launcher.client.Api;
import io.dexaflow.launcher.client.RunKey;
import io.dexaflow.launcher.client.RunWatch;
import io.dexaflow.launcher.home.Home;
import io.dexaflow.launcher.host.HostOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dexaflow run}: takes one DAG file from start to end. */
@Command(name = "run", description = "Runs one DAG file from start to end, on the running host of the home or on one"
        + " started for the duration. Schedules are ignored.", mixinStandardHelpOptions = true)
public final class RunCommand implements Callable<Integer> {

    @Parameters(paramLabel = "FILE", description = "The DAG file.") private Path file;
    @Option(names = "--conf", paramLabel = "JSON", description = "The run's conf: a JSON object whose values override"
            + " the DAG's params.") private String conf;
    @Option(names = "--timeout", paramLabel = "SECONDS", description = "Stops the run's tasks and ends with 124 when"
            + " the run takes longer.") private Double timeout;
    @Mixin private HomeOption homeOption;
    @Mixin private HostSettings settings;
    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Map<String, Object> confObject = Output.object("--conf", conf);
        if (timeout != null && timeout <= 0) {
            throw CommandException.badInput("--timeout takes a number of seconds above 0");
        }
        refuseInvalid();
        Home home = homeOption.home();
        PrintWriter err = spec.commandLine().getErr();
        HostOptions options = new HostOptions(home, Distribution.current(), home.dags(), 0, true, settings.values());
        Interruption interruption = new Interruption(err);
        interruption.arm();
        RunHost host = null;
        // Not closed by try-with-resources: a signal closes it from its own thread.
        try {
            host = RunHost.open(options, line -> say(err, line));
            interruption.uses(host);
            int exitCode = follow(host, confObject, interruption);
            interruption.ended(exitCode);
            interruption.parkIfUnderWay();
            host.waitForOthers(line -> say(err, line), interruption::isUnderWay);
            interruption.parkIfUnderWay();
            host.close();
            return exitCode;
        } catch (RuntimeException e) {
            interruption.parkIfUnderWay();
            if (host != null) {
                host.close();
            }
            throw e;
        }
    }

    private static void say(PrintWriter out, String line) {
        out.println(line);
        out.flush();
    }

    private void refuseInvalid() {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw CommandException.badInput("there is no file " + file + " that this user can read");
        }
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(said, true, StandardCharsets.UTF_8);
        if (CheckProgram.run(List.of(file.toString()), stream, stream) != ExitCode.DONE) {
            throw CommandException.badInput("not a valid DAG file:\n" + said.toString(StandardCharsets.UTF_8).strip());
        }
    }

    private int follow(RunHost host, Map<String, Object> confObject, Interruption interruption) {
        PrintWriter out = spec.commandLine().getOut();
        Api api = Api.of(host.home(), host.server());
        Duration begun = Clocks.monotonic();
        RunKey run = start(api, confObject);
        say(out, "Run " + run.dagRunId() + " of " + run.dagId());
        ProgressView view = new ProgressView(out, Terminal.hasBar(1), Terminal.hasColours(1));
        RunWatch watch = new RunWatch(api, run, view);
        RunStop stop = new RunStop(api, run, watch);
        interruption.stopsWith(stop);
        String verdict = await(watch, host, run);
        interruption.parkIfUnderWay();
        if (verdict == null) {
            say(out, "The run takes longer than " + Words.duration(timeout) + "; stopping its tasks.");
            stop.stop(line -> say(out, line), interruption::isUnderWay);
            interruption.parkIfUnderWay();
            watch.lookOnceMore();
        }
        watch.logsNotShown().ifPresent(line -> say(out, line));
        say(out, "Run " + run.dagRunId() + " of " + run.dagId() + ": " + (verdict == null ? "timed out" : verdict)
                + " after " + Words.duration(Clocks.since(begun).toMillis() / 1000.0) + " (" + view.summary() + ")");
        return verdict == null ? ExitCode.TIMED_OUT : verdict.equals("success") ? ExitCode.DONE : ExitCode.RUN_FAILED;
    }

    /** A host that was stopped or killed has said nothing about the run. */
    private String await(RunWatch watch, RunHost host, RunKey run) {
        try {
            return watch.await(timeout == null ? null : Duration.ofMillis((long) (timeout * 1000)));
        } catch (CommandException e) {
            if (e.exitCode() != ExitCode.NO_HOST || host.isOwn()) {
                throw e;
            }
            throw new CommandException(ExitCode.NO_HOST, e.getMessage() + "\nRun " + run.dagRunId() + " of "
                    + run.dagId() + RunHost.goesOn(host.home()));
        }
    }

    private RunKey start(Api api, Map<String, Object> confObject) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("file", file.toAbsolutePath().normalize().toString());
        if (confObject != null) {
            body.put("conf", confObject);
        }
        Map<String, Object> run = api.post("/dexaflow/v1/runs", body);
        return new RunKey(Objects.toString(run.get("dag_id")), Objects.toString(run.get("dag_run_id")));
    }
}
