// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.spec;

/** A value that a task's specification needs is not there, or cannot be text. */
final class ValueException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * @param message what, and what to do
     */
    ValueException(String message) {
        super(message);
    }
}
