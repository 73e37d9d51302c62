// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.tree;

import io.dexaflow.dag.ParseError;

/** A file that could not be read to its end: the one thing that is wrong with it. */
public final class UnreadableException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient ParseError error;

    /**
     * @param mark where
     * @param key the key it concerns; empty for none
     * @param message what is wrong and what to do
     */
    public UnreadableException(Mark mark, String key, String message) {
        super(message);
        this.error = new ParseError(mark.line(), mark.column(), key, message);
    }

    /** A file of which no place can be named. */
    public UnreadableException(String message) {
        this(Mark.FILE, "", message);
    }

    /** The same, for the report. */
    public ParseError error() {
        return error;
    }
}
