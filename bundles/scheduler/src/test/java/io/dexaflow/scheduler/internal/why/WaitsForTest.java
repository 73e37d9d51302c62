// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.why;

import static io.dexaflow.scheduler.internal.why.Rows.task;
import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.model.RetryPolicy;
import io.dexaflow.model.RunState;
import io.dexaflow.model.Task;
import io.dexaflow.model.TaskState;
import io.dexaflow.scheduler.internal.Fakes;
import io.dexaflow.scheduler.internal.TestLadder;
import io.dexaflow.store.Readings.PoolRow;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WaitsForTest {

    private final Map<String, TaskState> upstream = new LinkedHashMap<>();
    private RunState run = RunState.RUNNING;
    private boolean executorHere = true;
    private Instant lastHeartbeat;
    private PoolRow pool = new PoolRow("default_pool", 128, null);

    @Test
    void aTaskThatIsNotDecidedWaitsForItsOpenUpstreams() {
        upstream.put("extract", TaskState.SUCCESS);
        upstream.put("clean", TaskState.RUNNING);
        upstream.put("check", TaskState.UP_FOR_RETRY);
        assertThat(of(task(TaskState.NONE))).contains("clean (running)", "check (up_for_retry)")
                .doesNotContain("extract");
    }

    @Test
    void manyUpstreamsAreNotAllNamed() {
        for (int i = 0; i < 100; i++) {
            upstream.put("u" + i, TaskState.RUNNING);
        }
        assertThat(of(task(TaskState.NONE))).contains("and 95 more").hasSizeLessThan(200);
    }

    @Test
    void aTaskWithoutOpenUpstreamsWaitsForThePlanner() {
        assertThat(of(task(TaskState.NONE))).contains("planner");
    }

    @Test
    void aTaskOfAQueuedRunWaitsForItsRun() {
        run = RunState.QUEUED;
        assertThat(of(task(TaskState.NONE))).contains("run").contains("max_active_runs");
    }

    @Test
    void aScheduledTaskWaitsForItsExecutorBeforeAnythingElse() {
        executorHere = false;
        Rows rows = task(TaskState.SCHEDULED);
        rows.executor = "kubernetes";
        rows.nextDispatchAt = Fakes.NOW.plusSeconds(1);
        assertThat(of(rows)).contains("executor 'kubernetes'");
    }

    @Test
    void aScheduledTaskWaitsForItsNextDispatch() {
        Rows rows = task(TaskState.SCHEDULED);
        rows.nextDispatchAt = Fakes.NOW.plusSeconds(20);
        rows.dispatchAttempts = 3;
        assertThat(of(rows)).contains("2026-11-30T12:00:20Z").contains("3 of 6");
    }

    @Test
    void aScheduledTaskThatIsDueWaitsForRoom() {
        assertThat(of(task(TaskState.SCHEDULED))).contains("default_pool").contains("max_active_tasks");
    }

    @Test
    void aPoolThatDoesNotExistIsNotWhatItWaitsFor() {
        pool = null;
        assertThat(of(task(TaskState.SCHEDULED))).contains("max_active_tasks")
                .endsWith("its pool 'default_pool' does not exist and so sets no limit");
    }

    @Test
    void aPoolWithoutALimitIsNotWhatItWaitsFor() {
        pool = new PoolRow("default_pool", -1, null);
        assertThat(of(task(TaskState.SCHEDULED))).contains("max_active_tasks")
                .endsWith("its pool 'default_pool' sets no limit");
    }

    @Test
    void aTaskThatIsLargerThanItsPoolIsToldSo() {
        pool = new PoolRow("default_pool", 2, null);
        Rows rows = task(TaskState.SCHEDULED);
        rows.poolSlots = 3;
        assertThat(of(rows)).contains("takes 3").contains("has 2 in all").contains("pool_slots");
    }

    @Test
    void aQueuedTaskWaitsForItsAgent() {
        Rows rows = task(TaskState.QUEUED);
        rows.queuedAt = Fakes.NOW.minusSeconds(12);
        assertThat(of(rows)).contains("agent").contains("12 s");
    }

    @Test
    void aRunningTaskSaysSinceWhen() {
        Rows rows = task(TaskState.RUNNING);
        rows.startedAt = Fakes.NOW.minusSeconds(77);
        assertThat(of(rows)).contains("77 s").contains("2026-11-30T11:58:43Z");
    }

    @Test
    void aRunningTaskSaysWhenItsAgentWasLastHeardOf() {
        assertThat(of(task(TaskState.RUNNING))).endsWith("; last heartbeat never");
        lastHeartbeat = Fakes.NOW.minusSeconds(4);
        assertThat(of(task(TaskState.RUNNING))).endsWith("; last heartbeat 4 s ago");
    }

    @Test
    void aTaskThatWaitsForItsNextTrySaysWhenItComes() {
        Rows rows = task(TaskState.UP_FOR_RETRY);
        rows.maxTries = 3;
        rows.endedAt = Fakes.NOW.minusSeconds(20);
        assertThat(of(rows)).contains("try 2 of 3").contains("2026-11-30T12:00:40Z");
    }

    @Test
    void aPokedTaskSaysWhenItIsLookedAtAgain() {
        Rows rows = task(TaskState.UP_FOR_RESCHEDULE);
        rows.rescheduleAt = Fakes.NOW.plusSeconds(30);
        assertThat(of(rows)).contains("2026-11-30T12:00:30Z");
    }

    @Test
    void aLostTaskSaysBetweenWhenItIsPlacedAgain() {
        Rows rows = task(TaskState.FAILED);
        rows.failureKind = "infra";
        rows.infraAttempts = 1;
        rows.endedAt = Fakes.NOW;
        assertThat(of(rows)).contains("2 of 6").contains("2026-11-30T12:00:10Z").contains("2026-11-30T12:00:40Z");
    }

    @Test
    void aTaskThatSpentItsInfraBudgetHasEnded() {
        Rows rows = task(TaskState.FAILED);
        rows.failureKind = "infra";
        rows.infraAttempts = 6;
        rows.endedAt = Fakes.NOW;
        assertThat(of(rows)).startsWith("nothing").contains("failed");
    }

    @ParameterizedTest
    @EnumSource(value = TaskState.class, names = {"SUCCESS", "SKIPPED", "UPSTREAM_FAILED", "FAILED"})
    void whatHasEndedWaitsForNothing(TaskState state) {
        Rows rows = task(state);
        rows.endedAt = Fakes.NOW;
        assertThat(of(rows)).startsWith("nothing").contains(state.wireName());
    }

    @ParameterizedTest
    @EnumSource(TaskState.class)
    void everyStateHasASentenceEvenWhenNothingElseIsKnown(TaskState state) {
        assertThat(of(task(state))).isNotBlank().doesNotContain("null");
        run = RunState.FAILED;
        assertThat(of(task(state))).startsWith("nothing");
    }

    private String of(Rows rows) {
        Task declared = new Task("t0", Fakes.dag(1).tasks().getFirst().work(), null, null,
                new RetryPolicy(2, Duration.ofSeconds(60), false, null), null, null);
        return WaitsFor.of(new WaitsFor.Facts(rows.row(), lastHeartbeat, Rows.run(run), declared, upstream, pool,
                executorHere, new TestLadder(), Fakes.NOW));
    }
}
