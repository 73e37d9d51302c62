// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

/** A command that did not end with 0: its output, and the exit code for whoever called it (contract 1). */
final class CommandFailure extends RuntimeException {

    /** It failed. */
    static final int FAILED = 1;
    /** Bad usage or bad input. */
    static final int USAGE = 2;
    /** What it needs is not ready. */
    static final int NOT_READY = 4;

    private static final long serialVersionUID = 1L;

    private final int exitCode;

    /**
     * @param exitCode not 0
     * @param output what the command prints
     */
    CommandFailure(int exitCode, String output) {
        super(output);
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }
}
