// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.dispatch;

import io.dexaflow.agent.AgentTokens;
import io.dexaflow.model.AttemptId;
import java.time.Instant;
import java.util.UUID;

/** Tokens that nobody checks. */
final class FakeTokens implements AgentTokens {

    @Override
    public String forAttempt(AttemptId attempt, UUID taskInstanceId, Instant now) {
        return attempt.toString();
    }

    @Override
    public String forWorker(String workerId, String executor) {
        return workerId;
    }
}
