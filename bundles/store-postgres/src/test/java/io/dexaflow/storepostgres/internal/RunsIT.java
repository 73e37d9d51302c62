// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import static io.dexaflow.storepostgres.internal.TestStore.TERM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dexaflow.model.Limits;
import io.dexaflow.model.RunState;
import io.dexaflow.model.RunType;
import io.dexaflow.model.TaskState;
import io.dexaflow.store.RunLedger.ActiveRun;
import io.dexaflow.store.RunLedger.CreateResult;
import io.dexaflow.store.RunLedger.NewRun;
import io.dexaflow.store.RunLedger.NewTask;
import io.dexaflow.store.RunLedger.RunStart;
import io.dexaflow.store.RunLedger.TaskDetail;
import io.dexaflow.store.StateCodes;
import io.dexaflow.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs: created, started, loaded, finished, settled (R8, R33, R52, R60, R64). */
class RunsIT {

    private static final Instant DATE = Instant.parse("2026-03-01T00:00:00Z");

    @RegisterExtension static final TestStore STORE = new TestStore();

    @Test
    @DisplayName("R64: a run id is there once in its DAG, and so is a logical date")
    void runIsCreatedOnce() {
        UUID version = STORE.version("a", 1, Limits.DEFAULT);
        NewRun run = new NewRun("a", version, "scheduled__1", RunType.SCHEDULED, DATE, DATE, DATE.plusSeconds(60),
                "{\"x\": 1}", "note", "ann");

        CreateResult created = STORE.runs().create(run);

        assertThat(created).isInstanceOf(CreateResult.Created.class);
        assertThat(STORE.runs().create(run)).isEqualTo(new CreateResult.RunIdTaken("scheduled__1"));
        assertThat(STORE.runs()
                .create(new NewRun("a", version, "other", RunType.MANUAL, DATE, null, null, null, null,
                        null)))
                .isEqualTo(new CreateResult.LogicalDateTaken("scheduled__1"));
        assertThat(STORE.runs().find("a", "scheduled__1"))
                .contains(((CreateResult.Created) created).runId());
        assertThat(STORE.runs().find("a", "other")).isEmpty();
        assertThat(STORE.rows("select * from dexaflow.dag_run")).singleElement()
                .satisfies(row -> assertThat(row)
                        .containsEntry("state", "queued")
                        .containsEntry("run_type", "scheduled")
                        .containsEntry("logical_date", DATE)
                        .containsEntry("started_at", null)
                        .doesNotContainEntry("queued_at", null));
    }

    @Test
    void runsWithoutALogicalDateDoNotCollideAndOtherDagsMayHaveTheSame() {
        UUID a = STORE.version("a", 1, Limits.DEFAULT);
        UUID b = STORE.version("b", 1, Limits.DEFAULT);

        assertThat(List.of(create("a", a, "1", null), create("a", a, "2", null), create("a", a, "3", DATE),
                create("b", b, "3", DATE))).allMatch(CreateResult.Created.class::isInstance);
        assertThat(create("c", a, "1", null)).isEqualTo(new CreateResult.UnknownDag("c"));
        assertThat(create("a", UUID.randomUUID(), "9", null)).isEqualTo(new CreateResult.UnknownDag("a"));
    }

    @Test
    void confThatIsNoJsonIsRefusedInWords() {
        UUID version = STORE.version("a", 1, Limits.DEFAULT);

        Assertions.assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> STORE.runs()
                        .create(new NewRun("a", version, "r1", RunType.MANUAL, null, null, null,
                                "no json", null, null)))
                .withMessageContaining("create the run r1 of dag=a")
                .withMessageNotContaining("\n");
    }

    @Test
    @DisplayName("R33: starting a queued run makes its task instances and moves it to running")
    void startMakesTheTaskInstances() {
        UUID run = STORE.queuedRun("a", 2);
        List<NewTask> tasks = List.of(new NewTask(0, "t0", "BashOperator", 4, "p", 3, "moon"),
                new NewTask(1, "t1", "CommandOperator", 1, "default_pool", 1, null));

        assertThat(STORE.runs().start(List.of(new RunStart(run, 1, tasks)), TERM)).containsExactly(run);

        assertThat(STORE.row(run, 0)).containsEntry("state", "none")
                .containsEntry("task_id", "t0")
                .containsEntry("operator", "BashOperator")
                .containsEntry("max_tries", 4)
                .containsEntry("pool", "p")
                .containsEntry("pool_slots", 3)
                .containsEntry("executor", "moon")
                .containsEntry("dag_id", "a")
                .containsEntry("try_number", 1)
                .containsEntry("attempt_epoch", 0);
        assertThat(STORE.row(run, 1)).containsEntry("executor", null);
        assertThat(runRow(run)).containsEntry("state", "running").doesNotContainEntry("started_at", null);
        assertThat(STORE.runs().start(List.of(new RunStart(run, 1, tasks)), TERM)).isEmpty();
    }

    @Test
    void startByALeaderOfBeforeDoesNothing() {
        UUID run = STORE.queuedRun("a", 1);

        assertThat(STORE.runs().start(List.of(new RunStart(run, 1, TestStore.newTasks(1))), TERM - 1)).isEmpty();
        assertThat(STORE.count("select count(*) from dexaflow.task_instance")).isZero();
    }

    @Test
    @DisplayName("T102: two runs due at once in a DAG that may have one: one is started, the first")
    void t102_startsNoMoreThanTheDagMayHave() {
        UUID first = STORE.queuedRun("a", 1);
        UUID second = STORE.queuedRun("a", 1);
        UUID other = STORE.queuedRun("b", 1);
        List<RunStart> starts = List.of(start(first, 1), start(second, 1), start(other, 1));

        assertThat(STORE.runs().start(starts, TERM)).containsExactly(first, other);
        assertThat(STORE.runs().start(List.of(start(second, 1)), TERM)).isEmpty();
        assertThat(STORE.runs().start(List.of(start(second, 2)), TERM)).containsExactly(second);
    }

    @Test
    @DisplayName("R60: the limit counts what runs already; none has no limit")
    void startCountsWhatRuns() {
        for (int i = 0; i < 3; i++) {
            STORE.run("a", 1);
        }
        List<RunStart> starts = List.of(start(STORE.queuedRun("a", 1), 5), start(STORE.queuedRun("a", 1), 5),
                start(STORE.queuedRun("a", 1), 5));

        assertThat(STORE.runs().start(starts, TERM))
                .containsExactly(starts.get(0).runId(), starts.get(1).runId());
        assertThat(STORE.runs().start(List.of(start(starts.get(2).runId(), 0)), TERM)).hasSize(1);
    }

    @Test
    void waitingBehindAreAsManyAsThereIsRoomFor() {
        UUID done = STORE.run("a", 1, new Limits(2, 0));
        UUID first = STORE.queuedRun("a", 1, new Limits(2, 0));
        UUID second = STORE.queuedRun("a", 1, new Limits(2, 0));
        STORE.queuedRun("a", 1, new Limits(2, 0));
        UUID other = STORE.queuedRun("b", 1);
        STORE.sql("update dexaflow.dag_run set state = 'success' where id = ?", done);

        assertThat(STORE.runs().waitingBehind(List.of(done))).containsExactly(first, second);
        assertThat(STORE.runs().waitingBehind(List.of(other))).containsExactly(other);
        assertThat(STORE.runs().waitingBehind(List.of())).isEmpty();
    }

    @Test
    @DisplayName("R31: all unfinished runs in one statement, a letter per task instance")
    void activeRunsComeWithALetterPerTaskInstance() {
        UUID queued = STORE.queuedRun("a", 1);
        UUID run = STORE.run("b", TaskState.values().length);
        UUID over = STORE.run("c", 1);
        STORE.sql("update dexaflow.dag_run set state = 'failed' where id = ?", over);
        StringBuilder letters = new StringBuilder();
        for (TaskState state : TaskState.values()) {
            STORE.set(run, state.ordinal(), "state = '" + state.wireName() + "'");
            letters.append(StateCodes.letter(state));
        }
        STORE.watched.forget();

        List<ActiveRun> active = STORE.runs().loadActive(null).runs();

        assertThat(STORE.watched.executed()).hasSize(1);
        assertThat(active).extracting(ActiveRun::runId).containsExactly(queued, run);
        assertThat(active.get(0)).satisfies(first -> {
            assertThat(first.state()).isEqualTo(RunState.QUEUED);
            assertThat(first.states()).isEmpty();
            assertThat(first.details()).isEmpty();
        });
        assertThat(active.get(1)).satisfies(second -> {
            assertThat(second.state()).isEqualTo(RunState.RUNNING);
            assertThat(second.dagId()).isEqualTo("b");
            assertThat(second.states()).isEqualTo(letters.toString());
            assertThat(second.details()).extracting(TaskDetail::ordinal)
                    .containsExactly(TaskState.FAILED.ordinal(),
                            TaskState.UP_FOR_RETRY.ordinal(), TaskState.UP_FOR_RESCHEDULE.ordinal());
        });
        assertThat(STORE.runs().loadActive(Set.of(run, over)).runs()).containsExactly(active.get(1));
    }

    @Test
    void detailsCarryWhatThePlannerMustKnow() {
        UUID run = STORE.run("a", 3);
        STORE.set(run, 0, "state = 'failed', try_number = 2, max_tries = 3, attempt_epoch = 8, infra_attempts = 1, "
                + "last_failure_kind = 'infra', ended_at = '2026-03-01T00:00:00.123456Z', "
                + "infra_confirmed_at = '1969-12-31T23:59:59.5Z', reschedule_at = '2031-01-01T00:00:00Z'");
        STORE.set(run, 2, "state = 'up_for_retry'");

        List<TaskDetail> details = STORE.runs().loadActive(Set.of(run)).runs().getFirst().details();

        assertThat(details).containsExactly(
                new TaskDetail(0, 2, 3, 8, Instant.parse("2026-03-01T00:00:00.123456Z"), "infra", 1,
                        Instant.parse("1969-12-31T23:59:59.5Z"), Instant.parse("2031-01-01T00:00:00Z")),
                new TaskDetail(2, 1, 3, 0, null, null, 0, null, null));
    }

    @Test
    void aReadingOfNothingStillTellsTheTime() {
        STORE.moveClock(Duration.ofDays(1));

        assertThat(STORE.runs().loadActive(null).runs()).isEmpty();
        assertThat(STORE.runs().loadActive(Set.of()).now()).isBetween(STORE.now().minusSeconds(10), STORE.now());
    }

    @Test
    @DisplayName("R52: a run gets its verdict only when every task instance is terminal, and only once")
    void verdictNeedsEverythingTerminal() {
        UUID run = STORE.run("a", 5);
        for (TaskState state : List.of(TaskState.SUCCESS, TaskState.FAILED, TaskState.SKIPPED,
                TaskState.UPSTREAM_FAILED)) {
            STORE.set(run, state.ordinal() - TaskState.SUCCESS.ordinal(), "state = '" + state.wireName() + "'");
        }
        Map<UUID, RunState> verdict = Map.of(run, RunState.FAILED);
        for (String state : List.of("none", "scheduled", "queued", "running", "up_for_retry", "up_for_reschedule",
                "deferred")) {
            STORE.set(run, 4, "state = '" + state + "'");
            assertThat(STORE.runs().finish(verdict, TERM)).isEmpty();
        }
        STORE.set(run, 4, "state = 'success'");
        assertThat(STORE.runs().finish(verdict, TERM - 1)).isEmpty();

        assertThat(STORE.runs().finish(verdict, TERM)).containsExactly(run);

        assertThat(STORE.runs().finish(Map.of(run, RunState.SUCCESS), TERM)).isEmpty();
        assertThat(runRow(run)).containsEntry("state", "failed").doesNotContainEntry("ended_at", null);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> STORE.runs().finish(Map.of(run, RunState.RUNNING), TERM));
    }

    @Test
    @DisplayName("R19, design 6.4: a user's failed is final for whatever is unfinished")
    void usersFailedIsFinalFailedWhatHadBegunAndSkippedTheRest() {
        UUID run = STORE.run("a", 8);
        List<String> states = List.of("none", "scheduled", "queued", "running", "up_for_retry", "up_for_reschedule",
                "success", "skipped");
        for (int i = 0; i < states.size(); i++) {
            STORE.set(run, i, "try_number = 1, max_tries = 3, last_failure_kind = 'infra', state = '"
                    + states.get(i) + "'");
        }
        STORE.set(run, 3, "started_at = dexaflow.now() - interval '10 seconds'");

        assertThat(STORE.runs().settleByUser(run, RunState.FAILED, "marked failed by ann", null)).isTrue();

        for (int i = 0; i < 6; i++) {
            boolean begun = List.of("running", "up_for_reschedule").contains(states.get(i));
            assertThat(STORE.row(run, i)).as(states.get(i))
                    .containsEntry("state", begun ? "failed" : "skipped")
                    .containsEntry("max_tries", 1)
                    .containsEntry("last_failure_kind", null)
                    .containsEntry("error_message", begun ? "marked failed by ann" : null)
                    .doesNotContainEntry("infra_confirmed_at", null)
                    .doesNotContainEntry("ended_at", null);
        }
        assertThat((Double) STORE.row(run, 3).get("duration")).isBetween(10.0, 20.0);
        assertThat(STORE.row(run, 6)).containsEntry("state", "success").containsEntry("max_tries", 3);
        assertThat(STORE.row(run, 7)).containsEntry("state", "skipped").containsEntry("error_message", null);
        assertThat(runRow(run)).containsEntry("state", "failed").containsEntry("note", "marked failed by ann");
        assertThat(STORE.runs().settleByUser(run, RunState.SUCCESS, "no", null)).isFalse();
    }

    @Test
    @DisplayName("T107: a queued run that can never start is failed by the leader, with its reason in note and trail")
    void aRunThatCanNeverStartIsFailed() {
        UUID queued = STORE.queuedRun("a", 1);
        UUID running = STORE.run("a", 1);

        assertThat(STORE.runs().refuse(queued, "it cannot start", TERM - 1)).isFalse();
        assertThat(STORE.runs().refuse(running, "it cannot start", TERM)).isFalse();
        assertThat(STORE.runs().refuse(queued, "it cannot start", TERM)).isTrue();

        assertThat(runRow(queued)).containsEntry("state", "failed").containsEntry("note", "it cannot start");
        assertThat(runRow(running)).containsEntry("state", "running");
        assertThat(STORE.decisions().of(null, queued)).anySatisfy(row -> {
            assertThat(row.actor()).isEqualTo("planner");
            assertThat(row.label()).isEqualTo("failed");
            assertThat(row.words()).isEqualTo("it cannot start");
        });
    }

    @Test
    void usersSuccessSkipsTheRest() {
        UUID run = STORE.run("a", 2);
        STORE.set(run, 0, "state = 'success'");
        UUID queued = STORE.queuedRun("a", 1);

        assertThat(STORE.runs().settleByUser(run, RunState.SUCCESS, null, null)).isTrue();
        assertThat(STORE.runs().settleByUser(queued, RunState.SUCCESS, null, null)).isTrue();
        assertThat(STORE.runs().settleByUser(UUID.randomUUID(), RunState.SUCCESS, null, null)).isFalse();

        assertThat(STORE.row(run, 1)).containsEntry("state", "skipped").containsEntry("error_message", null);
        assertThat(runRow(queued)).containsEntry("state", "success");
    }

    private static RunStart start(UUID run, int maxActiveRuns) {
        return new RunStart(run, maxActiveRuns, TestStore.newTasks(1));
    }

    private static CreateResult create(String dagId, UUID version, String runId, Instant logicalDate) {
        return STORE.runs()
                .create(new NewRun(dagId, version, runId, RunType.MANUAL, logicalDate, null, null, null,
                        null, null));
    }

    private static Map<String, Object> runRow(UUID run) {
        return STORE.rows("select * from dexaflow.dag_run where id = ?", run).getFirst();
    }
}
