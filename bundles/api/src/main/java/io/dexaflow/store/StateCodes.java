// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.store;

import io.dexaflow.model.TaskState;

/**
 * One letter per task state, so that the states of a run of a thousand tasks are one short string and a tick over it
 * costs next to nothing.
 */
public final class StateCodes {

    private static final String LETTERS = "nsqrSFKURPD";

    private StateCodes() {}

    /** The state behind a letter; {@link IllegalArgumentException} for any other letter. */
    public static TaskState state(char letter) {
        int index = LETTERS.indexOf(letter);
        if (index < 0) {
            throw new IllegalArgumentException("not a task state's letter: " + letter);
        }
        return TaskState.values()[index];
    }

    /** The letter of a state. */
    public static char letter(TaskState state) {
        return LETTERS.charAt(state.ordinal());
    }
}
