// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.control;

/** A request that cannot be done, with words for whoever asked. */
public final class RequestException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Kind kind;

    /** Why not. */
    public enum Kind {
        /** What was given is wrong. */
        INVALID,
        /** There is no such thing. */
        NOT_FOUND,
        /** It is there already, or its state forbids it. */
        CONFLICT,
        /** Not now. */
        UNAVAILABLE
    }

    /**
     * @param kind why not
     * @param message what, with which id, and what to do
     */
    public RequestException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    /** Why not. */
    public Kind kind() {
        return kind;
    }
}
