// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.dexaflow.model.AttemptFacts;
import io.dexaflow.model.AttemptId;
import io.dexaflow.model.Command;
import io.dexaflow.model.Task;
import io.dexaflow.model.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * What every executor must keep. Extend it in the executor's own tests; it comes in the jar of {@code io.dexaflow.api} with
 * the classifier {@code tests}.
 */
public abstract class TaskExecutorContract {

    private static final int MANY = 50;

    /** The executor, able to take attempts. */
    protected abstract TaskExecutor executor();

    /** The attempts that its agents began, one entry for each beginning. */
    protected abstract List<AttemptId> begun();

    /** The signals that it has something to say about; it must defer all others. */
    protected abstract Set<Signal> signals();

    /**
     * Those that it answers by what it finds out about an attempt, so that one that lives is safe. Leave one out whose
     * very signal is proof enough, such as silence where a silent agent is never left to run.
     */
    protected Set<Signal> signalsThatSpareTheLiving() {
        return signals();
    }

    @Test
    public void anAttemptThatIsAcceptedIsBegunOnce() {
        Attempt attempt = attempt("once", 1);
        assertThat(executor().launch(attempt)).isEqualTo(LaunchOutcome.ACCEPTED);
        assertThat(begun()).containsExactly(attempt.id());
    }

    @Test
    public void theSameAttemptLaunchedAgainIsNotBegunTwice() {
        Attempt attempt = attempt("again", 1);
        executor().launch(attempt);
        executor().launch(attempt);
        assertThat(begun()).containsExactly(attempt.id());
    }

    @Test
    public void anotherEpochOfTheSameTaskIsAnotherAttempt() {
        Attempt first = attempt("epochs", 1);
        Attempt second = new Attempt(new AttemptId(first.id().runId(), "epochs", 1, 2), first.facts(), first.task(),
                first.token());
        assertThat(executor().launch(first)).isEqualTo(LaunchOutcome.ACCEPTED);
        assertThat(executor().launch(second)).isEqualTo(LaunchOutcome.ACCEPTED);
        assertThat(begun()).containsExactly(first.id(), second.id());
    }

    @Test
    public void manyAttemptsAtOnceAreAllAnsweredAndThoseAcceptedAreBegunOnce() throws Exception {
        List<Callable<LaunchOutcome>> launches = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            Attempt attempt = attempt("many" + i, 1);
            launches.add(() -> executor().launch(attempt));
        }
        int accepted = 0;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<LaunchOutcome> outcome : threads.invokeAll(launches)) {
                accepted += outcome.get() instanceof LaunchOutcome.Accepted ? 1 : 0;
            }
        }
        assertThat(begun()).hasSize(accepted).doesNotHaveDuplicates();
    }

    @Test
    public void stoppingWhatIsNotHereIsNoError() {
        assertThatCode(() -> executor().stop(attempt("nowhere", 1).id())).doesNotThrowAnyException();
        assertThatCode(() -> executor().stopRun(UUID.randomUUID())).doesNotThrowAnyException();
    }

    @Test
    public void eachSuspectGetsItsVerdictInOrder() {
        Attempt living = living("judged");
        Suspect nowhere = suspect(attempt("never-launched", 1));
        for (Signal signal : Signal.values()) {
            List<Verdict> verdicts = executor().judge(signal, List.of(nowhere, suspect(living), nowhere));
            assertThat(verdicts).as("%s", signal).hasSize(3);
            assertThat(verdicts.get(2).kind()).as("the same suspect, %s", signal).isEqualTo(verdicts.get(0).kind());
            assertThat(verdicts).allSatisfy(verdict -> {
                assertThat(verdict.label()).startsWith(signal.label());
                assertThat(verdict.words()).isNotBlank();
            });
        }
        executor().stop(living.id());
    }

    @Test
    public void withoutSuspectsThereAreNoVerdicts() {
        for (Signal signal : Signal.values()) {
            assertThat(executor().judge(signal, List.of())).as("%s", signal).isEmpty();
        }
    }

    @Test
    public void aSignalThatItDoesNotKnowIsDeferred() throws InterruptedException {
        Suspect suspect = suspect(attempt("unknown", 1));
        for (Signal signal : Signal.values()) {
            if (!signals().contains(signal)) {
                assertThat(executor().judge(signal, List.of(suspect)).getFirst().kind()).as("%s", signal)
                        .isEqualTo(Verdict.Kind.DEFER);
                assertThat(executor().stopOrphan(signal, suspect).kind()).as("%s", signal)
                        .isEqualTo(Verdict.Kind.DEFER);
            }
        }
    }

    @Test
    public void anAttemptThatLivesIsNotReapedAndJudgingTouchesNothing() {
        Attempt living = living("lives");
        for (int pass = 0; pass < 2; pass++) {
            for (Signal signal : signalsThatSpareTheLiving()) {
                assertThat(executor().judge(signal, List.of(suspect(living))).getFirst().kind()).as("%s", signal)
                        .isEqualTo(Verdict.Kind.DEFER);
            }
        }
        assertThat(begun()).containsExactly(living.id());
        executor().stop(living.id());
    }

    @Test
    public void theStopOfAnOrphanSparesAnAttemptThatLives() throws InterruptedException {
        Attempt living = living("no-orphan");
        for (Signal signal : signalsThatSpareTheLiving()) {
            assertThat(executor().stopOrphan(signal, suspect(living)).kind()).as("%s", signal)
                    .isEqualTo(Verdict.Kind.DEFER);
        }
        executor().stop(living.id());
    }

    @Test
    public void theStopOfAnOrphanThatIsNotThereIsAVerdict() throws InterruptedException {
        for (Signal signal : Signal.values()) {
            assertThat(executor().stopOrphan(signal, suspect(attempt("nothing-left", 1))).kind()).as("%s", signal)
                    .isNotEqualTo(Verdict.Kind.REAP_AFTER_STOP);
        }
    }

    @Test
    public void anAttemptDoesNotShowItsToken() {
        assertThat(attempt("secret", 1).toString()).doesNotContain("the-token");
    }

    /** An attempt of a task that does nothing, of a run of its own. */
    protected static Attempt attempt(String taskId, int epoch) {
        return attempt(taskId, epoch, "true");
    }

    /** A suspect, as a reaper would describe it. */
    protected static Suspect suspect(Attempt attempt) {
        return new Suspect(attempt.id(), attempt.taskInstanceId(), attempt.dagId(), attempt.dagRunId(), null, null,
                Instant.EPOCH, Duration.ofMinutes(10));
    }

    /** An attempt that was accepted and goes on for longer than the test. */
    private Attempt living(String taskId) {
        Attempt attempt = attempt(taskId, 1, "sleep", "300");
        assertThat(executor().launch(attempt)).isEqualTo(LaunchOutcome.ACCEPTED);
        return attempt;
    }

    private static Attempt attempt(String taskId, int epoch, String... command) {
        Work work = new Work(new Command(List.of(command), null), null, null, null, null);
        AttemptFacts facts = new AttemptFacts(UUID.randomUUID(), "contract", "manual__1", UUID.randomUUID(), 1, "{}",
                null, null, null);
        return new Attempt(new AttemptId(UUID.randomUUID(), taskId, 1, epoch), facts,
                new Task(taskId, work, null, null, null, null, null), "the-token");
    }
}
