// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.attempt;

/** Why an attempt is stopped before its own end. */
public enum StopReason {

    /** The host says that it is not the live current attempt: nothing is reported, it would be stale. */
    HOST,
    /** A newer epoch of the same try came here: nothing is reported. */
    SUPERSEDED,
    /** The agent itself is told to stop: a task that ran is reported failed (R174). */
    SHUTDOWN
}
