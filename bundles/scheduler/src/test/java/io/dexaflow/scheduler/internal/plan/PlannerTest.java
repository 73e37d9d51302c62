// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.plan;

import static io.dexaflow.model.TaskState.FAILED;
import static io.dexaflow.model.TaskState.NONE;
import static io.dexaflow.model.TaskState.RUNNING;
import static io.dexaflow.model.TaskState.SCHEDULED;
import static io.dexaflow.model.TaskState.SKIPPED;
import static io.dexaflow.model.TaskState.SUCCESS;
import static io.dexaflow.model.TaskState.UPSTREAM_FAILED;
import static io.dexaflow.model.TaskState.UP_FOR_RESCHEDULE;
import static io.dexaflow.model.TaskState.UP_FOR_RETRY;
import static io.dexaflow.scheduler.internal.plan.Runs.RUN;
import static io.dexaflow.scheduler.internal.plan.Runs.T0;
import static io.dexaflow.scheduler.internal.plan.Runs.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.model.RetryPolicy;
import io.dexaflow.model.RunState;
import io.dexaflow.model.TriggerRule;
import io.dexaflow.scheduler.internal.TestLadder;
import io.dexaflow.store.RunLedger.TaskDetail;
import io.dexaflow.store.TaskLedger.Move;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PlannerTest {

    private static final RetryPolicy ONCE_AFTER_A_MINUTE = new RetryPolicy(1, Duration.ofSeconds(60), false, null);

    private final Planner planner = new Planner(new TestLadder());

    @Test
    void tasksWithoutUpstreamsAreScheduledAndTheOthersWait() {
        Plan plan = plan(run().task("a", NONE).task("b", NONE, "a"), T0);
        assertThat(plan.moves()).containsExactly(new Move.Decide(RUN, 0, SCHEDULED));
        assertThat(plan.verdict()).isNull();
    }

    @Test
    void aFailureFlowsAllTheWayDownInOnePlanAndEndsTheRun() {
        Plan plan = plan(run().task("a", FAILED).with(1, 1, T0).task("b", NONE, "a").task("c", NONE, "b"), T0);
        assertThat(plan.moves()).containsExactly(new Move.Decide(RUN, 1, UPSTREAM_FAILED),
                new Move.Decide(RUN, 2, UPSTREAM_FAILED));
        assertThat(plan.verdict()).isEqualTo(RunState.FAILED);
    }

    @Test
    void aSkipFlowsDownAndCountsAsSuccess() {
        Plan plan = plan(run().task("a", SKIPPED).task("b", NONE, "a").task("c", SUCCESS), T0);
        assertThat(plan.moves()).containsExactly(new Move.Decide(RUN, 1, SKIPPED));
        assertThat(plan.verdict()).isEqualTo(RunState.SUCCESS);
    }

    @Test
    void aRunningTaskKeepsTheRunOpen() {
        Plan plan = plan(run().task("a", RUNNING).task("b", SUCCESS), T0);
        assertThat(plan).isEqualTo(new Plan(List.of(), null));
    }

    @Test
    void aFailureWithTriesLeftWaitsForItsRetryAndHoldsDownstreamsBack() {
        Plan plan = plan(run().task("a", FAILED, TriggerRule.ALL_SUCCESS, ONCE_AFTER_A_MINUTE)
                .with(1, 2, T0)
                .task("b", NONE, TriggerRule.ALL_DONE, RetryPolicy.NONE, "a"), T0);
        assertThat(plan.moves()).containsExactly(new Move.AwaitRetry(RUN, 0, 1, 1));
        assertThat(plan.verdict()).isNull();
    }

    @Test
    @DisplayName("T92: a retry is not released a moment before its delay")
    void aRetryIsNotReleasedAMomentEarly() {
        Runs waiting = run().task("a", UP_FOR_RETRY, TriggerRule.ALL_SUCCESS, ONCE_AFTER_A_MINUTE).with(1, 2, T0);
        assertThat(plan(waiting, T0.plusSeconds(60).minusNanos(1000)).moves()).isEmpty();
        assertThat(plan(waiting, T0.plusSeconds(60)).moves()).containsExactly(new Move.Retry(RUN, 0, 1, 1));
    }

    @Test
    void exponentialBackoffDoublesUpToItsCap() {
        RetryPolicy policy = new RetryPolicy(9, Duration.ofSeconds(10), true, Duration.ofSeconds(60));
        assertThat(policy.delayAfter(1)).isEqualTo(Duration.ofSeconds(10));
        assertThat(policy.delayAfter(2)).isEqualTo(Duration.ofSeconds(20));
        assertThat(policy.delayAfter(3)).isEqualTo(Duration.ofSeconds(40));
        assertThat(policy.delayAfter(4)).isEqualTo(Duration.ofSeconds(60));
        assertThat(policy.delayAfter(1000)).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    @DisplayName("R39: no delay or an unknown end releases at once")
    void aRetryWithoutDelayOrEndIsReleasedAtOnce() {
        RetryPolicy atOnce = new RetryPolicy(1, Duration.ZERO, false, null);
        assertThat(plan(run().task("a", UP_FOR_RETRY, TriggerRule.ALL_SUCCESS, atOnce).with(1, 2, T0), T0).moves())
                .containsExactly(new Move.Retry(RUN, 0, 1, 1));
        assertThat(
                plan(run().task("a", UP_FOR_RETRY, TriggerRule.ALL_SUCCESS, ONCE_AFTER_A_MINUTE).with(1, 2, null), T0)
                        .moves())
                .containsExactly(new Move.Retry(RUN, 0, 1, 1));
    }

    @Test
    void aPokeIsReleasedWhenItIsDueAndNeedsNoTry() {
        Runs poking = run().task("a", UP_FOR_RESCHEDULE)
                .detail(new TaskDetail(0, 1, 1, 7, null, null, 0, null, T0.plusSeconds(5)));
        assertThat(plan(poking, T0).moves()).isEmpty();
        assertThat(plan(poking, T0.plusSeconds(5)).moves()).containsExactly(new Move.Repoke(RUN, 0, 1, 7));
    }

    @Test
    @DisplayName("T93: a sensor that is poked a thousand times spends no try and no infra budget")
    void aThousandPokesSpendNothing() {
        for (int epoch = 1; epoch <= 1_000; epoch++) {
            Runs poking = run().task("a", UP_FOR_RESCHEDULE)
                    .detail(new TaskDetail(0, 1, 1, epoch, null, null, 0, null, T0));
            Plan plan = plan(poking, T0);
            assertThat(plan.moves()).containsExactly(new Move.Repoke(RUN, 0, 1, epoch));
            assertThat(plan.verdict()).isNull();
        }
    }

    @Test
    @DisplayName("T95: an infra failure is re-placed although the task has no retries, and spends only the infra budget")
    void anInfraFailureIsReplacedOnItsOwnBudget() {
        Instant due = T0.plusSeconds(5).plus(Planner.Jitter.of(RUN, "a"));
        assertThat(plan(run().task("a", FAILED).infra(0, T0, T0), due.minusNanos(1)).moves()).isEmpty();
        assertThat(plan(run().task("a", FAILED).infra(0, T0, T0), due).moves())
                .containsExactly(new Move.Replace(RUN, 0, 1, 1));
        Plan spent = plan(run().task("a", FAILED).infra(6, T0, T0), due);
        assertThat(spent.moves()).isEmpty();
        assertThat(spent.verdict()).isEqualTo(RunState.FAILED);
    }

    @ParameterizedTest
    @EnumSource(value = TriggerRule.class, names = {"ALL_SUCCESS", "ONE_FAILED", "ALL_DONE"})
    @DisplayName("T77: a provisional mark holds downstreams and the verdict back, even with the budget spent")
    void aProvisionalMarkHoldsDownstreamsBack(TriggerRule rule) {
        Plan plan = plan(run().task("a", FAILED).infra(6, T0, null).task("b", NONE, rule, RetryPolicy.NONE, "a"),
                T0.plusSeconds(119));
        assertThat(plan.moves()).isEmpty();
        assertThat(plan.verdict()).isNull();
    }

    @Test
    @DisplayName("T80: an unconfirmed mark is acted on two minutes after it, and not a moment earlier")
    void theValveOpensAtTwoMinutes() {
        Runs unconfirmed = run().task("a", FAILED).infra(6, T0, null);
        assertThat(plan(unconfirmed, T0.plusSeconds(120).minusNanos(1)).verdict()).isNull();
        assertThat(plan(unconfirmed, T0.plusSeconds(120)).verdict()).isEqualTo(RunState.FAILED);
    }

    @Test
    @DisplayName("T94: 500 tasks lost at once are re-placed spread over half a minute, each always at its own time")
    void aMassFailureIsSpreadOut() {
        Set<Long> seconds = new HashSet<>();
        for (int i = 0; i < 500; i++) {
            Duration jitter = Planner.Jitter.of(RUN, "task-" + i);
            assertThat(jitter).isEqualTo(Planner.Jitter.of(RUN, "task-" + i))
                    .isBetween(Duration.ZERO,
                            Duration.ofSeconds(30).minusNanos(1));
            seconds.add(jitter.toSeconds());
        }
        assertThat(seconds).hasSize(30);
        assertThat(Planner.Jitter.of(UUID.randomUUID(), "a")).isNotEqualTo(Planner.Jitter.of(RUN, "a"));
    }

    private Plan plan(Runs runs, Instant now) {
        return planner.plan(runs.snapshot(), now);
    }
}
