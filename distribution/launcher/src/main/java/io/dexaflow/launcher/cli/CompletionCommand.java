// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import io.dexaflow.launcher.ExitCode;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code dexaflow completion}: what a shell needs to complete our commands. */
@Command(name = "completion", description = {"Prints a script with which bash and zsh complete dexaflow's commands and",
        "options:  source <(dexaflow completion)"}, mixinStandardHelpOptions = true)
public final class CompletionCommand implements Callable<Integer> {

    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        out.print(AutoComplete.bash("dexaflow", spec.root().commandLine()));
        out.print('\n');
        out.flush();
        return ExitCode.DONE;
    }
}
