// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.store;

import io.dexaflow.trail.Decision;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * What is owed to those who asked to be called about a failure (R53, R54). The store itself notes each failed attempt of a
 * task and each failure of a run that has a callback, in the transaction that writes the failure, whoever writes it: at most
 * once for each (task instance, try, epoch), and once for each failure of a run.
 */
public interface CallbackLedger {

    /**
     * Looks at failed attempts that might still have been tried or placed again: what is final by now is owed, and what
     * went on is forgotten.
     *
     * @param infraBudget how many infra re-places there are (R43), the ladder's word
     * @param term the leadership under which it is written
     * @return how many are owed since
     */
    int settle(int infraBudget, long term);

    /**
     * Takes callbacks that are due, the longest due first, and raises the number of their attempts: the fence of everything
     * that is written about them.
     *
     * @param limit the most of them
     * @param pause how long until the next attempt, should nothing be heard of this one
     * @param only callbacks of these runs; of all when null
     * @param term the leadership under which they are taken
     */
    List<DueCallback> claim(int limit, Duration pause, Set<UUID> only, long term);

    /**
     * Writes what became of an attempt, with its row in the trail, in one transaction.
     *
     * @param callback as it was claimed
     * @param outcome what became of it
     * @param error what went wrong; null for nothing
     * @param told the row of the trail
     * @return false when it is settled already, or claimed once more since
     */
    boolean conclude(DueCallback callback, Outcome outcome, String error, Decision told);

    /** What became of an attempt to call. */
    enum Outcome {
        /** It was taken. */
        DELIVERED,
        /** It was not; there is another attempt when the pause is over. */
        FAILED,
        /** It was not, and that is the end of it. */
        DROPPED
    }

    /**
     * A callback that is due.
     *
     * @param id its own; the same in every attempt
     * @param attempt which attempt to call this is, from 1
     * @param run the run
     * @param task the attempt that failed; null for the run's own callback
     * @param failedAt when it failed
     * @param reason why, for people; null for no word
     */
    record DueCallback(UUID id, int attempt, FailedRun run, FailedTask task, Instant failedAt, String reason) {}

    /**
     * The run of a failure.
     *
     * @param runId the run's row
     * @param versionId the version that it was pinned to when it failed
     * @param dagId the DAG
     * @param dagRunId Airflow's run id
     * @param logicalDate null for a run without one
     * @param intervalStart null for a run without one
     * @param intervalEnd null for a run without one
     * @param confJson the run's conf, a JSON object
     */
    record FailedRun(UUID runId, UUID versionId, String dagId, String dagRunId, Instant logicalDate,
            Instant intervalStart, Instant intervalEnd, String confJson) {}

    /**
     * The attempt that failed for good.
     *
     * @param taskInstanceId its row
     * @param taskId the task
     * @param tryNumber the try
     * @param epoch the epoch
     */
    record FailedTask(UUID taskInstanceId, String taskId, int tryNumber, int epoch) {}
}
