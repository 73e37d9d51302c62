// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

/** The host cannot run on this database, and waiting does not help. */
public final class BootRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param message what is wrong and what to do, as the launcher prints it */
    public BootRefusedException(String message) {
        super(message);
    }

    /**
     * @param message what is wrong and what to do, as the launcher prints it
     * @param cause where it came from
     */
    public BootRefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
