// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.diagnosis;

/**
 * Something that is not working.
 *
 * @param level whether the host can do its work all the same
 * @param what the fact, in a sentence
 * @param evidence what was seen
 * @param advice what to do
 */
public record Finding(Level level, String what, String evidence, String advice) {

    /** How bad it is. */
    public enum Level {
        /** The host is not ready because of it. */
        BLOCKING,
        /** The host works; someone should look. */
        WARNING
    }
}
