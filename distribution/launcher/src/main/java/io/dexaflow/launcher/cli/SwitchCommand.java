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

/** {@code dexaflow pause} and {@code dexaflow unpause}: whether a DAG's schedule makes runs. */
public abstract class SwitchCommand implements Callable<Integer> {

    private final boolean paused;

    @Parameters(paramLabel = "DAG_ID", description = "The DAG.") private String dagId;
    @Option(names = "--json", description = "Prints the API's JSON.") private boolean json;
    @Mixin private HomeOption homeOption;
    @Spec private CommandSpec spec;

    private SwitchCommand(boolean paused) {
        this.paused = paused;
    }

    /** Stops the schedule. */
    @Command(name = "pause", description = {"Pauses a DAG: its schedule makes no runs; those that",
            "are there go on."}, mixinStandardHelpOptions = true)
    public static final class Pause extends SwitchCommand {

        public Pause() {
            super(true);
        }
    }

    /** Lets the schedule go on. */
    @Command(name = "unpause", description = "Lets the schedule of a paused DAG make runs again.",
            mixinStandardHelpOptions = true)
    public static final class Unpause extends SwitchCommand {

        public Unpause() {
            super(false);
        }
    }

    @Override
    public Integer call() {
        Map<String, Object> dag = Api.of(homeOption.home())
                .patch("/api/v2/dags/" + Api.escaped(dagId), Map.of("is_paused", paused));
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Output.printJson(out, dag);
        } else {
            out.println(dagId + " is " + (paused ? "paused." : "not paused."));
            out.flush();
        }
        return ExitCode.DONE;
    }
}
