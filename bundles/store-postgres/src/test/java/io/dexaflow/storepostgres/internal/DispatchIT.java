// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import static io.dexaflow.storepostgres.internal.TestStore.TERM;
import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.model.AttemptFacts;
import io.dexaflow.model.AttemptId;
import io.dexaflow.model.Limits;
import io.dexaflow.model.TaskState;
import io.dexaflow.store.AttemptLedger.Report;
import io.dexaflow.store.TaskLedger.Candidate;
import io.dexaflow.store.TaskLedger.Claims;
import io.dexaflow.store.TaskLedger.DispatchFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Claims, the queued write, and failed dispatches: R13 to R16, R55 to R57. */
class DispatchIT {

    @RegisterExtension static final TestStore STORE = new TestStore();

    @Test
    @DisplayName("T6, R13: each claim raises the epoch and returns it; the state stays")
    void t6_eachClaimRaisesTheEpoch() {
        UUID run = scheduled("a", 1);

        Claims first = STORE.tasks().claim(TestStore.executors(List.of(STORE.id(run, 0))), TERM);
        Claims second = STORE.tasks().claim(TestStore.executors(List.of(STORE.id(run, 0))), TERM);

        assertThat(first.claims().getFirst().attempt()).isEqualTo(new AttemptId(run, "t0", 1, 1));
        assertThat(second.claims().getFirst().attempt()).isEqualTo(new AttemptId(run, "t0", 1, 2));
        AttemptFacts facts = second.claims().getFirst().facts();
        assertThat(facts.taskInstanceId()).isEqualTo(STORE.id(run, 0));
        assertThat(STORE.attempts().facts(new AttemptId(run, "t0", 1, 2))).contains(facts);
        assertThat(second.now()).isBetween(STORE.now().minusSeconds(10), STORE.now());
        assertThat(STORE.state(run, 0)).isEqualTo("scheduled");
    }

    @Test
    @DisplayName("R4: a claim begins an attempt that has not beaten yet")
    void claimClearsTheHeartbeat() {
        UUID run = scheduled("a", 1);
        STORE.set(run, 0, "state = 'queued', last_heartbeat_at = now(), warm_worker_id = gen_random_uuid()");

        STORE.tasks().claim(TestStore.executors(List.of(STORE.id(run, 0))), TERM);

        assertThat(STORE.row(run, 0)).containsEntry("last_heartbeat_at", null)
                .containsEntry("warm_worker_id", null)
                .containsEntry("state", "queued");
    }

    @ParameterizedTest
    @ValueSource(strings = {"running", "success", "failed", "skipped", "upstream_failed", "up_for_retry",
            "up_for_reschedule"})
    @DisplayName("T8, R14: what is running, settled or parked is not claimed")
    void t8_runningOrSettledIsNotClaimed(String state) {
        UUID run = scheduled("a", 1);
        STORE.set(run, 0, "state = '" + state + "'");

        Claims claims = STORE.tasks().claim(TestStore.executors(List.of(STORE.id(run, 0))), TERM);

        assertThat(claims.claims()).isEmpty();
        assertThat(claims.now()).isNotNull();
        assertThat(STORE.row(run, 0)).containsEntry("attempt_epoch", 0);
    }

    @Test
    @DisplayName("design 6.5: nothing is claimed in a finished run, nor by a leader of before")
    void claimNeedsAnUnfinishedRunAndTheTerm() {
        UUID run = scheduled("a", 1);
        UUID id = STORE.id(run, 0);
        assertThat(STORE.tasks().claim(TestStore.executors(List.of(id)), TERM - 1).claims()).isEmpty();
        STORE.sql("update dexaflow.dag_run set state = 'success' where id = ?", run);
        assertThat(STORE.tasks().claim(TestStore.executors(List.of(id)), TERM).claims()).isEmpty();
        assertThat(STORE.tasks().claim(TestStore.executors(List.of()), TERM).claims()).isEmpty();
    }

    @Test
    @DisplayName("R55: queued is written after the hand-over, once")
    void queuedIsWrittenOnce() {
        UUID run = scheduled("a", 2);
        AttemptId first = claim(run, 0);
        AttemptId second = claim(run, 1);

        assertThat(STORE.tasks().queued(List.of(second, first), TERM)).containsExactly(second, first);
        assertThat(STORE.tasks().queued(List.of(second, first), TERM)).isEmpty();
        assertThat(STORE.row(run, 0)).containsEntry("state", "queued").doesNotContainEntry("queued_at", null);
    }

    @Test
    @DisplayName("T7: the dispatch returns late and the agent is running already: zero rows, and it stays running")
    void t7_queuedWriteAfterRunningMovesNothing() {
        UUID run = scheduled("a", 1);
        AttemptId attempt = claim(run, 0);
        STORE.attempts().report(List.of(new Report(attempt, TaskState.RUNNING, null, null, null, "h")));

        assertThat(STORE.tasks().queued(List.of(attempt), TERM)).isEmpty();

        assertThat(STORE.row(run, 0)).containsEntry("state", "running").containsEntry("queued_at", null);
    }

    @Test
    @DisplayName("R55: queued is not written for a claim that another has followed")
    void queuedWriteOfAnOlderClaimMovesNothing() {
        UUID run = scheduled("a", 1);
        AttemptId old = claim(run, 0);
        claim(run, 0);

        assertThat(STORE.tasks().queued(List.of(old), TERM)).isEmpty();
        assertThat(STORE.state(run, 0)).isEqualTo("scheduled");
    }

    @Test
    @DisplayName("T97: each counted failure waits longer; the last one fails the task, an application failure")
    void t97_dispatchFailuresAreCountedAndTheLastFails() {
        UUID run = scheduled("a", 1);
        for (int failures = 1; failures <= 5; failures++) {
            Duration delay = Duration.ofSeconds(5L << failures - 1);
            Instant before = STORE.now();
            AttemptId attempt = claim(run, 0);
            STORE.tasks().dispatchFailed(List.of(new DispatchFailure(attempt, delay, false, "no")), TERM);

            Map<String, Object> row = STORE.row(run, 0);
            assertThat(row).containsEntry("state", "scheduled")
                    .containsEntry("dispatch_attempts", failures)
                    .containsEntry("attempt_epoch", attempt.epoch() + 1);
            assertThat((Instant) row.get("next_dispatch_at")).isBetween(before.plus(delay), STORE.now().plus(delay));
            assertThat(candidates(100)).isEmpty();
            STORE.moveClock(delay.plusSeconds(1));
            assertThat(candidates(100)).extracting(Candidate::dispatchAttempts).containsExactly(failures);
        }
        AttemptId sixth = claim(run, 0);

        STORE.tasks()
                .dispatchFailed(List.of(new DispatchFailure(sixth, Duration.ofSeconds(160), true,
                        "dispatch_failed after 6 attempts: no")), TERM);

        assertThat(STORE.row(run, 0)).containsEntry("state", "failed")
                .containsEntry("last_failure_kind", "app")
                .containsEntry("error_message", "dispatch_failed after 6 attempts: no")
                .containsEntry("attempt_epoch", sixth.epoch())
                .containsEntry("dispatch_attempts", 5)
                .doesNotContainEntry("ended_at", null);
    }

    @Test
    @DisplayName("T100: an offer that failed after its queued write clears queued_at")
    void t100_failedDispatchClearsQueuedAt() {
        UUID run = scheduled("a", 1);
        AttemptId attempt = claim(run, 0);
        STORE.tasks().queued(List.of(attempt), TERM);

        STORE.tasks().dispatchFailed(List.of(new DispatchFailure(attempt, Duration.ofSeconds(5), false, "x")), TERM);

        assertThat(STORE.row(run, 0)).containsEntry("state", "scheduled").containsEntry("queued_at", null);
    }

    @Test
    void failuresThatComeTooLateMoveNothing() {
        UUID run = scheduled("a", 1);
        AttemptId attempt = claim(run, 0);
        STORE.attempts().report(List.of(new Report(attempt, TaskState.RUNNING, null, null, null, "h")));

        STORE.tasks()
                .dispatchFailed(List.of(new DispatchFailure(attempt, Duration.ofSeconds(5), false, "x"),
                        new DispatchFailure(attempt, Duration.ofSeconds(5), true, "x")), TERM);
        STORE.tasks().dispatchRefused(Map.of(attempt, "x"), TERM);
        STORE.tasks().dispatchHeld(List.of(attempt), Duration.ofSeconds(5), TERM);

        assertThat(STORE.row(run, 0)).containsEntry("state", "running")
                .containsEntry("next_dispatch_at", null)
                .containsEntry("attempt_epoch", 1);
    }

    @Test
    @DisplayName("R16: back-pressure moves the next offer and nothing else")
    void backPressureMovesOnlyTheNextOffer() {
        UUID run = scheduled("a", 1);
        AttemptId attempt = claim(run, 0);
        Map<String, Object> before = STORE.row(run, 0);

        STORE.tasks().dispatchHeld(List.of(attempt), Duration.ofMillis(2500), TERM);

        Map<String, Object> after = STORE.row(run, 0);
        assertThat((Instant) after.remove("next_dispatch_at")).isAfter(STORE.now());
        before.remove("next_dispatch_at");
        assertThat(after).isEqualTo(before);
        assertThat(candidates(100)).isEmpty();
        STORE.moveClock(Duration.ofSeconds(3));
        assertThat(candidates(100)).hasSize(1);
    }

    @Test
    @DisplayName("R56: a refused dispatch fails the task at once, with the words given")
    void refusedDispatchFailsAtOnce() {
        UUID run = scheduled("a", 1);
        AttemptId attempt = claim(run, 0);

        STORE.tasks().dispatchRefused(Map.of(attempt, "dispatch refused: no image"), TERM);

        assertThat(STORE.row(run, 0)).containsEntry("state", "failed")
                .containsEntry("last_failure_kind", "app")
                .containsEntry("error_message", "dispatch refused: no image")
                .containsEntry("attempt_epoch", 1);
    }

    @Test
    void liveAttemptsAreThoseThatMayHaveAnAgent() {
        UUID run = scheduled("a", 6);
        STORE.running(run, 1);
        claim(run, 2);
        STORE.set(run, 3, "state = 'queued', attempt_epoch = 4");
        STORE.set(run, 4, "state = 'success', attempt_epoch = 1");
        STORE.set(run, 5, "state = 'none', attempt_epoch = 1");

        assertThat(STORE.tasks().liveAttempts(run)).containsExactly(new AttemptId(run, "t1", 1, 1),
                new AttemptId(run, "t2", 1, 1), new AttemptId(run, "t3", 1, 4));
    }

    @Test
    void candidateTellsWhatADispatchNeeds() {
        UUID version = STORE.version("a", 1, Limits.DEFAULT);
        UUID run = scheduled("a", 1);
        STORE.set(run, 0, "executor = 'moon', dispatch_attempts = 2, attempt_epoch = 3");

        assertThat(candidates(1)).containsExactly(new Candidate(STORE.id(run, 0), new AttemptId(run, "t0", 1, 3), "a",
                (String) STORE.rows("select run_id from dexaflow.dag_run").getFirst().get("run_id"), version, 0,
                "moon", 2));
    }

    private static UUID scheduled(String dagId, int tasks) {
        UUID run = STORE.run(dagId, tasks);
        STORE.sql("update dexaflow.task_instance set state = 'scheduled', scheduled_at = dexaflow.now() "
                + "where run_id = ?", run);
        return run;
    }

    private static AttemptId claim(UUID run, int ordinal) {
        return STORE.tasks()
                .claim(TestStore.executors(List.of(STORE.id(run, ordinal))), TERM)
                .claims()
                .getFirst()
                .attempt();
    }

    private static List<Candidate> candidates(int limit) {
        return STORE.tasks().dispatchable(null, Set.of(), limit);
    }
}
