// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.subprocess.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dexaflow.agent.Assignments;
import io.dexaflow.agent.WorkerPoll;
import io.dexaflow.agent.WorkerPoll.Ack;
import io.dexaflow.executor.Attempt;
import io.dexaflow.executor.LaunchOutcome;
import io.dexaflow.model.AttemptFacts;
import io.dexaflow.model.AttemptId;
import io.dexaflow.model.Command;
import io.dexaflow.model.Task;
import io.dexaflow.model.Work;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorkerTest {

    private static final UUID RUN = UUID.randomUUID();
    private static final Duration AT_ONCE = Duration.ZERO;

    private final Worker worker = new Worker("w", 4);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void close() {
        threads.shutdownNow();
    }

    @Test
    void anAttemptIsAcceptedOnceItsAgentAcknowledgedIt() throws Exception {
        Attempt attempt = attempt("a");
        CompletableFuture<LaunchOutcome> outcome = worker.offer(attempt);
        assertThat(poll(4).start()).containsExactly(attempt);
        assertThat(outcome).isNotDone();
        poll(3, new Ack(attempt.id(), true, null));
        assertThat(outcome).isCompletedWithValue(LaunchOutcome.ACCEPTED);
    }

    @Test
    void aRefusedAttemptIsRejectedWithTheAgentsWords() throws Exception {
        Attempt attempt = attempt("a");
        CompletableFuture<LaunchOutcome> outcome = worker.offer(attempt);
        poll(4);
        poll(4, new Ack(attempt.id(), false, "no record"));
        assertThat(outcome).isCompletedWithValue(new LaunchOutcome.Rejected("no record"));
    }

    @Test
    void anAssignmentWhoseAnswerGotLostIsSentAgain() throws Exception {
        Attempt attempt = attempt("a");
        worker.offer(attempt);
        assertThat(poll(4).start()).containsExactly(attempt);
        assertThat(poll(4).start()).containsExactly(attempt);
    }

    @Test
    void anAttemptThatTheAgentSaysItRunsCountsAsAcknowledged() throws Exception {
        Attempt attempt = attempt("a");
        CompletableFuture<LaunchOutcome> outcome = worker.offer(attempt);
        poll(4);
        assertThat(worker.poll(word(3, List.of(attempt.id())), AT_ONCE).start()).isEmpty();
        assertThat(outcome).isCompletedWithValue(LaunchOutcome.ACCEPTED);
    }

    @Test
    void theSameAttemptOfferedTwiceIsOneLaunch() {
        Attempt attempt = attempt("a");
        assertThat(worker.offer(attempt)).isSameAs(worker.offer(attempt));
    }

    @Test
    void aFullWorkerTakesNothing() throws Exception {
        poll(1);
        assertThat(worker.offer(attempt("a"))).isNotNull();
        assertThat(worker.offer(attempt("b"))).isNull();
    }

    @Test
    void aNewPollEndsTheOneBefore() throws Exception {
        Future<Assignments> first = threads.submit(() -> worker.poll(word(4, List.of()), Duration.ofMinutes(1)));
        await().until(worker::takes);
        poll(4);
        assertThat(first.get()).isEqualTo(Assignments.NONE);
    }

    @Test
    void aWaitingPollIsAnsweredAtOnceWhenWorkComes() throws Exception {
        Future<Assignments> waiting = threads.submit(() -> worker.poll(word(4, List.of()), Duration.ofMinutes(1)));
        await().until(worker::takes);
        Attempt attempt = attempt("a");
        worker.offer(attempt);
        assertThat(waiting.get().start()).containsExactly(attempt);
    }

    @Test
    void theDeathOfTheAgentRejectsWhatItWasSentAndHoldsWhatItWasNot() throws Exception {
        Process process = new ProcessBuilder("sleep", "60").start();
        worker.attach(process.toHandle());
        CompletableFuture<LaunchOutcome> sent = worker.offer(attempt("a"));
        poll(4);
        CompletableFuture<LaunchOutcome> waiting = worker.offer(attempt("c"));
        process.destroyForcibly().waitFor();
        await().until(sent::isDone);
        assertThat(sent.get()).isInstanceOf(LaunchOutcome.Rejected.class);
        assertThat(waiting.get()).isInstanceOf(LaunchOutcome.BackPressure.class);
        assertThat(worker.alive()).isFalse();
        assertThat(worker.offer(attempt("b"))).isNull();
    }

    @Test
    void stoppingARunReachesWhatRunsAndWhatWaits() throws Exception {
        Attempt running = attempt("a");
        Attempt waiting = attempt("b");
        worker.poll(word(4, List.of(running.id())), AT_ONCE);
        CompletableFuture<LaunchOutcome> outcome = worker.offer(waiting);
        worker.stopRun(RUN);
        assertThat(worker.poll(word(4, List.of(running.id())), AT_ONCE))
                .isEqualTo(new Assignments(List.of(), List.of(running.id()), false));
        assertThat(outcome.get()).isInstanceOf(LaunchOutcome.Rejected.class);
        assertThat(poll(4).stop()).isEmpty();
    }

    @Test
    void aDrainingWorkerIsToldSoAndTakesNothing() throws Exception {
        poll(4);
        worker.drain();
        assertThat(poll(4).drain()).isTrue();
        assertThat(worker.takes()).isFalse();
        assertThat(worker.offer(attempt("a"))).isNull();
    }

    @Test
    void anAttemptThatIsNotAcknowledgedInTimeIsRejectedAndLeftToItsFence() throws Exception {
        Attempt attempt = attempt("a");
        CompletableFuture<LaunchOutcome> outcome = worker.offer(attempt);
        poll(4);
        assertThat(worker.await(attempt, outcome, Duration.ofMillis(20))).isInstanceOf(LaunchOutcome.Rejected.class);
        Assignments next = poll(4);
        assertThat(next.start()).isEmpty();
        assertThat(next.stop()).as("it may be the live current attempt by now").isEmpty();
    }

    @Test
    void whatADrainingWorkerWasNotSentIsNoFailure() throws Exception {
        poll(4);
        CompletableFuture<LaunchOutcome> outcome = worker.offer(attempt("a"));
        worker.drain();
        assertThat(outcome.get()).isInstanceOf(LaunchOutcome.BackPressure.class);
    }

    @Test
    void aRefusalByAnAgentThatEndsIsNoFailure() throws Exception {
        Attempt attempt = attempt("a");
        CompletableFuture<LaunchOutcome> outcome = worker.offer(attempt);
        poll(4);
        worker.poll(new WorkerPoll(word(0, List.of()).worker(), 0, true, List.of(),
                List.of(new Ack(attempt.id(), false, "it ends"))), AT_ONCE);
        assertThat(outcome.get()).isInstanceOf(LaunchOutcome.BackPressure.class);
    }

    private Assignments poll(int free, Ack... acks) throws InterruptedException {
        return worker.poll(new WorkerPoll(word(free, List.of()).worker(), free, false, List.of(), List.of(acks)),
                AT_ONCE);
    }

    private static WorkerPoll word(int free, List<AttemptId> running) {
        return new WorkerPoll(new WorkerPoll.Worker("w", "0.1.0", 1, 1, "boot", "host"), free, false, running,
                List.of());
    }

    private static Attempt attempt(String taskId) {
        Work work = new Work(new Command(List.of("true"), null), null, null, null, null);
        AttemptFacts facts =
                new AttemptFacts(UUID.randomUUID(), "d", "manual__1", UUID.randomUUID(), 1, "{}", null, null,
                        null);
        return new Attempt(new AttemptId(RUN, taskId, 1, 1), facts,
                new Task(taskId, work, null, null, null, null, null), "token");
    }
}
