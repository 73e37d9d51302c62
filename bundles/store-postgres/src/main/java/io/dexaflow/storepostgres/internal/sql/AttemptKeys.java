// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.sql;

import io.dexaflow.model.AttemptId;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

/** Attempts as the columns of a batch. */
public record AttemptKeys(UUID[] runs, String[] tasks, Integer[] tries, Integer[] epochs) {

    /**
     * The order in which every batch goes through its attempts, so that of two batches with the same rows one waits for
     * the other, instead of each for each.
     */
    public static final Comparator<AttemptId> ORDER = Comparator.comparing(AttemptId::runId)
            .thenComparing(AttemptId::taskId);

    /** The attempts in their order. */
    public static AttemptKeys of(List<AttemptId> attempts) {
        return new AttemptKeys(
                attempts.stream().map(AttemptId::runId).toArray(UUID[]::new),
                attempts.stream().map(AttemptId::taskId).toArray(String[]::new),
                attempts.stream().map(AttemptId::tryNumber).toArray(Integer[]::new),
                attempts.stream().map(AttemptId::epoch).toArray(Integer[]::new));
    }

    /** Each of the attempts once, in {@link #ORDER}. */
    public static List<AttemptId> ordered(Collection<AttemptId> attempts) {
        return attempts.stream().distinct().sorted(ORDER).toList();
    }
}
