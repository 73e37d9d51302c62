// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

/** Tells that a child has ended, and takes its exit status: the one place that waits for it. */
sealed interface ExitWatch permits PidfdWatch, ThreadWatch {

    /** A descriptor that becomes readable, or comes to its end, when the child has ended; negative where none was left. */
    int descriptor();

    /** Whether it has ended, for a watch without a descriptor. */
    boolean ended();

    /** Takes the status; the child's pid may be somebody else's afterwards. Blocks if it has not ended. */
    ExitStatus take();

    /** Closes the descriptor. */
    void close();
}
