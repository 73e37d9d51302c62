// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher;

/** What the commands end with (contract 1). */
public final class ExitCode {

    /** Done. */
    public static final int DONE = 0;
    /** The run failed. */
    public static final int RUN_FAILED = 1;
    /** Bad usage or bad input; also output that could not be written. */
    public static final int BAD_INPUT = 2;
    /** No host is running there. */
    public static final int NO_HOST = 3;
    /** The host is not ready. */
    public static final int NOT_READY = 4;
    /** The host refused to boot. */
    public static final int REFUSED = 78;
    /** {@code --timeout} ran out. */
    public static final int TIMED_OUT = 124;
    /** Interrupted by the user. */
    public static final int INTERRUPTED = 130;

    private ExitCode() {}
}
