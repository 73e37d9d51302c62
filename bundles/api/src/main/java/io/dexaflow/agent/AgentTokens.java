// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.agent;

import io.dexaflow.model.AttemptId;
import java.time.Instant;
import java.util.UUID;

/** Makes the credentials that agents speak with (R191, R192). Implemented by the gateway, which also checks them. */
public interface AgentTokens {

    /**
     * A token for one attempt.
     *
     * @param attempt the attempt, with the epoch that its claim returned (R13)
     * @param taskInstanceId the task instance's row
     * @param now database time of the claim
     * @return a signed token that lives for the ladder's token lifetime
     */
    String forAttempt(AttemptId attempt, UUID taskInstanceId, Instant now);

    /**
     * A token for an agent process that waits for work.
     *
     * @param workerId the worker
     * @param executor the executor whose work it takes
     * @return a signed token; renewed with each poll
     */
    String forWorker(String workerId, String executor);
}
