// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import static io.dexaflow.storepostgres.internal.TestStore.TERM;
import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.model.AttemptId;
import io.dexaflow.model.RunState;
import io.dexaflow.model.TaskState;
import io.dexaflow.store.AttemptLedger.Report;
import io.dexaflow.store.ClearLedger.Cleared;
import io.dexaflow.store.ClearLedger.RunClear;
import io.dexaflow.store.ClearLedger.TaskClear;
import io.dexaflow.store.RunLedger.RunStart;
import io.dexaflow.store.TaskLedger.Move;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The clear rail (R16, R17), deleting, notes and XCom values. */
class ClearIT {

    private static final String FULL = "try_number = 2, attempt_epoch = 5, max_tries = 3, infra_attempts = 2, "
            + "dispatch_attempts = 4, next_dispatch_at = now(), scheduled_at = now(), queued_at = now(), "
            + "started_at = now(), last_heartbeat_at = now(), ended_at = now() - interval '10 minutes', duration = 9, "
            + "released_at = now() - interval '1 hour', reschedule_at = now(), first_reschedule_at = now(), "
            + "infra_confirmed_at = now(), warm_worker_id = gen_random_uuid(), exit_code = 7, error_message = 'e', "
            + "hostname = 'h', pod_name = 'p', node_name = 'n', note = 'x', last_failure_kind = 'infra', ";

    @RegisterExtension static final TestStore STORE = new TestStore();

    @ParameterizedTest
    @EnumSource
    @DisplayName("T96, R16, R17: clear writes its columns and no others, from any state")
    void clearWritesExactlyItsColumns(TaskState state) {
        UUID run = STORE.run("a", 1);
        STORE.set(run, 0, FULL + "state = '" + state.wireName() + "'");
        Map<String, Object> before = STORE.row(run, 0);

        Cleared cleared = clear(run, 4, false, 0);

        Map<String, Object> after = STORE.row(run, 0);
        assertThat(after.keySet().stream().filter(column -> !Objects.equals(after.get(column), before.get(column))))
                .containsExactlyInAnyOrderElementsOf(changed(state));
        assertThat(after).containsEntry("state", "none")
                .containsEntry("try_number", 3)
                .containsEntry("attempt_epoch", 6)
                .containsEntry("max_tries", 7)
                .containsEntry("infra_attempts", 0)
                .containsEntry("dispatch_attempts", 0);
        assertThat((Instant) after.get("released_at")).isAfter((Instant) before.get("released_at"));
        assertThat(cleared.tasks()).singleElement().satisfies(task -> {
            assertThat(task.before()).isEqualTo(state);
            assertThat(task.superseded()).isEqualTo(new AttemptId(run, "t0", 2, 5));
        });
        boolean hasAgent = Set.of(TaskState.SCHEDULED, TaskState.QUEUED, TaskState.RUNNING).contains(state);
        assertThat(cleared.live()).hasSize(hasAgent ? 1 : 0);
    }

    private static List<String> changed(TaskState state) {
        List<String> changed = new ArrayList<>(Arrays.asList(("try_number attempt_epoch max_tries infra_attempts "
                + "dispatch_attempts next_dispatch_at last_heartbeat_at infra_confirmed_at warm_worker_id released_at "
                + "started_at ended_at duration queued_at scheduled_at reschedule_at first_reschedule_at "
                + "last_failure_kind").split(" ")));
        if (state != TaskState.NONE) {
            changed.add("state");
        }
        return changed;
    }

    @Test
    @DisplayName("R5, R16: clear archives the try, and its XCom values go")
    void clearArchivesTheTryAndForgetsItsValues() {
        UUID run = STORE.run("a", 2);
        STORE.set(run, 0, FULL + "state = 'success'");
        STORE.sql("insert into dexaflow.xcom select ?, t, 'k', '1', now() from unnest(array['t0', 't1']) t", run);

        clear(run, 0, true, 0);

        assertThat(STORE.rows("select * from dexaflow.task_instance_history")).singleElement()
                .satisfies(row -> assertThat(row).containsEntry("try_number", 2)
                        .containsEntry("attempt_epoch", 5)
                        .containsEntry("state", "success")
                        .containsEntry("max_tries", 3)
                        .containsEntry("exit_code", 7)
                        .containsEntry("hostname", "h"));
        assertThat(STORE.rows("select task_id from dexaflow.xcom")).containsExactly(Map.of("task_id", "t1"));
        assertThat(STORE.readings().tries(STORE.id(run, 0))).extracting(t -> t.tryNumber() + " " + t.state())
                .containsExactly("2 SUCCESS", "3 NONE");
    }

    @Test
    @DisplayName("R17: a task that the version no longer has keeps the greater of its budget and its next try")
    void goneTaskKeepsItsBudget() {
        UUID run = STORE.run("a", 2);
        STORE.set(run, 1, "try_number = 3, max_tries = 3");

        clear(run, null, true, 0, 1);

        assertThat(STORE.row(run, 0)).containsEntry("max_tries", 3);
        assertThat(STORE.row(run, 1)).containsEntry("max_tries", 4).containsEntry("try_number", 4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"success", "failed", "running", "queued"})
    @DisplayName("R17: the run is queued again, and the trail says who did it")
    void runIsQueuedAgain(String state) {
        UUID run = STORE.run("a", 1);
        STORE.set(run, 0, "state = 'failed'");
        STORE.sql("update dexaflow.dag_run set state = ?, started_at = now(), ended_at = now(), "
                + "queued_at = now() - interval '1 day'", state);

        assertThat(clear(run, 0, true, 0).runBefore()).isEqualTo(RunState.ofWire(state));

        assertThat(STORE.rows("select state, started_at, ended_at, queued_at < now() - interval '1 hour' as old "
                + "from dexaflow.dag_run")).singleElement()
                .satisfies(row -> assertThat(row)
                        .containsEntry("state", "queued")
                        .containsEntry("started_at", null)
                        .containsEntry("ended_at", null)
                        .containsEntry("old", Set.of("running", "queued").contains(state)));
        assertThat(STORE.rows("select actor, label, words, task_instance_id is null as of_run, try_number, kind "
                + "from dexaflow.decision where label = 'clear' order by task_instance_id nulls last"))
                .satisfiesExactly(
                        row -> assertThat(row).containsEntry("actor", "user ann")
                                .containsEntry("words", "was failed")
                                .containsEntry("try_number", 2)
                                .containsEntry("kind", "transition"),
                        row -> assertThat(row).containsEntry("of_run", true).containsEntry("words", "was " + state));
    }

    @Test
    void aFinishedRunStaysFinishedWhereThatIsWanted() {
        UUID run = STORE.run("a", 1);
        STORE.sql("update dexaflow.dag_run set state = 'failed', ended_at = now()");
        List<Map<String, Object>> before = STORE.rows("select * from dexaflow.dag_run");

        assertThat(clear(run, 0, false, 0).tasks()).hasSize(1);

        assertThat(STORE.rows("select * from dexaflow.dag_run")).isEqualTo(before);
    }

    @Test
    @DisplayName("R16: only what is in a wanted state, in this run, is cleared; nothing touched leaves the run alone")
    void onlyWhatIsMeantIsCleared() {
        UUID run = STORE.run("a", 2);
        UUID other = STORE.run("b", 1);
        STORE.set(run, 0, "state = 'failed'");
        STORE.set(run, 1, "state = 'success'");
        STORE.set(other, 0, "state = 'failed'");
        Set<TaskState> failed = Set.of(TaskState.FAILED, TaskState.UPSTREAM_FAILED, TaskState.UP_FOR_RETRY);
        List<TaskClear> tasks = List.of(new TaskClear(STORE.id(run, 0), 0), new TaskClear(STORE.id(run, 1), 0),
                new TaskClear(STORE.id(other, 0), 0), new TaskClear(UUID.randomUUID(), 0));

        assertThat(STORE.clears().clear(new RunClear(run, tasks, failed, true, "ann")).orElseThrow().tasks())
                .extracting(task -> task.superseded().taskId())
                .containsExactly("t0");
        assertThat(STORE.state(run, 1)).isEqualTo("success");
        assertThat(STORE.state(other, 0)).isEqualTo("failed");

        STORE.sql("update dexaflow.dag_run set state = 'success' where id = ?", run);
        assertThat(STORE.clears().clear(new RunClear(run, tasks, failed, true, "ann")).orElseThrow().tasks()).isEmpty();
        assertThat(STORE.count("select count(*) from dexaflow.dag_run where state = 'success'")).isEqualTo(1);
        assertThat(STORE.clears().clear(new RunClear(UUID.randomUUID(), tasks, failed, true, "ann"))).isEmpty();
    }

    @Test
    void aRunIsClearedInOneCommit() {
        UUID run = STORE.run("a", 3);
        STORE.watched.forget();

        clear(run, 0, true, 0, 1, 2);

        assertThat(STORE.watched.commits()).isEqualTo(1);
        assertThat(STORE.watched.executed()).hasSize(2);
    }

    @Test
    @DisplayName("design 6.5: what the superseded attempt says afterwards is stale")
    void supersededAttemptIsFenced() {
        UUID run = STORE.run("a", 1);
        AttemptId attempt = STORE.running(run, 0);

        assertThat(clear(run, 0, true, 0).live()).containsExactly(attempt);

        assertThat(report(attempt)).isFalse();
        assertThat(STORE.attempts().heartbeat(List.of(attempt)).live()).containsExactly(false);
        assertThat(STORE.attempts().outputs(attempt, Map.of("k", "1"), Map.of())).isFalse();
        assertThat(STORE.state(run, 0)).isEqualTo("none");
    }

    @Test
    @DisplayName("R17: a plan or a verdict made from the states before is not written any more")
    void oldPlansAndVerdictsAreFenced() {
        UUID run = STORE.run("a", 2);
        STORE.set(run, 0, "state = 'failed'");

        clear(run, 0, true, 0);

        assertThat(STORE.tasks().apply(List.of(new Move.Decide(run, 1, TaskState.UPSTREAM_FAILED)), TERM)).isEmpty();
        assertThat(STORE.runs().finish(Map.of(run, RunState.FAILED), TERM)).isEmpty();
        assertThat(STORE.runs()
                .start(List.of(new RunStart(run, 0,
                        TestStore.newTasks(2))), TERM))
                .containsExactly(run);
        assertThat(STORE.count("select count(*) from dexaflow.task_instance where run_id = ?", run)).isEqualTo(2);
    }

    @Test
    @DisplayName("A report and a clear that come together: one of them is first, and the row is cleared either way")
    void raceWithAReport() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            for (int round = 0; round < 30; round++) {
                UUID run = STORE.run("a" + round, 1);
                AttemptId attempt = STORE.running(run, 0);
                CyclicBarrier together = new CyclicBarrier(2);
                Future<Boolean> reported = threads.submit(() -> {
                    together.await();
                    return report(attempt);
                });
                Future<Cleared> cleared = threads.submit(() -> {
                    together.await();
                    return clear(run, 0, true, 0);
                });

                TaskState before = cleared.get().tasks().getFirst().before();

                assertThat(reported.get()).isEqualTo(before == TaskState.SUCCESS);
                assertThat(STORE.row(run, 0)).containsEntry("state", "none").containsEntry("try_number", 2);
                assertThat(STORE.rows("select state from dexaflow.task_instance_history where task_instance_id = ?",
                        STORE.id(run, 0))).containsExactly(Map.of("state", before.wireName()));
            }
        }
    }

    @Test
    @DisplayName("A verdict and a clear that come together never leave a finished run with a task to do")
    void raceWithAVerdict() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            for (int round = 0; round < 30; round++) {
                UUID run = STORE.run("a" + round, 1);
                STORE.set(run, 0, "state = 'success'");
                CyclicBarrier together = new CyclicBarrier(2);
                Future<List<UUID>> finished = threads.submit(() -> {
                    together.await();
                    return STORE.runs().finish(Map.of(run, RunState.SUCCESS), TERM);
                });
                Future<Cleared> cleared = threads.submit(() -> {
                    together.await();
                    return clear(run, 0, true, 0);
                });

                assertThat(finished.get()).hasSize(cleared.get().runBefore() == RunState.SUCCESS ? 1 : 0);
                assertThat(STORE.rows("select state from dexaflow.dag_run where id = ?", run))
                        .containsExactly(Map.of("state", "queued"));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"success", "failed"})
    void aFinishedRunIsDeletedWithAllThatIsAboutIt(String state) {
        UUID run = STORE.run("a", 2);
        UUID other = STORE.run("b", 1);
        clear(run, 0, true, 0);
        clear(other, 0, true, 0);
        STORE.sql("insert into dexaflow.xcom values (?, 't0', 'k', '1', now())", run);
        assertThat(STORE.clears().deleteRun(run)).isFalse();
        STORE.sql("update dexaflow.dag_run set state = ?", state);

        assertThat(STORE.clears().deleteRun(run)).isTrue();

        assertThat(STORE.clears().deleteRun(run)).isFalse();
        assertThat(STORE.rows("select id from dexaflow.dag_run")).containsExactly(Map.of("id", other));
        for (String table : List.of("task_instance", "task_instance_history", "xcom", "decision")) {
            assertThat(STORE.count("select count(*) from dexaflow." + table + (table.endsWith("history")
                    ? " where task_instance_id <> '" + STORE.id(other, 0) + "'"
                    : " where run_id <> '" + other + "'"))).as(table).isZero();
        }
        assertThat(STORE.count("select count(*) from dexaflow.decision where label = 'clear'")).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"queued", "running"})
    void anUnfinishedRunIsNotDeleted(String state) {
        UUID run = STORE.run("a", 1);
        STORE.sql("update dexaflow.dag_run set state = ?", state);

        assertThat(STORE.clears().deleteRun(run)).isFalse();

        assertThat(STORE.count("select count(*) from dexaflow.task_instance")).isEqualTo(1);
        assertThat(STORE.count("select count(*) from dexaflow.decision")).isPositive();
    }

    @Test
    void notesAreWritten() {
        UUID run = STORE.run("a", 1);

        assertThat(STORE.clears().noteRun(run, "r\0")).isTrue();
        assertThat(STORE.clears().noteTask(STORE.id(run, 0), "t")).isTrue();

        assertThat(STORE.rows("select note from dexaflow.dag_run")).containsExactly(Map.of("note", "r\uFFFD"));
        assertThat(STORE.row(run, 0)).containsEntry("note", "t");
        assertThat(STORE.clears().noteRun(UUID.randomUUID(), "r")).isFalse();
        assertThat(STORE.clears().noteTask(run, "r")).isFalse();
    }

    @Test
    void xcomValuesAreAddedChangedAndDeleted() {
        UUID run = STORE.run("a", 1);
        UUID task = STORE.id(run, 0);

        assertThat(STORE.clears().changeXCom(task, "k", "1")).isFalse();
        assertThat(STORE.clears().addXCom(task, "k", "1.10")).isTrue();
        assertThat(STORE.clears().addXCom(task, "k", "2")).isFalse();
        assertThat(STORE.readings().xcom(run, "t0", "k").orElseThrow().valueJson()).isEqualTo("1.10");
        assertThat(STORE.clears().changeXCom(task, "k", "3")).isTrue();
        assertThat(STORE.readings().xcom(run, "t0", "k").orElseThrow().valueJson()).isEqualTo("3");
        assertThat(STORE.clears().deleteXCom(task, "k")).isTrue();
        assertThat(STORE.clears().deleteXCom(task, "k")).isFalse();
        assertThat(STORE.clears().addXCom(run, "k", "1")).isFalse();
    }

    private static boolean report(AttemptId attempt) {
        return STORE.attempts().report(List.of(new Report(attempt, TaskState.SUCCESS, 0, null, null, "h"))).getFirst();
    }

    private static Cleared clear(UUID run, Integer retries, boolean reopen, int... ordinals) {
        List<TaskClear> tasks = Arrays.stream(ordinals)
                .mapToObj(ordinal -> new TaskClear(STORE.id(run, ordinal), retries))
                .toList();
        return STORE.clears().clear(new RunClear(run, tasks, Set.of(), reopen, "ann")).orElseThrow();
    }
}
