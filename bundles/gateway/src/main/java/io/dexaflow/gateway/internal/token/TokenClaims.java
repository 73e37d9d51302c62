// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.token;

import io.dexaflow.model.AttemptId;
import java.time.Instant;
import java.util.UUID;

/** What a token says (R191). */
public sealed interface TokenClaims {

    /** When it ends. */
    Instant expires();

    /**
     * Who an attempt's agent is.
     *
     * @param attempt the attempt; a token without an epoch counts as epoch 0 (R195)
     * @param taskInstanceId the subject
     * @param origin when the first token of this attempt was issued, kept through renewals
     */
    record ForAttempt(AttemptId attempt, UUID taskInstanceId, Instant origin, Instant expires) implements TokenClaims {}

    /**
     * Who a waiting agent process is.
     *
     * @param workerId the subject
     * @param executor whose work it takes
     */
    record ForWorker(String workerId, String executor, Instant expires) implements TokenClaims {}
}
