// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.model;

import java.util.Objects;
import java.util.UUID;

/**
 * One execution of a task instance (spec, Words).
 *
 * @param runId the run row's UUID, never Airflow's run id, which is unique only within its DAG
 * @param taskId the task's id in its DAG
 * @param tryNumber the try, from 1
 * @param epoch the fence (R12, R13): each claim raises it, so that an older execution's words no longer match
 */
public record AttemptId(UUID runId, String taskId, int tryNumber, int epoch) {

    public AttemptId {
        Objects.requireNonNull(runId, "runId");
        Objects.requireNonNull(taskId, "taskId");
    }

    /** The form used in log lines: {@code run= task= try= epoch=}. */
    @Override
    public String toString() {
        return "run=" + runId + " task=" + taskId + " try=" + tryNumber + " epoch=" + epoch;
    }
}
