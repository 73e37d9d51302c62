// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

import java.io.IOException;

/** The record directory is not fit for records, or a record is not one: whoever reads it knows nothing (defers). */
public final class RecordException extends IOException {

    private static final long serialVersionUID = 1L;

    /** @param message what is wrong with which path, and what to do */
    public RecordException(String message) {
        super(message);
    }
}
