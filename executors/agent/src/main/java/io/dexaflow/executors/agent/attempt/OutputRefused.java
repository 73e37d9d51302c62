// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.attempt;

/** An output of a task that cannot be delivered: it fails the attempt (R176). The message says which and why. */
final class OutputRefused extends Exception {

    private static final long serialVersionUID = 1L;

    OutputRefused(String message) {
        super(message);
    }
}
