// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.http;

/** Not now; the same request will do later. */
final class UnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnavailableException(String message) {
        super(message);
    }
}
