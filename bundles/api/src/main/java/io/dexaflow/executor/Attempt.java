// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executor;

import io.dexaflow.model.AttemptId;
import io.dexaflow.model.Task;
import java.util.UUID;

/**
 * What an executor is handed: who the attempt is, what it is to run, and the credential its agent speaks with.
 *
 * @param id the attempt
 * @param taskInstanceId the task instance's row
 * @param dagId the DAG
 * @param dagRunId Airflow's run id, for labels and people
 * @param task the task, from the version its run is pinned to
 * @param token the attempt token (R191); a secret
 */
public record Attempt(AttemptId id, UUID taskInstanceId, String dagId, String dagRunId, Task task, String token) {

    /** All but the token. */
    @Override
    public String toString() {
        return "dag=" + dagId + " " + id;
    }
}
