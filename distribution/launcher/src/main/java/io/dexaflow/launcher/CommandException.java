// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher;

/** Ends a command with an exit code and words for whoever typed it; never shown with a stack trace. */
public class CommandException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int exitCode;

    /**
     * @param exitCode one of {@link ExitCode}
     * @param message what, which one, and what to do
     */
    public CommandException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** What the command ends with. */
    public int exitCode() {
        return exitCode;
    }

    /** The host cannot boot like this. */
    public static CommandException refused(String message) {
        return new CommandException(ExitCode.REFUSED, message);
    }

    /** What was given is wrong. */
    public static CommandException badInput(String message) {
        return new CommandException(ExitCode.BAD_INPUT, message);
    }
}
