// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.store;

import io.dexaflow.model.AttemptFacts;
import io.dexaflow.model.AttemptId;
import io.dexaflow.model.TaskState;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Task instances, as planner and dispatcher write them: the rails of R16. Every write is one statement for a whole batch,
 * conditional on the source state (and on try and epoch where an execution is concerned) and on the leadership term; the
 * answer names the rows that moved.
 */
public interface TaskLedger {

    /**
     * Applies the planner's decisions in one transaction.
     *
     * @param moves what is to move
     * @return those that moved
     */
    List<Move> apply(Collection<Move> moves, long term);

    /**
     * Scheduled task instances that may be dispatched now: in running runs, due, and within what DAG limits and pools
     * leave free (R60, R61); at most {@code limit}, fairly over DAGs.
     *
     * @param only task instances of these runs; of all of them when null
     * @param except task instances that are being dispatched; they count as occupying their slots
     */
    List<Candidate> dispatchable(Set<UUID> only, Set<UUID> except, int limit);

    /**
     * Claims task instances for dispatch: epoch + 1, conditional on none, scheduled or queued, and on an unfinished run
     * (R13, R14), and notes the executor that it goes to (design 6.16). What is running or settled is refused by absence.
     *
     * @param executors the executor of each task instance
     * @return the claims that succeeded, each with its new epoch
     */
    Claims claim(Map<UUID, String> executors, long term);

    /**
     * Writes {@code queued} after a hand-over (R55): only where still scheduled, with the claim's epoch.
     *
     * @return the attempts that moved
     */
    List<AttemptId> queued(Collection<AttemptId> attempts, long term);

    /**
     * A dispatch that failed (R16): back to scheduled with epoch + 1, no {@code queued_at}, a later next offer; or
     * failed when it was the last counted one.
     */
    void dispatchFailed(Collection<DispatchFailure> failures, long term);

    /** A dispatch that found no room (R16, back-pressure): only the next offer moves. */
    void dispatchHeld(Collection<AttemptId> attempts, Duration delay, long term);

    /**
     * Dispatches that can never work (R56): failed at once.
     *
     * @param messages the words for each attempt
     */
    void dispatchRefused(Map<AttemptId, String> messages, long term);

    /**
    * A user's verdict on a task instance, in any state: one write sets it, takes the failure kind away, and is final until
    * the task instance is cleared, retries included (R19, design 6.4). What follows in its run follows.
    *
    * @param verdict success, failed or skipped
    * @param by who, for the trail
    * @return the attempt that may have an agent and is to be stopped; empty when there was none
    * @throws java.util.NoSuchElementException when there is no such task instance
    */
    Optional<AttemptId> settleByUser(UUID taskInstanceId, TaskState verdict, String by);

    /** The attempts of a run that may have an agent: scheduled with an epoch, queued or running. */
    List<AttemptId> liveAttempts(UUID runId);

    /** What the planner wants of a task instance. */
    sealed interface Move {

        UUID runId();

        int ordinal();

        /** None becomes scheduled, skipped or upstream_failed. */
        record Decide(UUID runId, int ordinal, TaskState to) implements Move {}

        /** Failed becomes up_for_retry (R39). */
        record AwaitRetry(UUID runId, int ordinal, int tryNumber, int epoch) implements Move {}

        /** Up_for_retry becomes none with the next try and epoch; the try is archived (R16). */
        record Retry(UUID runId, int ordinal, int tryNumber, int epoch) implements Move {}

        /** Up_for_reschedule becomes none with the next epoch (R16, R42). */
        record Repoke(UUID runId, int ordinal, int tryNumber, int epoch) implements Move {}

        /** Failed by an infra mark becomes none with the next epoch, on the infra budget (R43). */
        record Replace(UUID runId, int ordinal, int tryNumber, int epoch) implements Move {}
    }

    /**
     * A task instance that may be dispatched.
     *
     * @param attempt with the epoch it has before the claim
     * @param ordinal its task's place in the version
     * @param executor null for the default executor
     * @param dispatchAttempts counted failures so far
     */
    record Candidate(UUID taskInstanceId, AttemptId attempt, String dagId, String dagRunId, UUID versionId,
            int ordinal, String executor, int dispatchAttempts) {}

    /**
     * What was claimed.
     *
     * @param now database time of the claim
     * @param claims task instance and attempt, with the epoch that only this claim has
     */
    record Claims(Instant now, List<Claim> claims) {}

    /**
     * One claim.
     *
     * @param attempt with the new epoch
     * @param facts what its executor and its agent need to know beside the task
     */
    record Claim(AttemptId attempt, AttemptFacts facts) {}

    /**
     * A counted dispatch failure.
     *
     * @param attempt what was to be dispatched
     * @param delay until the next offer
     * @param last whether the budget is spent
     * @param message for {@code error_message} when it is
     */
    record DispatchFailure(AttemptId attempt, Duration delay, boolean last, String message) {}
}
