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
import io.dexaflow.store.RunLedger.RunStart;
import io.dexaflow.store.TaskLedger.Candidate;
import io.dexaflow.store.TaskLedger.Claim;
import io.dexaflow.store.TaskLedger.Move;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

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
                        candidates.stream().map(Candidate::taskInstanceId).toList(), TERM))
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

        assertThat(counted(1, 0, () -> STORE.runs().settleByUser(run, RunState.FAILED, "x"))).isTrue();
        assertThat(STORE.count("select count(*) from dexaflow.task_instance where state = 'failed'")).isEqualTo(TASKS);
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
