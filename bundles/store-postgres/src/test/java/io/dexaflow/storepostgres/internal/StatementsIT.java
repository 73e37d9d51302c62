// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import static io.dexaflow.storepostgres.internal.TestStore.TERM;
import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.model.AttemptId;
import io.dexaflow.model.Limits;
import io.dexaflow.model.RunState;
import io.dexaflow.model.TaskState;
import io.dexaflow.store.AttemptLedger.Report;
import io.dexaflow.store.ReapLedger;
import io.dexaflow.store.RunLedger.RunStart;
import io.dexaflow.store.TaskLedger.Candidate;
import io.dexaflow.store.TaskLedger.Claim;
import io.dexaflow.store.TaskLedger.Move;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many statements and commits a run of a thousand tasks costs: as many as one of three. */
class StatementsIT {

    private static final int TASKS = 1_000;

    @RegisterExtension static final TestStore STORE = new TestStore();

    @Test
    @DisplayName("design 4: a handful of statements, whatever the number of rows")
    void aThousandTasksCostAHandfulOfStatements() {
        STORE.sql("update dexaflow.pool set slots = 5000");
        UUID run = STORE.queuedRun("wide", TASKS, Limits.DEFAULT);

        counted(2, 1, () -> STORE.runs().start(List.of(new RunStart(run, 16, TestStore.newTasks(TASKS))), TERM));
        assertThat(counted(1, 0, () -> STORE.runs().loadActive(Set.of(run))).runs().getFirst().states())
                .isEqualTo("n".repeat(TASKS));
        List<Move> moves = IntStream.range(0, TASKS)
                .<Move>mapToObj(ordinal -> new Move.Decide(run, ordinal, TaskState.SCHEDULED))
                .toList();
        assertThat(counted(1, 0, () -> STORE.tasks().apply(moves, TERM))).hasSize(TASKS);
        List<Candidate> candidates = counted(1, 0, () -> STORE.tasks().dispatchable(Set.of(run), Set.of(), TASKS));
        assertThat(candidates).hasSize(TASKS);
        List<AttemptId> attempts = counted(1, 0, () -> STORE.tasks()
                .claim(
                        TestStore.executors(candidates.stream().map(Candidate::taskInstanceId).toList()), TERM))
                .claims()
                .stream()
                .map(Claim::attempt)
                .toList();
        assertThat(counted(1, 0, () -> STORE.tasks().queued(attempts, TERM))).hasSize(TASKS);
        assertThat(counted(1, 0, () -> STORE.attempts().report(reports(attempts, TaskState.RUNNING))))
                .containsOnly(true);
        assertThat(counted(1, 0, () -> STORE.attempts().heartbeat(attempts)).live()).containsOnly(true);
        assertThat(counted(1, 0, () -> STORE.attempts().facts(attempts))).hasSize(TASKS);
        assertThat(counted(1, 0, () -> STORE.attempts().report(reports(attempts, TaskState.SUCCESS))))
                .containsOnly(true);
        assertThat(counted(1, 0, () -> STORE.runs().finish(Map.of(run, RunState.SUCCESS), TERM))).hasSize(1);
    }

    @Test
    void settlingAThousandTasksIsOneStatement() {
        UUID run = STORE.run("wide", TASKS);

        assertThat(counted(1, 0, () -> STORE.runs().settleByUser(run, RunState.FAILED, "x", null))).isTrue();
        assertThat(STORE.count("select count(*) from dexaflow.task_instance where state = 'skipped'")).isEqualTo(TASKS);
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 1_000})
    @DisplayName("issue 3: what reapers look through costs as many statements for ten as for a thousand")
    void theListsOfReapersAreOneStatementEach(int each) {
        UUID run = STORE.run("wide", 3 * each);
        STORE.sql("update dexaflow.task_instance set attempt_epoch = 1, queued_at = t.past, started_at = t.past, "
                + "last_heartbeat_at = case when ordinal < ? then t.past end, "
                + "state = case when ordinal < ? then 'running' else 'queued' end "
                + "from (select dexaflow.now() - interval '10 minutes' as past) t", each, 2 * each);
        for (int i = 0; i < each; i++) {
            STORE.sql("insert into dexaflow.dag_run (dag_id, run_id, version_id, state, run_type, conf, queued_at) "
                    + "select dag_id, 'orphan' || ?, version_id, 'running', 'manual', '{}', now() - interval '1 hour' "
                    + "from dexaflow.dag_run where id = ?", i, run);
        }
        ReapLedger reaps = STORE.reaps();
        Duration threshold = Duration.ofMinutes(5);

        assertThat(counted(1, 0, () -> reaps.silent(threshold, null, 2_000))).hasSize(each);
        assertThat(counted(1, 0, () -> reaps.neverBeaten(threshold, null, 2_000))).hasSize(each);
        assertThat(counted(1, 0, () -> reaps.notStarted(threshold, null, 2_000))).hasSize(each);
        assertThat(counted(1, 0, () -> reaps.orphans(threshold, 2_000))).hasSize(each);
    }

    private static List<Report> reports(List<AttemptId> attempts, TaskState state) {
        return attempts.stream().map(attempt -> new Report(attempt, state, null, null, null, "h")).toList();
    }

    /** A statement alone commits by itself; several have one commit. */
    private static <T> T counted(int statements, int commits, Supplier<T> call) {
        STORE.watched.forget();
        T answer = call.get();
        assertThat(STORE.watched.executed()).hasSize(statements);
        assertThat(STORE.watched.commits()).isEqualTo(commits);
        return answer;
    }
}
