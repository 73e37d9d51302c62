// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.sql;

import io.dexaflow.model.AttemptId;
import java.util.Collection;
import java.util.UUID;

/** Attempts as the columns of a batch. */
public record AttemptKeys(UUID[] runs, String[] tasks, Integer[] tries, Integer[] epochs) {

    /** The attempts in their order. */
    public static AttemptKeys of(Collection<AttemptId> attempts) {
        return new AttemptKeys(
                attempts.stream().map(AttemptId::runId).toArray(UUID[]::new),
                attempts.stream().map(AttemptId::taskId).toArray(String[]::new),
                attempts.stream().map(AttemptId::tryNumber).toArray(Integer[]::new),
                attempts.stream().map(AttemptId::epoch).toArray(Integer[]::new));
    }
}
