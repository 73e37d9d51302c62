// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import static io.dexaflow.storepostgres.internal.TestStore.TERM;
import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.executor.Signal;
import io.dexaflow.executor.Suspect;
import io.dexaflow.model.AttemptId;
import io.dexaflow.model.Callback;
import io.dexaflow.model.Command;
import io.dexaflow.model.Dag;
import io.dexaflow.model.RunState;
import io.dexaflow.model.RunType;
import io.dexaflow.model.Task;
import io.dexaflow.model.TaskState;
import io.dexaflow.model.Work;
import io.dexaflow.store.AttemptLedger.Report;
import io.dexaflow.store.CallbackLedger.DueCallback;
import io.dexaflow.store.CallbackLedger.Outcome;
import io.dexaflow.store.DagLedger;
import io.dexaflow.store.ReapLedger.Mark;
import io.dexaflow.store.RunLedger;
import io.dexaflow.store.TaskLedger.Move;
import io.dexaflow.trail.Decision;
import io.dexaflow.trail.Subject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Who is owed a call about a failure, whoever wrote the failure (R53, R54). */
class CallbacksIT {

    private static final Callback HOOK = new Callback("http://127.0.0.1:9/hook", null);
    private static final Duration PAUSE = Duration.ofMinutes(2);
    private static final int BUDGET = 6;

    @RegisterExtension static final TestStore STORE = new TestStore();

    @Test
    @DisplayName("R53: an agent's report of the last try is owed a call at once, and an earlier try's never is")
    void reportOfTheLastTry() {
        UUID run = run(null, HOOK);
        AttemptId first = STORE.running(run, 0);
        report(first);
        assertThat(settledAndClaimed()).as("two tries are left").isEmpty();
        STORE.tasks().apply(List.of(new Move.AwaitRetry(run, 0, 1, first.epoch())), TERM);
        STORE.tasks().apply(List.of(new Move.Retry(run, 0, 1, first.epoch())), TERM);
        assertThat(settledAndClaimed()).isEmpty();
        assertThat(states()).as("it went on, so that it is forgotten").isEmpty();

        STORE.set(run, 0, "try_number = 3");
        AttemptId last = STORE.running(run, 0);
        report(last);

        assertThat(settledAndClaimed()).singleElement().satisfies(due -> {
            assertThat(due.attempt()).isEqualTo(1);
            assertThat(due.run().runId()).isEqualTo(run);
            assertThat(due.run().dagId()).isEqualTo("a");
            assertThat(due.task().taskId()).isEqualTo("t0");
            assertThat(due.task().tryNumber()).isEqualTo(3);
            assertThat(due.task().epoch()).isEqualTo(last.epoch());
            assertThat(due.reason()).isEqualTo("exit code 7");
        });
    }

    @Test
    @DisplayName("R53: a reaper's mark is owed a call once no re-place is left, and nobody can override it any more")
    void markOfAReaper() {
        UUID run = run(null, HOOK);
        mark(run, true);
        assertThat(settledAndClaimed()).as("it will be placed again").isEmpty();
        STORE.set(run, 0, "infra_attempts = " + BUDGET);
        assertThat(settledAndClaimed()).as("a record may still override it").isEmpty();

        STORE.moveClock(TestStore.VALVE);

        assertThat(settledAndClaimed()).singleElement()
                .satisfies(due -> assertThat(due.task().taskId()).isEqualTo("t0"));
    }

    @Test
    void confirmedMarkWithoutABudgetIsOwedACallAtOnceAndAnOverriddenOneNone() {
        UUID confirmed = run(null, HOOK);
        STORE.set(confirmed, 0, "infra_attempts = " + BUDGET);
        mark(confirmed, false);
        assertThat(settledAndClaimed()).hasSize(1);

        UUID overridden = run(null, HOOK);
        STORE.set(overridden, 0, "infra_attempts = " + BUDGET);
        mark(overridden, true);
        STORE.set(overridden, 0, "state = 'success'");
        assertThat(settledAndClaimed()).isEmpty();
    }

    @Test
    @DisplayName("R57: a dispatch that never succeeds is a final failure like any other")
    void dispatchThatWasRefused() {
        UUID run = run(null, HOOK);
        STORE.set(run, 0, "state = 'scheduled', scheduled_at = dexaflow.now(), max_tries = 1");
        AttemptId attempt = STORE.tasks()
                .claim(TestStore.executors(List.of(STORE.id(run, 0))), TERM)
                .claims()
                .getFirst()
                .attempt();

        STORE.tasks().dispatchRefused(Map.of(attempt, "no such image"), TERM);

        assertThat(settledAndClaimed()).singleElement()
                .satisfies(due -> assertThat(due.reason()).isEqualTo("no such image"));
    }

    @Test
    @DisplayName("R19: a user's verdict is final, so that it is owed a call, once, however often it is given")
    void verdictOfAUser() {
        UUID run = run(null, HOOK);
        AttemptId attempt = STORE.running(run, 0);
        STORE.tasks().settleByUser(STORE.id(run, 0), TaskState.FAILED, "me");
        assertThat(settledAndClaimed()).hasSize(1);

        STORE.tasks().settleByUser(STORE.id(run, 0), TaskState.SUCCESS, "me");
        STORE.tasks().settleByUser(STORE.id(run, 0), TaskState.FAILED, "me");

        STORE.moveClock(PAUSE.minusSeconds(1));
        assertThat(settledAndClaimed()).isEmpty();
        assertThat(states()).containsExactly("owed");
        assertThat(attempt.tryNumber()).isEqualTo(1);
    }

    @Test
    void failureThatIsFinalOnlyBecauseItsRunEndedIsOwedACall() {
        UUID run = run(null, HOOK);
        report(STORE.running(run, 0));
        assertThat(settledAndClaimed()).isEmpty();

        STORE.runs().settleByUser(run, RunState.FAILED, "enough", "me");

        assertThat(settledAndClaimed()).singleElement()
                .satisfies(due -> assertThat(due.task().taskId()).isEqualTo("t0"));
    }

    @Test
    @DisplayName("R54: a run's failure is owed one call, and after a clear its next failure another")
    void failureOfARun() {
        UUID run = run(HOOK, null);
        STORE.set(run, 0, "state = 'failed', ended_at = dexaflow.now()");
        STORE.set(run, 1, "state = 'upstream_failed', ended_at = dexaflow.now()");
        STORE.runs().finish(Map.of(run, RunState.FAILED), TERM);

        List<DueCallback> due = settledAndClaimed();
        assertThat(due).singleElement().satisfies(one -> {
            assertThat(one.task()).isNull();
            assertThat(one.reason()).isEqualTo("failed: t0");
            assertThat(one.run().confJson()).isEqualTo("{}");
        });

        STORE.moveClock(Duration.ofSeconds(10));
        STORE.sql("update dexaflow.dag_run set state = 'queued', ended_at = null where id = ?", run);
        assertThat(STORE.runs().refuse(run, "cannot start", TERM)).isTrue();
        assertThat(settledAndClaimed()).singleElement()
                .satisfies(one -> assertThat(one.id()).isNotEqualTo(due.getFirst().id()));
    }

    @Test
    void successAndVersionsWithoutACallbackAreOwedNothing() {
        UUID silent = run(null, null);
        report(STORE.running(silent, 0));
        STORE.runs().settleByUser(silent, RunState.FAILED, "x", null);
        UUID good = run(HOOK, HOOK);
        STORE.running(good, 0);
        STORE.runs().settleByUser(good, RunState.SUCCESS, null, null);

        assertThat(STORE.callbacks().settle(BUDGET, TERM)).isZero();
        assertThat(states()).isEmpty();
    }

    @Test
    @DisplayName("R54: the delivered stamp is guarded on the attempt, and the next attempt comes after the pause")
    void stampIsGuardedOnTheAttempt() {
        UUID run = run(HOOK, null);
        STORE.runs().settleByUser(run, RunState.FAILED, "x", null);
        DueCallback first = settledAndClaimed().getFirst();
        assertThat(settledAndClaimed()).as("it is being called").isEmpty();
        assertThat(conclude(first, Outcome.FAILED)).isTrue();
        STORE.moveClock(PAUSE.minusSeconds(5));
        assertThat(settledAndClaimed()).isEmpty();
        STORE.moveClock(Duration.ofSeconds(5));

        DueCallback second = settledAndClaimed().getFirst();

        assertThat(second.attempt()).isEqualTo(2);
        assertThat(second.id()).isEqualTo(first.id());
        assertThat(conclude(first, Outcome.DELIVERED)).as("too late").isFalse();
        assertThat(conclude(second, Outcome.DELIVERED)).isTrue();
        assertThat(conclude(second, Outcome.DELIVERED)).isFalse();
        STORE.moveClock(PAUSE);
        assertThat(settledAndClaimed()).isEmpty();
        assertThat(STORE.rows("select label from dexaflow.decision where actor = 'callbacks'")).hasSize(2);
    }

    @Test
    void anotherLeaderAndAnotherHostsRunsAreLeftAlone() {
        UUID run = run(HOOK, HOOK);
        report(STORE.running(run, 0));
        STORE.runs().settleByUser(run, RunState.FAILED, "x", null);

        assertThat(STORE.callbacks().settle(BUDGET, TERM - 1)).isZero();
        assertThat(STORE.callbacks().claim(8, PAUSE, null, TERM - 1)).isEmpty();
        assertThat(STORE.callbacks().claim(8, PAUSE, Set.of(UUID.randomUUID()), TERM)).isEmpty();
        assertThat(STORE.callbacks().settle(BUDGET, TERM)).isEqualTo(1);
        assertThat(STORE.callbacks().claim(1, PAUSE, Set.of(run), TERM)).hasSize(1);
        assertThat(STORE.callbacks().claim(8, PAUSE, null, TERM)).hasSize(1);
    }

    @Test
    void twoThatClaimAtOnceNeverTakeTheSame() throws Exception {
        for (int i = 0; i < 40; i++) {
            STORE.runs().settleByUser(run(HOOK, null), RunState.FAILED, "x", null);
        }
        List<UUID> taken = new ArrayList<>();
        try (ExecutorService hosts = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<List<DueCallback>>> all = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                all.add(hosts.submit(() -> STORE.callbacks().claim(8, PAUSE, null, TERM)));
            }
            for (Future<List<DueCallback>> one : all) {
                one.get().forEach(due -> taken.add(due.id()));
            }
        }
        taken.addAll(STORE.callbacks().claim(100, PAUSE, null, TERM).stream().map(DueCallback::id).toList());
        assertThat(taken).hasSize(40);
        assertThat(new HashSet<>(taken)).hasSize(40);
    }

    private static boolean conclude(DueCallback due, Outcome outcome) {
        return STORE.callbacks()
                .conclude(due, outcome, "x", new Decision("callbacks", "callback", Decision.Kind.TRANSITION,
                        Subject.run(due.run().runId(), due.run().dagId(), due.run().dagRunId()), "", Map.of()));
    }

    private static List<DueCallback> settledAndClaimed() {
        STORE.callbacks().settle(BUDGET, TERM);
        return STORE.callbacks().claim(8, PAUSE, null, TERM);
    }

    private static List<Object> states() {
        return STORE.rows("select state from dexaflow.callback").stream().map(row -> row.get("state")).toList();
    }

    private static void report(AttemptId attempt) {
        assertThat(STORE.attempts()
                .report(List.of(new Report(attempt, TaskState.FAILED, 7, "exit code 7", null, "h"))))
                .containsOnly(true);
    }

    private static void mark(UUID run, boolean provisional) {
        AttemptId attempt = STORE.running(run, 0);
        STORE.set(run, 0, "last_heartbeat_at = dexaflow.now()");
        Suspect suspect = new Suspect(attempt, STORE.id(run, 0), "a", "r", null, null,
                (Instant) STORE.row(run, 0).get("last_heartbeat_at"), Duration.ofMinutes(3));
        assertThat(STORE.reaps()
                .mark(new Mark(Signal.SILENT, suspect, "lost", provisional, new Decision("agent-lost", "agent_lost",
                        Decision.Kind.TRANSITION, Subject.of(suspect), "", Map.of())), TERM))
                .isTrue();
    }

    /** A running run of two tasks with three tries each, of which the first one has the callback. */
    private static UUID run(Callback ofDag, Callback ofTask) {
        Work work = new Work(new Command(List.of("false"), null), null, null, null, null);
        Dag dag = new Dag("a", null, null, null, null, null, ofDag,
                List.of(new Task("t0", work, null, null, null, null, ofTask),
                        new Task("t1", work, null, null, null, null, null)));
        UUID version = STORE.dags().register(dag, new DagLedger.Origin("/dags/a.yaml", "x"), true).id();
        RunLedger.CreateResult made = STORE.runs()
                .create(new RunLedger.NewRun("a", version, "r" + UUID.randomUUID(), RunType.MANUAL, null, null, null,
                        "{}", null, null));
        return STORE.start(((RunLedger.CreateResult.Created) made).runId(), 2);
    }
}
