// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executor;

import io.dexaflow.model.AttemptId;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/**
 * An attempt that a reaper has doubts about, as its candidate query read it. Every later step speaks of this very try and
 * epoch, never of what the row says by then (R114).
 *
 * @param attempt the attempt
 * @param taskInstanceId its row
 * @param dagId its DAG
 * @param dagRunId Airflow's run id, for people
 * @param executor the executor that launched it; null for the default one
 * @param warmWorkerId the warm worker it is bound to; null for none
 * @param since the time that the threshold counts from: its last heartbeat, its start, or when it was queued
 * @param age how long ago that was, in database time
 */
public record Suspect(AttemptId attempt, UUID taskInstanceId, String dagId, String dagRunId, String executor,
        UUID warmWorkerId, Instant since, Duration age) {

    public Suspect {
        Objects.requireNonNull(attempt, "attempt");
        Objects.requireNonNull(taskInstanceId, "taskInstanceId");
        Objects.requireNonNull(since, "since");
    }
}
