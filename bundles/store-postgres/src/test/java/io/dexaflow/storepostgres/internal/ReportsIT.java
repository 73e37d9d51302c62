// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dexaflow.model.AttemptId;
import io.dexaflow.model.RunState;
import io.dexaflow.model.TaskState;
import io.dexaflow.store.AttemptLedger.Report;
import io.dexaflow.store.TaskLedger.Move;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reports of agents: R20 to R22. */
class ReportsIT {

    @RegisterExtension static final TestStore STORE = new TestStore();

    @Test
    @DisplayName("R20: RUNNING stamps started_at and the host")
    void runningStampsItsStart() {
        UUID run = STORE.run("a", 1);
        AttemptId attempt = claimed(run, 0);

        assertThat(report(report(attempt, TaskState.RUNNING))).containsExactly(true);

        Map<String, Object> row = STORE.row(run, 0);
        assertThat(row).containsEntry("state", "running")
                .containsEntry("hostname", "host-1")
                .containsEntry("ended_at", null);
        assertThat((Instant) row.get("started_at")).isBetween(STORE.now().minusSeconds(10), STORE.now());
    }

    @Test
    @DisplayName("R20: SUCCESS stamps the end, the duration and the exit code")
    void successStampsItsEnd() {
        UUID run = STORE.run("a", 1);
        AttemptId attempt = claimed(run, 0);
        report(report(attempt, TaskState.RUNNING));
        STORE.moveClock(Duration.ofSeconds(30));

        assertThat(report(new Report(attempt, TaskState.SUCCESS, 0, null, null, null))).containsExactly(true);

        Map<String, Object> row = STORE.row(run, 0);
        assertThat(row).containsEntry("state", "success")
                .containsEntry("exit_code", 0)
                .containsEntry("last_failure_kind", null)
                .containsEntry("hostname", "host-1");
        assertThat((Double) row.get("duration")).isBetween(30.0, 40.0);
        assertThat((Instant) row.get("ended_at")).isAfter((Instant) row.get("started_at"));
    }

    @Test
    @DisplayName("R20: FAILED is the task's own failure, with exit code and words")
    void failureIsTheTasksOwn() {
        UUID run = STORE.run("a", 1);
        AttemptId attempt = STORE.running(run, 0);

        report(new Report(attempt, TaskState.FAILED, 3, "bad\0 luck", null, "h"));

        assertThat(STORE.row(run, 0)).containsEntry("state", "failed")
                .containsEntry("last_failure_kind", "app")
                .containsEntry("exit_code", 3)
                .containsEntry("error_message", "bad\uFFFD luck");
    }

    @Test
    void skippedIsTerminal() {
        UUID run = STORE.run("a", 1);

        report(new Report(STORE.running(run, 0), TaskState.SKIPPED, 99, null, null, null));

        assertThat(STORE.row(run, 0)).containsEntry("state", "skipped")
                .containsEntry("exit_code", 99)
                .doesNotContainEntry("ended_at", null);
    }

    @Test
    @DisplayName("T1: a report for an earlier try, after the retry was released, writes nothing")
    void t1_reportOfAnEarlierTryIsStale() {
        UUID run = STORE.run("a", 1);
        AttemptId old = STORE.running(run, 0);
        report(new Report(old, TaskState.FAILED, 1, "x", null, null));
        STORE.tasks().apply(List.of(new Move.AwaitRetry(run, 0, 1, old.epoch())), TestStore.TERM);
        STORE.tasks().apply(List.of(new Move.Retry(run, 0, 1, old.epoch())), TestStore.TERM);
        Map<String, Object> before = STORE.row(run, 0);

        assertThat(report(new Report(old, TaskState.SUCCESS, 0, null, null, null))).containsExactly(false);

        assertThat(STORE.row(run, 0)).isEqualTo(before).containsEntry("try_number", 2);
    }

    @Test
    @DisplayName("T2: RUNNING of a superseded execution of the same try is refused")
    void t2_runningOfAnOlderEpochIsRefused() {
        UUID run = STORE.run("a", 1);
        AttemptId first = claimed(run, 0);
        AttemptId second = claimed(run, 0);

        assertThat(report(report(first, TaskState.RUNNING), report(second, TaskState.RUNNING)))
                .containsExactly(false, true);
        assertThat(STORE.state(run, 0)).isEqualTo("running");
    }

    @Test
    @DisplayName("T3: the live attempt repeats RUNNING: accepted, and started_at does not move")
    void t3_repeatedRunningMovesNothing() {
        UUID run = STORE.run("a", 1);
        AttemptId attempt = claimed(run, 0);
        report(report(attempt, TaskState.RUNNING));
        Instant started = (Instant) STORE.row(run, 0).get("started_at");
        STORE.moveClock(Duration.ofSeconds(60));

        assertThat(report(report(attempt, TaskState.RUNNING))).containsExactly(true);

        assertThat(STORE.row(run, 0)).containsEntry("started_at", started).containsEntry("state", "running");
    }

    @Test
    @DisplayName("T6: a dispatch repeated for the same task instance makes the first agent's reports stale")
    void t6_repeatedDispatchFencesTheFirst() {
        UUID run = STORE.run("a", 1);
        AttemptId first = claimed(run, 0);
        AttemptId second = claimed(run, 0);

        assertThat(second.epoch()).isEqualTo(first.epoch() + 1);
        assertThat(report(report(first, TaskState.SUCCESS), report(second, TaskState.SUCCESS)))
                .containsExactly(false, true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"success", "failed", "skipped", "upstream_failed", "up_for_retry", "up_for_reschedule"})
    void nothingIsReportedOnWhatIsOver(String state) {
        UUID run = STORE.run("a", 1);
        AttemptId attempt = claimed(run, 0);
        STORE.set(run, 0, "state = '" + state + "'");

        assertThat(report(report(attempt, TaskState.SUCCESS))).containsExactly(false);
        assertThat(STORE.state(run, 0)).isEqualTo(state);
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "scheduled", "queued", "running"})
    void reportsApplyBeforeAndAfterTheHandOverIsWritten(String state) {
        UUID run = STORE.run("a", 1);
        AttemptId attempt = claimed(run, 0);
        STORE.set(run, 0, "state = '" + state + "'");

        assertThat(report(report(attempt, TaskState.RUNNING))).containsExactly(true);
    }

    @Test
    @DisplayName("design 6.5: a finished run's verdict is final, whatever an agent says")
    void nothingIsReportedIntoAFinishedRun() {
        UUID run = STORE.run("a", 1);
        AttemptId attempt = claimed(run, 0);
        STORE.sql("update dexaflow.dag_run set state = 'failed' where id = ?", run);

        assertThat(report(report(attempt, TaskState.RUNNING))).containsExactly(false);
        assertThat(STORE.state(run, 0)).isEqualTo("scheduled");
    }

    @Test
    @DisplayName("T93, R22: a reschedule ends no try and keeps the first time")
    void t93_rescheduleEndsNoTry() {
        UUID run = STORE.run("a", 1);
        AttemptId first = STORE.running(run, 0);
        Instant again = STORE.now().plusSeconds(60).truncatedTo(ChronoUnit.MICROS);

        assertThat(report(new Report(first, TaskState.UP_FOR_RESCHEDULE, 75, null, again, null)))
                .containsExactly(true);
        Map<String, Object> row = STORE.row(run, 0);
        assertThat(row).containsEntry("state", "up_for_reschedule")
                .containsEntry("reschedule_at", again)
                .containsEntry("ended_at", null)
                .containsEntry("try_number", 1)
                .containsEntry("infra_attempts", 0)
                .containsEntry("exit_code", null);
        Object firstTime = row.get("first_reschedule_at");
        assertThat(firstTime).isNotNull();

        STORE.tasks().apply(List.of(new Move.Repoke(run, 0, 1, first.epoch())), TestStore.TERM);
        STORE.moveClock(Duration.ofSeconds(100));
        AttemptId second = STORE.running(run, 0);
        report(new Report(second, TaskState.UP_FOR_RESCHEDULE, 75, null, again.plusSeconds(60), null));

        assertThat(STORE.row(run, 0)).containsEntry("first_reschedule_at", firstTime)
                .containsEntry("reschedule_at", again.plusSeconds(60))
                .containsEntry("try_number", 1);
    }

    @Test
    @DisplayName("R22: nothing is rescheduled out of none")
    void rescheduleOutOfNoneIsStale() {
        UUID run = STORE.run("a", 1);
        AttemptId attempt = claimed(run, 0);
        STORE.set(run, 0, "state = 'none'");

        assertThat(report(new Report(attempt, TaskState.UP_FOR_RESCHEDULE, 75, null, STORE.now(), null)))
                .containsExactly(false);
    }

    @Test
    void runningAndSuccessOfOneAttemptInOneBatchBothApply() {
        UUID run = STORE.run("a", 2);
        AttemptId first = claimed(run, 0);
        AttemptId second = claimed(run, 1);

        assertThat(report(report(first, TaskState.RUNNING), report(second, TaskState.RUNNING),
                report(first, TaskState.SUCCESS))).containsExactly(true, true, true);
        assertThat(STORE.row(run, 0)).containsEntry("state", "success").doesNotContainEntry("started_at", null);
        assertThat(STORE.state(run, 1)).isEqualTo("running");
    }

    @Test
    void whatFollowsTheEndOfAnAttemptInItsBatchIsStale() {
        UUID run = STORE.run("a", 1);
        AttemptId attempt = claimed(run, 0);

        assertThat(report(report(attempt, TaskState.FAILED), report(attempt, TaskState.SUCCESS)))
                .containsExactly(true, false);
        assertThat(STORE.state(run, 0)).isEqualTo("failed");
    }

    @Test
    void aHundredReportsAreOneStatement() {
        UUID run = STORE.run("a", 100);
        List<Report> reports = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            reports.add(report(STORE.running(run, i), TaskState.SUCCESS));
        }
        Collections.shuffle(reports);
        STORE.watched.forget();

        assertThat(STORE.attempts().report(reports)).hasSize(100).containsOnly(true);
        assertThat(STORE.watched.executed()).hasSize(1);
    }

    @Test
    void noReportSaysQueued() {
        AttemptId attempt = new AttemptId(UUID.randomUUID(), "t", 1, 1);

        assertThatIllegalArgumentException().isThrownBy(() -> report(report(attempt, TaskState.QUEUED)))
                .withMessageContaining("queued");
        assertThat(STORE.attempts().report(List.of())).isEmpty();
    }

    @Test
    void aUsersVerdictBeatsTheReportThatComesAfterIt() {
        UUID run = STORE.run("a", 1);
        AttemptId attempt = STORE.running(run, 0);
        STORE.runs().settleByUser(run, RunState.FAILED, "stopped by ann", null);

        assertThat(report(report(attempt, TaskState.SUCCESS))).containsExactly(false);
        assertThat(STORE.row(run, 0)).containsEntry("state", "failed")
                .containsEntry("error_message", "stopped by ann");
    }

    private static AttemptId claimed(UUID run, int ordinal) {
        STORE.set(run, ordinal, "state = 'scheduled', scheduled_at = dexaflow.now()");
        return STORE.tasks()
                .claim(TestStore.executors(List.of(STORE.id(run, ordinal))), TestStore.TERM)
                .claims()
                .getFirst()
                .attempt();
    }

    private static Report report(AttemptId attempt, TaskState state) {
        return new Report(attempt, state, null, null, null, "host-1");
    }

    private static List<Boolean> report(Report... reports) {
        return STORE.attempts().report(List.of(reports));
    }
}
