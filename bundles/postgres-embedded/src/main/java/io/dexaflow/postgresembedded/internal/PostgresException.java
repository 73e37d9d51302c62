// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

/** The server could not be started, reached or stopped; another try may succeed. */
public class PostgresException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** With what happened, to which home, and what to do. */
    public PostgresException(String message) {
        super(message);
    }

    /** As above, with the cause. */
    public PostgresException(String message, Throwable cause) {
        super(message, cause);
    }
}
