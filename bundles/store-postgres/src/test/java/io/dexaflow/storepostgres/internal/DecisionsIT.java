// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dexaflow.model.AttemptId;
import io.dexaflow.model.Limits;
import io.dexaflow.model.RunState;
import io.dexaflow.model.RunType;
import io.dexaflow.model.TaskState;
import io.dexaflow.store.AttemptLedger.Report;
import io.dexaflow.store.DecisionLedger.DecisionRow;
import io.dexaflow.store.RunLedger.CreateResult;
import io.dexaflow.store.RunLedger.NewRun;
import io.dexaflow.store.TaskLedger.DispatchFailure;
import io.dexaflow.store.TaskLedger.Move;
import io.dexaflow.trail.Decision;
import io.dexaflow.trail.Subject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rows behind why: each transition writes its own, deferrals are counted (design 6.28). */
class DecisionsIT {

    private static final long TERM = TestStore.TERM;

    @RegisterExtension static final TestStore STORE = new TestStore();

    @Test
    void aTaskInstancesLifeIsItsTrail() {
        UUID run = STORE.run("a", 1);
        UUID id = STORE.id(run, 0);
        STORE.tasks().apply(List.of(new Move.Decide(run, 0, TaskState.SCHEDULED)), TERM);
        AttemptId first = STORE.tasks().claim(Map.of(id, "subprocess"), TERM).claims().getFirst().attempt();
        STORE.tasks().dispatchFailed(List.of(new DispatchFailure(first, Duration.ZERO, false, "no agent")), TERM);
        AttemptId second = STORE.tasks().claim(Map.of(id, "subprocess"), TERM).claims().getFirst().attempt();
        STORE.tasks().queued(List.of(second), TERM);
        report(second, TaskState.RUNNING, null);
        report(second, TaskState.RUNNING, null);
        report(second, TaskState.FAILED, 7);
        STORE.tasks().apply(List.of(new Move.AwaitRetry(run, 0, 1, second.epoch())), TERM);
        STORE.tasks().apply(List.of(new Move.Retry(run, 0, 1, second.epoch())), TERM);

        List<DecisionRow> trail = STORE.decisions().of(id, run);
        assertThat(trail).extracting(DecisionRow::label)
                .containsExactly("create_run", "scheduled", "dispatch_failed", "queued",
                        "report_running", "report_failed", "up_for_retry", "retry");
        assertThat(trail).extracting(DecisionRow::actor)
                .containsExactly("user", "planner", "dispatcher",
                        "dispatcher", "agent", "agent", "planner", "planner");
        assertThat(trail.get(2).words()).isEqualTo("no agent");
        assertThat(trail.get(2).epoch()).isEqualTo(first.epoch());
        assertThat(trail).extracting(DecisionRow::kind)
                .containsOnly(Decision.Kind.TRANSITION, Decision.Kind.DEFERRAL)
                .containsOnlyOnce(Decision.Kind.DEFERRAL);
        assertThat(trail.get(3).words()).isEqualTo("executor subprocess");
        assertThat(trail.get(5).words()).contains("exit code 7").contains("host h");
        assertThat(trail.getFirst().ofRun()).isTrue();
    }

    @Test
    void whatAGuardRefusesLeavesNoRow() {
        UUID run = STORE.run("a", 1);
        STORE.tasks().apply(List.of(new Move.Decide(run, 0, TaskState.SCHEDULED)), TERM - 1);
        report(new AttemptId(run, "t0", 1, 9), TaskState.RUNNING, null);

        assertThat(STORE.count("select count(*) from dexaflow.decision where task_instance_id is not null")).isZero();
    }

    @Test
    @DisplayName("design 6.28: the same deferral again raises the count and moves the latest time, words and evidence")
    void aRepeatedDeferralIsCounted() {
        UUID run = STORE.run("a", 1);
        Subject subject = subject(run, 0);
        STORE.decisions().record(List.of(deferral(subject, "alive", "1"), deferral(subject, "alive", "2")));
        STORE.decisions().record(List.of(deferral(subject, "alive", "3")));
        STORE.sql("update dexaflow.clock set shift = '30 seconds'");
        STORE.decisions().record(List.of(deferral(subject, "alive", "4")));
        STORE.decisions().record(List.of(deferral(subject, "query_error", "5")));
        STORE.decisions().record(List.of(deferral(subject, "alive", "6")));

        List<DecisionRow> rows = STORE.decisions()
                .of(subject.taskInstanceId(), run)
                .stream()
                .filter(row -> !row.ofRun())
                .toList();
        assertThat(rows).extracting(DecisionRow::label).containsExactly("alive", "query_error", "alive");
        DecisionRow counted = rows.getFirst();
        assertThat(counted.words()).isEqualTo("4");
        assertThat(counted.count()).isEqualTo(4);
        assertThat(Duration.between(counted.at(), counted.lastAt())).isGreaterThanOrEqualTo(Duration.ofSeconds(29));
        assertThat(rows.getLast().count()).isEqualTo(1);
    }

    @Test
    void whatIsGoneOrIsTheHostsIsLeftOut() {
        UUID run = STORE.run("a", 1);
        Subject gone = new Subject(run, UUID.randomUUID(), "a", "r", "t9", 1, 1);
        STORE.decisions()
                .record(List.of(deferral(gone, "x", ""), deferral(Subject.HOST, "x", ""),
                        deferral(Subject.run(UUID.randomUUID(), "a", "r"), "x", ""),
                        deferral(Subject.run(run, "a", "r"), "y", "")));

        assertThat(STORE.rows("select label from dexaflow.decision where label in ('x', 'y')")).hasSize(1);
    }

    @Test
    @DisplayName("T18, R19, design 6.4: a user's verdict is final, retries included, and names the attempt to be stopped")
    void aUsersVerdictIsFinal() {
        UUID run = STORE.run("a", 2);
        AttemptId attempt = STORE.running(run, 0);

        assertThat(STORE.tasks().settleByUser(STORE.id(run, 0), TaskState.FAILED, "ada")).contains(attempt);
        assertThat(STORE.row(run, 0)).containsEntry("state", "failed")
                .containsEntry("last_failure_kind", null)
                .containsEntry("max_tries", 1);
        assertThat(STORE.row(run, 0).get("infra_confirmed_at")).isNotNull();
        assertThat(STORE.tasks().apply(List.of(new Move.AwaitRetry(run, 0, 1, attempt.epoch())), TERM)).isEmpty();
        assertThat(STORE.attempts().heartbeat(List.of(attempt)).live()).containsExactly(false);
        assertThat(STORE.decisions().of(STORE.id(run, 0), run)).anySatisfy(row -> {
            assertThat(row.actor()).isEqualTo("user ada");
            assertThat(row.words()).isEqualTo("was running");
        });
        assertThat(STORE.tasks().settleByUser(STORE.id(run, 1), TaskState.SUCCESS, "ada")).isEmpty();
        assertThat(STORE.state(run, 1)).isEqualTo("success");
        assertThatExceptionOfType(NoSuchElementException.class)
                .isThrownBy(() -> STORE.tasks().settleByUser(UUID.randomUUID(), TaskState.SUCCESS, "ada"));
    }

    @Test
    void aUsersVerdictOnARunIsInItsTrail() {
        UUID run = STORE.run("a", 1);
        STORE.runs().settleByUser(run, RunState.FAILED, "failed by ada", "ada");
        assertThat(STORE.decisions().of(STORE.id(run, 0), run)).anySatisfy(row -> {
            assertThat(row.label()).isEqualTo("failed");
            assertThat(row.words()).isEqualTo("failed by ada");
            assertThat(row.actor()).isEqualTo("user ada");
            assertThat(row.ofRun()).isTrue();
        });
    }

    @ParameterizedTest
    @CsvSource({"MANUAL, ada, user ada", "MANUAL, , user", "SCHEDULED, , cron"})
    void aRunsFirstRowSaysWhoMadeIt(RunType type, String by, String actor) {
        UUID version = STORE.version("a", 1, Limits.DEFAULT);
        CreateResult result = STORE.runs()
                .create(new NewRun("a", version, "r", type, null, null, null, "{}", null, by));

        assertThat(STORE.decisions().of(null, ((CreateResult.Created) result).runId())).singleElement()
                .satisfies(row -> {
                    assertThat(row.actor()).isEqualTo(actor);
                    assertThat(row.label()).isEqualTo("create_run");
                });
    }

    @Test
    void aDispatchThatEndsATaskIsATransition() {
        UUID run = STORE.run("a", 2);
        STORE.set(run, 0, "state = 'scheduled'");
        STORE.set(run, 1, "state = 'scheduled'");
        STORE.tasks()
                .dispatchFailed(List.of(new DispatchFailure(STORE.attempt(run, 0), Duration.ZERO, true, "spent")),
                        TERM);
        STORE.tasks().dispatchRefused(Map.of(STORE.attempt(run, 1), "no image"), TERM);

        assertThat(last(run, 0)).extracting(DecisionRow::label, DecisionRow::kind, DecisionRow::words)
                .containsExactly("dispatch_failed", Decision.Kind.TRANSITION, "spent");
        assertThat(last(run, 1)).extracting(DecisionRow::label, DecisionRow::kind, DecisionRow::words)
                .containsExactly("failed", Decision.Kind.TRANSITION, "no image");
    }

    private static DecisionRow last(UUID run, int ordinal) {
        return STORE.decisions().of(STORE.id(run, ordinal), run).getLast();
    }

    @Test
    void oldRowsAreTakenAwayInSmallBatches() {
        UUID run = STORE.run("a", 3);
        for (int i = 0; i < 3; i++) {
            STORE.decisions().record(List.of(deferral(subject(run, i), "x", "")));
        }
        STORE.sql("update dexaflow.clock set shift = '31 days'");
        STORE.decisions().record(List.of(deferral(subject(run, 0), "y", "")));

        assertThat(STORE.decisions().prune(Duration.ofDays(30), 2)).isEqualTo(2);
        while (STORE.decisions().prune(Duration.ofDays(30), 2) > 0) {
            assertThat(STORE.count("select count(*) from dexaflow.decision")).isPositive();
        }
        assertThat(STORE.rows("select label from dexaflow.decision")).singleElement()
                .satisfies(row -> assertThat(row).containsEntry("label", "y"));
    }

    @Test
    @DisplayName("R12: what an ended try left for others goes with it")
    void aRetryForgetsWhatTheTryLeft() {
        UUID run = STORE.run("a", 1);
        AttemptId attempt = STORE.running(run, 0);
        STORE.attempts().outputs(attempt, Map.of("return_value", "1"), Map.of());
        report(attempt, TaskState.FAILED, 1);
        STORE.tasks().apply(List.of(new Move.AwaitRetry(run, 0, 1, attempt.epoch())), TERM);
        assertThat(STORE.count("select count(*) from dexaflow.xcom")).isEqualTo(1);
        STORE.tasks().apply(List.of(new Move.Retry(run, 0, 1, attempt.epoch())), TERM);
        assertThat(STORE.count("select count(*) from dexaflow.xcom")).isZero();
    }

    private static void report(AttemptId attempt, TaskState state, Integer exitCode) {
        STORE.attempts().report(List.of(new Report(attempt, state, exitCode, null, null, "h")));
    }

    private static Subject subject(UUID run, int ordinal) {
        return new Subject(run, STORE.id(run, ordinal), "a", "r", "t" + ordinal, 1, 0);
    }

    private static Decision deferral(Subject subject, String label, String words) {
        return new Decision("agent-lost", label, Decision.Kind.DEFERRAL, subject, words, Map.of());
    }
}
