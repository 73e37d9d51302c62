// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.backup;

/** This file cannot be restored into this database; nothing was changed. */
public final class RestoreRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param message what is wrong and what to do, as the launcher prints it */
    RestoreRefusedException(String message) {
        super(message);
    }

    RestoreRefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
