// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.store;

/** The database did not answer, or refused what was asked. What was being written is not written. */
public final class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean mayPass;

    /**
     * One that may pass.
     *
     * @param message what was tried, with which id, and what to do
     * @param cause the database's own word
     */
    public StoreException(String message, Throwable cause) {
        this(message, cause, true);
    }

    /**
     * @param message what was tried, with which id, and what to do
     * @param cause the database's own word
     * @param mayPass whether the same may well be taken later
     */
    public StoreException(String message, Throwable cause, boolean mayPass) {
        super(message, cause);
        this.mayPass = mayPass;
    }

    /**
     * Whether the same may well be taken later: the database was away, or somebody was in the way. False when it refused
     * the very values, so that trying again is in vain.
     */
    public boolean mayPass() {
        return mayPass;
    }
}
