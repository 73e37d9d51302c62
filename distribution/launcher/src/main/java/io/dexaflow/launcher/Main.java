// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher;

import io.dexaflow.launcher.cli.DexaflowCommand;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Where the start script enters. */
public final class Main {

    private Main() {}

    /** Runs one command and ends the process with its exit code. */
    public static void main(String[] args) {
        // A request that was sent twice would trigger two runs.
        System.setProperty("sun.net.http.retryPost", "false");
        int exitCode = commandLine().execute(args);
        OutputStream raw = new FileOutputStream(FileDescriptor.out);
        System.exit(OutputCheck.exitCode(exitCode, System.out, raw, System.err));
    }

    /** The commands, with words instead of stack traces. */
    static CommandLine commandLine() {
        CommandLine commands = new CommandLine(new DexaflowCommand());
        commands.setExecutionExceptionHandler((thrown, command, parsed) -> report(thrown, command.getErr()));
        commands.setParameterExceptionHandler((wrong, args) -> reportUsage(wrong));
        commands.getSubcommands()
                .values()
                .forEach(one -> one.getCommandSpec()
                        .versionProvider(new DexaflowCommand.VersionText()));
        return commands;
    }

    private static int report(Exception thrown, PrintWriter err) {
        if (thrown instanceof CommandException expected) {
            err.println("dexaflow: " + expected.getMessage());
            err.flush();
            return expected.exitCode();
        }
        err.println("dexaflow: this should not have happened: " + thrown);
        if (System.getenv("DEXAFLOW_DEBUG") == null) {
            err.println("Set DEXAFLOW_DEBUG=1 to see where.");
        } else {
            thrown.printStackTrace(err);
        }
        err.flush();
        return ExitCode.NOT_READY;
    }

    private static String wordsOf(ParameterException wrong) {
        CommandLine command = wrong.getCommandLine();
        if (!(wrong instanceof UnmatchedArgumentException unmatched) || command.getParent() != null) {
            return wrong.getMessage();
        }
        String name = unmatched.getUnmatched().getFirst();
        return "there is no command " + name + NearestName.hint(name, command.getSubcommands().keySet());
    }

    private static int reportUsage(ParameterException wrong) {
        CommandLine command = wrong.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("dexaflow: " + wordsOf(wrong));
        if (command.getParent() != null) {
            UnmatchedArgumentException.printSuggestions(wrong, err);
        }
        err.println("Try: " + command.getCommandSpec().qualifiedName(" ") + " --help");
        err.flush();
        return ExitCode.BAD_INPUT;
    }
}
