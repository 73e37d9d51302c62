// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.tick;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dexaflow.model.Dag;
import io.dexaflow.model.RunState;
import io.dexaflow.scheduler.internal.Fakes;
import io.dexaflow.scheduler.internal.RecordingTrail;
import io.dexaflow.scheduler.internal.RecordingTasks;
import io.dexaflow.scheduler.internal.TestLadder;
import io.dexaflow.scheduler.internal.plan.Planner;
import io.dexaflow.store.RunLedger.ActiveRun;
import io.dexaflow.store.RunLedger.TaskDetail;
import io.dexaflow.store.StoreException;
import io.dexaflow.store.TaskLedger.Move;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TickTest {

    private final RunsInMemory runs = new RunsInMemory();
    private final List<Move> applied = new ArrayList<>();
    private final Map<UUID, Dag> dags = new HashMap<>();
    private int batches;
    private UUID refusedByTheStore;
    private UUID unreadable;

    private final RecordingTasks tasks = new RecordingTasks() {
        @Override
        public List<Move> apply(Collection<Move> moves, long term) {
            batches++;
            if (moves.stream().anyMatch(m -> m.runId().equals(refusedByTheStore))) {
                throw new StoreException("a row that cannot be written", null);
            }
            applied.addAll(moves);
            return List.copyOf(moves);
        }
    };

    private final RecordingTrail trail = new RecordingTrail();
    private final Tick tick = tick(new Scope(null, false));

    private Tick tick(Scope scope) {
        return new Tick(Fakes.ledgers(runs, tasks, Fakes.dags(this::dag), trail), new Planner(new TestLadder()), scope,
                now -> {
                });
    }

    private Optional<Dag> dag(UUID version) {
        if (version.equals(unreadable)) {
            throw new StoreException("a version that cannot be read", null, false);
        }
        return Optional.ofNullable(dags.get(version));
    }

    @Test
    void aQueuedRunIsStartedAndPlannedInTheSameTick() {
        UUID run = run(RunState.QUEUED, "", 3);
        tick.run(null, 1);
        assertThat(runs.started).containsExactly(run);
        assertThat(applied).hasSize(3).allMatch(m -> m.runId().equals(run));
    }

    @Test
    void theMovesOfAllRunsAreWrittenTogether() {
        for (int i = 0; i < 50; i++) {
            run(RunState.RUNNING, "n", 1);
        }
        tick.run(null, 1);
        assertThat(applied).hasSize(50);
        assertThat(batches).isEqualTo(1);
    }

    @Test
    @DisplayName("T107: a run that does not fit its version is left out, the others advance")
    void aPoisonRunDoesNotHoldUpTheOthers() {
        run(RunState.RUNNING, "nn", 1);
        UUID healthy = run(RunState.RUNNING, "n", 1);
        UUID orphan = run(RunState.RUNNING, "n", 1);
        dags.remove(runs.active.get(2).versionId());
        tick.run(null, 1);
        assertThat(applied).extracting(Move::runId).containsExactly(healthy);
        assertThat(orphan).isNotNull();
    }

    @Test
    @DisplayName("T107: a run whose plan the store refuses does not hold up the others")
    void aRefusedPlanDoesNotHoldUpTheOthers() {
        refusedByTheStore = run(RunState.RUNNING, "n", 1);
        UUID healthy = run(RunState.RUNNING, "n", 1);
        tick.run(null, 1);
        assertThat(applied).extracting(Move::runId).containsExactly(healthy);
    }

    @Test
    @DisplayName("T107: a run that the store does not start is failed with its reason, the others start")
    void aRunThatCannotBeStartedDoesNotHoldUpTheOthers() {
        UUID first = run(RunState.QUEUED, "", 1);
        runs.unstartable = run(RunState.QUEUED, "", 1);
        UUID last = run(RunState.QUEUED, "", 2);
        UUID running = run(RunState.RUNNING, "n", 1);
        tick.run(null, 1);
        assertThat(runs.started).containsExactly(first, last);
        assertThat(runs.refused).containsOnly(Map.entry(runs.unstartable,
                "it cannot be started: a value that the database does not take"));
        assertThat(applied).extracting(Move::runId).contains(first, last, running);
        assertThat(trail.written).anySatisfy(decision -> {
            assertThat(decision.subject().runId()).isEqualTo(runs.unstartable);
            assertThat(decision.label()).isEqualTo("failed");
        });
    }

    @Test
    @DisplayName("T107: a version that the store cannot read is its run's trouble alone")
    void aVersionThatCannotBeReadDoesNotHoldUpTheOthers() {
        run(RunState.QUEUED, "", 1);
        unreadable = runs.active.getFirst().versionId();
        UUID healthy = run(RunState.QUEUED, "", 1);
        tick.run(null, 1);
        assertThat(runs.started).containsExactly(healthy);
        assertThat(runs.refused).isEmpty();
    }

    @Test
    void theRunsOfADagWaitForItsLimit() {
        run(RunState.QUEUED, "", 1);
        tick.run(null, 1);
        assertThat(runs.limits).containsExactly(16);
    }

    @Test
    void aHostForOneRunDoesNotWaitBehindRunsThatItDoesNotMove() {
        Scope scope = new Scope(null, true);
        UUID own = run(RunState.QUEUED, "", 1);
        run(RunState.RUNNING, "n", 1);
        scope.admit(own);
        tick(scope).run(scope.all(), 1);
        assertThat(runs.started).containsExactly(own);
        assertThat(runs.limits).containsExactly(0);
        assertThat(applied).extracting(Move::runId).containsExactly(own);
    }

    @Test
    void aRunWhoseTasksAllEndedGetsItsVerdict() {
        UUID good = run(RunState.RUNNING, "SK", 2);
        UUID bad = run(RunState.RUNNING, "SU", 2);
        tick.run(null, 1);
        assertThat(runs.finished).containsOnly(Map.entry(good, RunState.SUCCESS), Map.entry(bad, RunState.FAILED));
    }

    @Test
    void whatMovedIsToldOfWithTheDagTheTaskAndBothStates() {
        UUID run = run(RunState.RUNNING, "n", 1);
        tick.run(null, 1);
        assertThat(trail.recorded).isEmpty();
        assertThat(trail.written).singleElement().satisfies(decision -> {
            assertThat(decision.actor()).isEqualTo("planner");
            assertThat(decision.label()).isEqualTo("scheduled");
            assertThat(decision.subject().runId()).isEqualTo(run);
            assertThat(decision.subject().taskId()).isEqualTo("t0");
            assertThat(decision.evidence()).containsEntry("from", "none").containsEntry("to", "scheduled");
        });
    }

    @Test
    @DisplayName("R49: acting on a mark that nobody confirmed is told of as the valve, before the re-place")
    void actingOnAnUnconfirmedMarkIsToldOfAsTheValve() {
        UUID run = run(RunState.RUNNING, "F", 1);
        ActiveRun loaded = runs.active.getFirst();
        TaskDetail mark = new TaskDetail(0, 1, 1, 3, Fakes.NOW.minusSeconds(600), "infra", 0, null, null);
        runs.active.set(0, new ActiveRun(run, "d", "r", loaded.versionId(), RunState.RUNNING, "F", List.of(mark)));
        tick.run(null, 1);
        assertThat(trail.writtenLabels()).containsExactly("infra_confirm_valve_open", "infra_replace");
        assertThat(trail.written).extracting(decision -> decision.subject().epoch()).containsExactly(3, 4);
    }

    @Test
    void aDatabaseThatIsAwayIsTheCallersToSay() {
        runs.away = true;
        assertThatThrownBy(() -> tick.run(null, 1)).isInstanceOf(StoreException.class);
    }

    private UUID run(RunState state, String states, int tasksOfItsVersion) {
        UUID run = UUID.randomUUID();
        UUID version = UUID.randomUUID();
        dags.put(version, Fakes.dag(tasksOfItsVersion));
        runs.active.add(new ActiveRun(run, "d", "manual__" + run, version, state, states, List.of()));
        return run;
    }
}
