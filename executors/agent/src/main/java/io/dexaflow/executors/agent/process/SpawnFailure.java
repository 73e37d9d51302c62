// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

import java.io.IOException;

/** A command that could not be started; the message says why and what to do. */
public final class SpawnFailure extends IOException {

    /** The exit code of a command that is not there, as shells have it. */
    public static final int NOT_FOUND = 127;
    /** The exit code of a command that is there and cannot be started, as shells have it. */
    public static final int NOT_STARTED = 126;

    private static final long serialVersionUID = 1L;

    private final int exitCode;

    SpawnFailure(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** {@link #NOT_FOUND} or {@link #NOT_STARTED}. */
    public int exitCode() {
        return exitCode;
    }
}
