// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.trail;

import io.dexaflow.executor.Suspect;
import java.util.UUID;

/**
 * What a decision is about. A decision about a run has no task, one about the host has nothing at all and is not kept.
 *
 * @param runId the run row's UUID; null for the host
 * @param taskInstanceId the task instance's row; null for a run
 * @param dagId the DAG
 * @param dagRunId Airflow's run id; null where whoever decided does not know it
 * @param taskId the task
 * @param tryNumber the try; 0 for none
 * @param epoch the epoch; 0 for none
 */
public record Subject(UUID runId, UUID taskInstanceId, String dagId, String dagRunId, String taskId, int tryNumber,
        int epoch) {

    /** The host as a whole: metric, log and events, but no row. */
    public static final Subject HOST = new Subject(null, null, null, null, null, 0, 0);

    /** A run. */
    public static Subject run(UUID runId, String dagId, String dagRunId) {
        return new Subject(runId, null, dagId, dagRunId, null, 0, 0);
    }

    /** An attempt that a reaper has doubts about. */
    public static Subject of(Suspect suspect) {
        return new Subject(suspect.attempt().runId(), suspect.taskInstanceId(), suspect.dagId(), suspect.dagRunId(),
                suspect.attempt().taskId(), suspect.attempt().tryNumber(), suspect.attempt().epoch());
    }

    /** The form used in log lines. */
    @Override
    public String toString() {
        if (runId == null) {
            return "host";
        }
        String run = "dag=" + dagId + " run=" + runId;
        return taskId == null ? run : run + " task=" + taskId + " try=" + tryNumber + " epoch=" + epoch;
    }
}
