// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import io.dexaflow.launcher.CommandException;
import io.dexaflow.launcher.ExitCode;
import io.dexaflow.launcher.client.ShellClient;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code dexaflow shell}: the Gogo shell of the running host, interactive or for one command. */
@Command(name = "shell", description = "The shell of the running host: one command and its output, or interactive."
        + " Try: dexaflow shell help", mixinStandardHelpOptions = true)
public final class ShellCommand implements Callable<Integer> {

    private static final String PROMPT = "dexaflow> ";
    private static final Set<String> LEAVE = Set.of("exit", "quit", "logout");

    @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "The command, as 'dexaflow:status'. Without one"
            + " the shell is interactive.") private List<String> command = List.of();
    @Mixin private HomeOption homeOption;

    @Override
    public Integer call() throws IOException {
        try (ShellClient shell = ShellClient.connect(homeOption.home())) {
            return command.isEmpty() ? converse(shell) : shell.run(String.join(" ", command), System.out);
        } catch (EOFException e) {
            throw new CommandException(ExitCode.NO_HOST, e.getMessage() + "; the host may be stopping");
        }
    }

    private static int converse(ShellClient shell) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        int last = ExitCode.DONE;
        prompt();
        String line = lines.readLine();
        while (line != null && !LEAVE.contains(line.strip())) {
            if (!line.isBlank()) {
                last = shell.run(line, System.out);
            }
            prompt();
            line = lines.readLine();
        }
        if (Terminal.is(1) && line == null) {
            System.out.println();
        }
        return last;
    }

    /** Commands that come from a file or a pipe need no prompt. */
    private static void prompt() {
        if (System.console() != null && Terminal.is(1)) {
            System.out.print(PROMPT);
            System.out.flush();
        }
    }
}
