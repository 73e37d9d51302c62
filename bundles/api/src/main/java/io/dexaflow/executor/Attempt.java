// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executor;

import io.dexaflow.model.AttemptFacts;
import io.dexaflow.model.AttemptId;
import io.dexaflow.model.Task;
import java.util.UUID;

/**
 * What an executor is handed: who the attempt is, what it is to run, and the credential its agent speaks with.
 *
 * @param id the attempt
 * @param facts its row and its run, as they were when it was claimed
 * @param task the task, from the version its run is pinned to
 * @param token the attempt token (R191); a secret
 */
public record Attempt(AttemptId id, AttemptFacts facts, Task task, String token) {

    /** The task instance's row. */
    public UUID taskInstanceId() {
        return facts.taskInstanceId();
    }

    /** The DAG. */
    public String dagId() {
        return facts.dagId();
    }

    /** Airflow's run id, for labels and people. */
    public String dagRunId() {
        return facts.dagRunId();
    }

    /** All but the token. */
    @Override
    public String toString() {
        return "dag=" + dagId() + " " + id;
    }
}
