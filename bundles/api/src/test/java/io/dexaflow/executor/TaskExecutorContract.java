// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.dexaflow.model.AttemptId;
import io.dexaflow.model.Command;
import io.dexaflow.model.Task;
import io.dexaflow.model.Work;
import java.util.ArrayList;
import java.util.List;
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
        Attempt second = new Attempt(new AttemptId(first.id().runId(), "epochs", 1, 2), first.taskInstanceId(),
                first.dagId(), first.dagRunId(), first.task(), first.token());
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
    public void anAttemptDoesNotShowItsToken() {
        assertThat(attempt("secret", 1).toString()).doesNotContain("the-token");
    }

    /** An attempt of a task that does nothing, of a run of its own. */
    protected static Attempt attempt(String taskId, int epoch) {
        Work work = new Work(new Command(List.of("true"), null), null, null, null, null);
        return new Attempt(new AttemptId(UUID.randomUUID(), taskId, 1, epoch), UUID.randomUUID(), "contract",
                "manual__1", new Task(taskId, work, null, null, null, null, null), "the-token");
    }
}
