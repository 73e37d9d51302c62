// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.http;

/** A request that no retry can mend. */
final class BadRequestException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;

    /** Status 400. */
    BadRequestException(String message) {
        this(400, message);
    }

    BadRequestException(int status, String message) {
        super(message);
        this.status = status;
    }

    int status() {
        return status;
    }
}
