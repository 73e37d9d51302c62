// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.model.RetryPolicy;
import io.dexaflow.model.RunState;
import io.dexaflow.model.TaskState;
import io.dexaflow.model.TriggerRule;
import io.dexaflow.scheduler.internal.TestLadder;
import io.dexaflow.store.RunLedger.TaskDetail;
import io.dexaflow.store.TaskLedger.Move;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs random DAGs against a little world that ends tasks at random, and watches what must always hold. */
class PlannerPropertyTest {

    private static final int HISTORIES = 2_000;

    private final Planner planner = new Planner(new TestLadder());

    @ParameterizedTest
    @ValueSource(longs = {1, 20261130, 4711})
    void everyRunEndsNothingRunsTooEarlyAndTheSameInputGivesTheSamePlan(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < HISTORIES; i++) {
            new World(random).live();
        }
    }

    /** One run of one random DAG. */
    private final class World {

        private final Random random;
        private final int size;
        private final List<TriggerRule> rules = new ArrayList<>();
        private final List<String[]> upstreams = new ArrayList<>();
        private final List<TaskState> states = new ArrayList<>();
        private final int[] tries;
        private final Instant[] ended;
        private Instant now = Runs.T0;

        World(Random random) {
            this.random = random;
            this.size = 1 + random.nextInt(8);
            this.tries = new int[size];
            this.ended = new Instant[size];
            for (int i = 0; i < size; i++) {
                Set<String> up = new HashSet<>();
                for (int j = 0; j < i && random.nextInt(3) > 0; j++) {
                    up.add("t" + random.nextInt(i));
                }
                rules.add(TriggerRule.values()[random.nextInt(TriggerRule.values().length)]);
                upstreams.add(up.toArray(String[]::new));
                states.add(TaskState.NONE);
                tries[i] = 1;
            }
        }

        void live() {
            for (int step = 0; step < 200; step++) {
                RunSnapshot snapshot = snapshot();
                Plan plan = planner.plan(snapshot, now);
                assertThat(planner.plan(snapshot, now)).isEqualTo(plan);
                plan.moves().forEach(this::apply);
                if (plan.verdict() != null) {
                    checkVerdict(plan.verdict());
                    return;
                }
                happen();
                now = now.plusSeconds(random.nextInt(40));
            }
            throw new AssertionError("a run never ended: " + states + " " + rules);
        }

        private void checkVerdict(RunState verdict) {
            assertThat(states).allMatch(TaskState::isTerminal);
            boolean bad = states.contains(TaskState.FAILED) || states.contains(TaskState.UPSTREAM_FAILED);
            assertThat(verdict).isEqualTo(bad ? RunState.FAILED : RunState.SUCCESS);
        }

        private void apply(Move move) {
            int i = move.ordinal();
            TaskState before = states.get(i);
            switch (move) {
                case Move.Decide d -> {
                    assertThat(before).isEqualTo(TaskState.NONE);
                    if (rules.get(i) == TriggerRule.ALL_SUCCESS && d.to() == TaskState.SCHEDULED) {
                        for (String up : upstreams.get(i)) {
                            assertThat(states.get(Integer.parseInt(up.substring(1)))).isEqualTo(TaskState.SUCCESS);
                        }
                    }
                    states.set(i, d.to());
                }
                case Move.AwaitRetry r -> states.set(i, TaskState.UP_FOR_RETRY);
                case Move.Retry r -> {
                    assertThat(now).isAfterOrEqualTo(ended[i].plusSeconds(10));
                    tries[i]++;
                    assertThat(tries[i]).isLessThanOrEqualTo(3);
                    states.set(i, TaskState.NONE);
                }
                default -> throw new AssertionError("nothing here was rescheduled or marked: " + move);
            }
        }

        /** Some of what was scheduled ends somehow. */
        private void happen() {
            for (int i = 0; i < size; i++) {
                if (states.get(i) == TaskState.SCHEDULED && random.nextBoolean()) {
                    TaskState[] ends = {TaskState.SUCCESS, TaskState.SUCCESS, TaskState.FAILED, TaskState.SKIPPED};
                    states.set(i, ends[random.nextInt(ends.length)]);
                    ended[i] = now;
                }
            }
        }

        private RunSnapshot snapshot() {
            Runs runs = Runs.run();
            for (int i = 0; i < size; i++) {
                RetryPolicy retry = new RetryPolicy(2, Duration.ofSeconds(10), false, null);
                runs.task("t" + i, states.get(i), rules.get(i), retry, upstreams.get(i));
                if (ended[i] != null) {
                    runs.detail(new TaskDetail(i, tries[i], 3, tries[i], ended[i], "app", 0, null, null));
                }
            }
            return runs.snapshot();
        }
    }
}
