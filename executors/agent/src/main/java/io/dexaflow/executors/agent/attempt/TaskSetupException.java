// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.attempt;

/** The task cannot be started as it is described; the message goes to the report and to the task's log. */
final class TaskSetupException extends Exception {

    private static final long serialVersionUID = 1L;

    TaskSetupException(String message) {
        super(message);
    }
}
