// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import static io.dexaflow.storepostgres.internal.TestStore.TERM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dexaflow.model.TaskState;
import io.dexaflow.store.TaskLedger.DispatchFailure;
import io.dexaflow.store.TaskLedger.Move;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rails, column by column: R12, R16, R18. */
class RailsIT {

    /** Every column of R4 that is not fixed for the row's life, with something in it. */
    private static final String FULL = "try_number = 1, attempt_epoch = 5, max_tries = 3, infra_attempts = 2, "
            + "dispatch_attempts = 4, next_dispatch_at = now(), scheduled_at = now(), queued_at = now(), "
            + "started_at = now(), last_heartbeat_at = now(), ended_at = now() - interval '10 minutes', duration = 9, "
            + "released_at = now() - interval '1 hour', reschedule_at = now(), first_reschedule_at = now(), "
            + "infra_confirmed_at = now(), warm_worker_id = gen_random_uuid(), exit_code = 7, error_message = 'e', "
            + "hostname = 'h', pod_name = 'p', node_name = 'n', note = 'x', ";

    @RegisterExtension static final TestStore STORE = new TestStore();

    /** A rail, the state it starts from, and what it does to the columns. */
    enum Rail {

        RETRY("state = 'up_for_retry', last_failure_kind = 'app'", "none", true,
                "state try_number attempt_epoch dispatch_attempts next_dispatch_at last_heartbeat_at "
                        + "infra_confirmed_at warm_worker_id released_at started_at ended_at duration queued_at "
                        + "scheduled_at reschedule_at first_reschedule_at last_failure_kind") {
            @Override
            void run(UUID run) {
                STORE.tasks().apply(List.of(new Move.Retry(run, 0, 1, 5)), TERM);
            }
        },

        REPLACE("state = 'failed', last_failure_kind = 'infra'", "none", true,
                "state attempt_epoch infra_attempts dispatch_attempts next_dispatch_at last_heartbeat_at "
                        + "infra_confirmed_at warm_worker_id released_at started_at ended_at duration queued_at "
                        + "scheduled_at reschedule_at last_failure_kind") {
            @Override
            void run(UUID run) {
                STORE.tasks().apply(List.of(new Move.Replace(run, 0, 1, 5)), TERM);
            }
        },

        REPOKE("state = 'up_for_reschedule'", "none", false,
                "state attempt_epoch last_heartbeat_at infra_confirmed_at warm_worker_id released_at") {
            @Override
            void run(UUID run) {
                STORE.tasks().apply(List.of(new Move.Repoke(run, 0, 1, 5)), TERM);
            }
        },

        DISPATCH_FAILED("state = 'queued'", "scheduled", false, "state attempt_epoch dispatch_attempts "
                + "next_dispatch_at queued_at last_heartbeat_at infra_confirmed_at warm_worker_id") {
            @Override
            void run(UUID run) {
                STORE.tasks()
                        .dispatchFailed(List.of(new DispatchFailure(STORE.attempt(run, 0), Duration.ofSeconds(5),
                                false, "busy")), TERM);
            }
        };

        private final String from;
        private final String to;
        private final boolean archives;
        private final Set<String> touched;

        Rail(String from, String to, boolean archives, String touched) {
            this.from = from;
            this.to = to;
            this.archives = archives;
            this.touched = new TreeSet<>(List.of(touched.split(" ")));
        }

        abstract void run(UUID run);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("R16: a rail writes its columns and no others")
    void railWritesExactlyItsColumns(Rail rail) {
        UUID run = STORE.run("a", 1);
        STORE.set(run, 0, FULL + rail.from);
        Map<String, Object> before = STORE.row(run, 0);

        rail.run(run);

        Map<String, Object> after = STORE.row(run, 0);
        Set<String> changed = new TreeSet<>(rail.touched);
        changed.removeIf(column -> after.get(column) == null && before.get(column) == null);
        assertThat(differences(before, after).keySet()).containsExactlyInAnyOrderElementsOf(changed);
        assertThat(after).containsEntry("state", rail.to).containsEntry("attempt_epoch", 6);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("T4, T81: a rail clears the heartbeat, the confirmation and the warm worker")
    void t4_railClearsWhatBelongsToTheEndedAttempt(Rail rail) {
        UUID run = STORE.run("a", 1);
        STORE.set(run, 0, FULL + rail.from);

        rail.run(run);

        assertThat(STORE.row(run, 0)).containsEntry("last_heartbeat_at", null)
                .containsEntry("infra_confirmed_at", null)
                .containsEntry("warm_worker_id", null);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("R5, R16: a rail archives the try, or it does not")
    void railArchivesTheTry(Rail rail) {
        UUID run = STORE.run("a", 1);
        STORE.set(run, 0, FULL + rail.from);
        Map<String, Object> before = STORE.row(run, 0);

        rail.run(run);

        List<Map<String, Object>> archive = STORE.rows("select * from dexaflow.task_instance_history");
        assertThat(archive).hasSize(rail.archives ? 1 : 0);
        for (Map<String, Object> archived : archive) {
            Map<String, Object> copied = new LinkedHashMap<>(archived);
            copied.keySet().retainAll(before.keySet());
            assertThat(before).containsAllEntriesOf(copied);
            assertThat(archived).containsEntry("task_instance_id", before.get("id"))
                    .doesNotContainEntry("archived_at", null);
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("T13, R18: a rail that its guard refuses moves nothing and archives nothing")
    void t13_refusedRailWritesNothing(Rail rail) {
        UUID run = STORE.run("a", 1);
        for (String state : List.of("none", "running", "success", "skipped", "upstream_failed", "deferred")) {
            STORE.set(run, 0, FULL + "state = '" + state + "', last_failure_kind = 'app'");
            assertRefused(run, rail);
        }
        STORE.set(run, 0, FULL + rail.from);
        STORE.set(run, 0, "attempt_epoch = 6");
        if (rail != Rail.DISPATCH_FAILED) {
            assertRefused(run, rail);
        }
        STORE.set(run, 0, FULL + rail.from);
        STORE.sql("update dexaflow.dag_run set state = 'failed' where id = ?", run);
        assertRefused(run, rail);
        STORE.sql("update dexaflow.dag_run set state = 'running' where id = ?", run);
        STORE.sql("update dexaflow.leadership set term = term + 1");
        assertRefused(run, rail);
    }

    private static void assertRefused(UUID run, Rail rail) {
        Map<String, Object> before = STORE.row(run, 0);
        rail.run(run);
        assertThat(STORE.row(run, 0)).isEqualTo(before);
        assertThat(STORE.count("select count(*) from dexaflow.task_instance_history")).isZero();
    }

    @Test
    @DisplayName("R5: a later epoch of the same try replaces the archived row of that try")
    void laterEpochReplacesTheArchivedTry() {
        UUID run = STORE.run("a", 1);
        STORE.set(run, 0, FULL + "state = 'failed', last_failure_kind = 'infra'");
        STORE.tasks().apply(List.of(new Move.Replace(run, 0, 1, 5)), TERM);
        STORE.set(run, 0, "state = 'up_for_retry', error_message = 'second'");
        STORE.tasks().apply(List.of(new Move.Retry(run, 0, 1, 6)), TERM);

        assertThat(STORE.rows("select * from dexaflow.task_instance_history")).singleElement()
                .satisfies(
                        row -> assertThat(row).containsEntry("try_number", 1)
                                .containsEntry("attempt_epoch", 6)
                                .containsEntry("error_message", "second"));
    }

    @Test
    @DisplayName("T80: an unconfirmed mark is not acted on at 1:59, and is at 2:00")
    void t80_unconfirmedMarkWaitsForTheValve() {
        UUID run = STORE.run("a", 1);
        STORE.set(run, 0, "state = 'failed', last_failure_kind = 'infra', ended_at = dexaflow.now()");
        Move.Replace replace = new Move.Replace(run, 0, 1, 0);
        STORE.moveClock(Duration.ofSeconds(110));
        assertThat(STORE.tasks().apply(List.of(replace), TERM)).isEmpty();

        STORE.moveClock(Duration.ofSeconds(10));

        assertThat(STORE.tasks().apply(List.of(replace), TERM)).containsExactly(replace);
    }

    @Test
    @DisplayName("R50: a mark without ended_at is past the valve")
    void markWithoutAnEndIsPastTheValve() {
        UUID run = STORE.run("a", 1);
        STORE.set(run, 0, "state = 'failed', last_failure_kind = 'infra'");

        assertThat(STORE.tasks().apply(List.of(new Move.Replace(run, 0, 1, 0)), TERM)).hasSize(1);
    }

    @Test
    @DisplayName("T95: an infra failure never becomes a retry")
    void t95_infraFailureNeverAwaitsARetry() {
        UUID run = STORE.run("a", 2);
        STORE.set(run, 0, "state = 'failed', last_failure_kind = 'infra'");
        STORE.set(run, 1, "state = 'failed', last_failure_kind = 'app', ended_at = now()");

        List<Move> moved = STORE.tasks()
                .apply(
                        List.of(new Move.AwaitRetry(run, 0, 1, 0), new Move.AwaitRetry(run, 1, 1, 0)), TERM);

        assertThat(moved).containsExactly(new Move.AwaitRetry(run, 1, 1, 0));
        assertThat(STORE.row(run, 1)).containsEntry("state", "up_for_retry").doesNotContainEntry("ended_at", null);
    }

    @Test
    @DisplayName("design 6.4: what a user failed has no tries left and is not retried")
    void usersFailureIsNotRetried() {
        UUID run = STORE.run("a", 1);
        STORE.set(run, 0, "state = 'failed', max_tries = 1, infra_confirmed_at = now()");

        assertThat(STORE.tasks().apply(List.of(new Move.AwaitRetry(run, 0, 1, 0)), TERM)).isEmpty();
    }

    @Test
    void decisionsStampTheirTimes() {
        UUID run = STORE.run("a", 3);
        Instant before = STORE.now();

        STORE.tasks()
                .apply(List.of(new Move.Decide(run, 0, TaskState.SCHEDULED),
                        new Move.Decide(run, 1, TaskState.SKIPPED), new Move.Decide(run, 2, TaskState.UPSTREAM_FAILED)),
                        TERM);

        assertThat(STORE.row(run, 0)).containsEntry("state", "scheduled").containsEntry("ended_at", null);
        assertThat((Instant) STORE.row(run, 0).get("scheduled_at")).isBetween(before, STORE.now());
        assertThat(STORE.row(run, 1)).containsEntry("state", "skipped").containsEntry("scheduled_at", null);
        assertThat((Instant) STORE.row(run, 1).get("ended_at")).isBetween(before, STORE.now());
        assertThat(STORE.state(run, 2)).isEqualTo("upstream_failed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"scheduled", "queued", "running", "success", "failed", "up_for_retry"})
    void onlyNoneIsDecided(String state) {
        UUID run = STORE.run("a", 1);
        STORE.set(run, 0, "state = '" + state + "'");

        assertThat(STORE.tasks().apply(List.of(new Move.Decide(run, 0, TaskState.SCHEDULED)), TERM)).isEmpty();
        assertThat(STORE.state(run, 0)).isEqualTo(state);
    }

    @Test
    void noneIsDecidedToNothingElse() {
        UUID run = STORE.run("a", 1);

        assertThatIllegalArgumentException().isThrownBy(
                () -> STORE.tasks().apply(List.of(new Move.Decide(run, 0, TaskState.SUCCESS)), TERM))
                .withMessageContaining("success");
    }

    @Test
    void aPlanOfAllKindsOfMovesIsOneCommit() {
        UUID run = STORE.run("a", 5);
        STORE.set(run, 1, "state = 'failed', last_failure_kind = 'app'");
        STORE.set(run, 2, "state = 'up_for_retry'");
        STORE.set(run, 3, "state = 'up_for_reschedule'");
        STORE.set(run, 4, "state = 'failed', last_failure_kind = 'infra'");
        List<Move> plan = List.of(new Move.Replace(run, 4, 1, 0), new Move.Decide(run, 0, TaskState.SCHEDULED),
                new Move.Decide(run, 1, TaskState.SCHEDULED), new Move.AwaitRetry(run, 1, 1, 0),
                new Move.Retry(run, 2, 1, 0), new Move.Repoke(run, 3, 1, 0));
        STORE.watched.forget();

        List<Move> moved = STORE.tasks().apply(plan, TERM);

        assertThat(moved).containsExactly(plan.get(0), plan.get(1), plan.get(3), plan.get(4), plan.get(5));
        assertThat(STORE.watched.executed()).hasSize(5);
        assertThat(STORE.watched.commits()).isEqualTo(1);
        assertThat(STORE.tasks().apply(List.of(), TERM)).isEmpty();
    }

    private static Map<String, Object> differences(Map<String, Object> before, Map<String, Object> after) {
        Map<String, Object> changed = new LinkedHashMap<>(after);
        changed.entrySet()
                .removeIf(
                        entry -> java.util.Objects.equals(entry.getValue(), before.get(entry.getKey())));
        return changed;
    }
}
