// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.store;

/** The database did not answer, or refused what was asked. What was being written is not written. */
public final class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * @param message what was tried, with which id, and what to do
     * @param cause the database's own word
     */
    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
