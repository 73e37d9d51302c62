// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

/**
 * What a command has to say, for people and for programs.
 *
 * @param text for people, with or without a line break at its end
 * @param json what {@link Json} can write
 * @param exitCode 0, or why the answer is not a good one
 */
record Answer(String text, Object json, int exitCode) {

    /** An answer that is a good one. */
    Answer(String text, Object json) {
        this(text, json, 0);
    }
}
