// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.schedule;

/** A schedule that is none, or one that can never match (R62). The message tells the DAG's author what to write. */
public final class ScheduleException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * @param message what is wrong and, where that helps, what to write instead
     */
    public ScheduleException(String message) {
        super(message);
    }
}
