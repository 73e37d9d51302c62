// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import static io.dexaflow.storepostgres.internal.TestStore.TERM;
import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.model.AttemptId;
import io.dexaflow.model.Limits;
import io.dexaflow.model.RunState;
import io.dexaflow.model.RunType;
import io.dexaflow.model.TaskState;
import io.dexaflow.store.AttemptLedger.Report;
import io.dexaflow.store.RunLedger.CreateResult;
import io.dexaflow.store.RunLedger.NewRun;
import io.dexaflow.store.TaskLedger.Move;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two at once. */
class ConcurrencyIT {

    @RegisterExtension static final TestStore STORE = new TestStore();

    @RepeatedTest(5)
    @DisplayName("T6: two claims at once both raise the epoch; only the later one reports")
    void twoClaimsAtOnceLeaveOneLiveAttempt() throws Exception {
        UUID run = STORE.run("a", 1);
        STORE.set(run, 0, "state = 'scheduled'");
        UUID id = STORE.id(run, 0);

        List<AttemptId> attempts = atOnce(2,
                number -> STORE.tasks().claim(TestStore.executors(List.of(id)), TERM).claims().getFirst().attempt());

        assertThat(attempts).extracting(AttemptId::epoch).containsExactlyInAnyOrder(1, 2);
        List<Boolean> applied = STORE.attempts()
                .report(attempts.stream()
                        .map(attempt -> new Report(attempt, TaskState.RUNNING, null, null, null, "h"))
                        .toList());
        assertThat(applied).containsExactly(attempts.get(0).epoch() == 2, attempts.get(1).epoch() == 2);
    }

    @RepeatedTest(5)
    @DisplayName("T90: two reports of an end at once: exactly one applies")
    void t90_ofTwoEndsOneApplies() throws Exception {
        UUID run = STORE.run("a", 1);
        AttemptId attempt = STORE.running(run, 0);

        List<Boolean> applied = atOnce(2, number -> STORE.attempts()
                .report(List.of(new Report(attempt,
                        number == 0 ? TaskState.SUCCESS : TaskState.FAILED, number, null, null, "h")))
                .getFirst());

        assertThat(applied).containsExactlyInAnyOrder(true, false);
    }

    @RepeatedTest(5)
    void aUsersVerdictAndAReportAtOnceAgree() throws Exception {
        UUID run = STORE.run("a", 50);
        List<Report> reports = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            reports.add(new Report(STORE.running(run, i), TaskState.SUCCESS, 0, null, null, "h"));
        }
        Collections.shuffle(reports);

        List<List<Boolean>> answers = atOnce(2, number -> number == 0 ? STORE.attempts().report(reports)
                : List.of(STORE.runs().settleByUser(run, RunState.FAILED, "stop", null)));

        assertThat(answers.get(1)).containsExactly(true);
        long succeeded = STORE.count("select count(*) from dexaflow.task_instance where state = 'success'");
        assertThat(answers.get(0).stream().filter(applied -> applied).count()).isEqualTo(succeeded);
        assertThat(STORE.count("select count(*) from dexaflow.task_instance where state = 'failed'"))
                .isEqualTo(50 - succeeded);
    }

    @RepeatedTest(3)
    void batchesThatLockTheSameRowsInAnyOrderAllGetThrough() throws Exception {
        UUID run = STORE.run("a", 60);
        List<AttemptId> attempts = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            attempts.add(STORE.running(run, i));
        }

        List<Integer> done = atOnce(6, number -> {
            List<AttemptId> mine = new ArrayList<>(attempts);
            for (int round = 0; round < 10; round++) {
                Collections.shuffle(mine);
                if (number % 2 == 0) {
                    assertThat(STORE.attempts().heartbeat(mine).live()).containsOnly(true);
                } else {
                    assertThat(STORE.attempts()
                            .report(mine.stream()
                                    .map(
                                            attempt -> new Report(attempt, TaskState.RUNNING, null, null, null, "h"))
                                    .toList()))
                            .containsOnly(true);
                }
            }
            return number;
        });

        assertThat(done).hasSize(6);
    }

    @RepeatedTest(3)
    @DisplayName("R64: of many that create the same run at once one does")
    void oneOfManyCreatesTheRun() throws Exception {
        UUID version = STORE.version("a", 1, Limits.DEFAULT);
        Instant date = Instant.parse("2026-01-01T00:00:00Z");

        List<CreateResult> results = atOnce(6, number -> STORE.runs()
                .create(new NewRun("a", version,
                        number % 2 == 0 ? "same" : "other" + number, RunType.SCHEDULED, date, null, null, null, null,
                        null)));

        assertThat(results.stream().filter(CreateResult.Created.class::isInstance)).hasSize(1);
        assertThat(results).noneMatch(CreateResult.UnknownDag.class::isInstance);
        assertThat(STORE.count("select count(*) from dexaflow.dag_run")).isEqualTo(1);
    }

    @RepeatedTest(3)
    @DisplayName("T13: of two that release the same retry one archives it and moves it")
    void oneOfTwoReleasesTheRetry() throws Exception {
        UUID run = STORE.run("a", 1);
        STORE.set(run, 0, "state = 'up_for_retry', attempt_epoch = 1");

        List<Integer> moved = atOnce(2,
                number -> STORE.tasks().apply(List.of(new Move.Retry(run, 0, 1, 1)), TERM).size());

        assertThat(moved).containsExactlyInAnyOrder(0, 1);
        assertThat(STORE.row(run, 0)).containsEntry("try_number", 2).containsEntry("attempt_epoch", 2);
        assertThat(STORE.count("select count(*) from dexaflow.task_instance_history")).isEqualTo(1);
    }

    @Test
    void versionsOfADagAreNumberedWithoutGaps() throws Exception {
        List<Integer> numbers = atOnce(6, number -> STORE.dags()
                .register(
                        TestStore.dag("a", 1 + number / 2, Limits.DEFAULT),
                        new io.dexaflow.store.DagLedger.Origin("/a", "x"), true)
                .number());

        assertThat(numbers).containsOnly(1, 2, 3);
        assertThat(STORE.count("select count(*) from dexaflow.dag_version")).isEqualTo(3);
    }

    private interface Part<T> {
        T run(int number) throws Exception;
    }

    private static <T> List<T> atOnce(int count, Part<T> part) throws Exception {
        CyclicBarrier together = new CyclicBarrier(count);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<T>> calls = IntStream.range(0, count).<Callable<T>>mapToObj(number -> () -> {
                together.await();
                return part.run(number);
            }).toList();
            List<T> answers = new ArrayList<>();
            for (Future<T> future : threads.invokeAll(calls)) {
                answers.add(future.get());
            }
            return answers;
        }
    }
}
