// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

/**
 * This home, as it is, must not be opened: another host has it, it is a copy, we may not write there. Trying again
 * does not help; the host refuses to boot with these words.
 */
public final class HomeRefusedException extends PostgresException {

    private static final long serialVersionUID = 1L;

    /** With the reason and what to do. */
    public HomeRefusedException(String message) {
        super(message);
    }

    /** As above, with the cause. */
    public HomeRefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
