// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.tick;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dexaflow.control.Leadership;
import io.dexaflow.executor.LaunchOutcome;
import io.dexaflow.model.RunState;
import io.dexaflow.scheduler.internal.Fakes;
import io.dexaflow.scheduler.internal.Ledgers;
import io.dexaflow.scheduler.internal.RecordingTasks;
import io.dexaflow.scheduler.internal.TestLadder;
import io.dexaflow.scheduler.internal.dispatch.DispatcherFixture;
import io.dexaflow.scheduler.internal.schedule.Schedules;
import io.dexaflow.scheduler.internal.schedule.SchedulesInMemory;
import io.dexaflow.store.LeadershipTerm;
import io.dexaflow.store.RunLedger.ActiveRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TickLoopTest {

    private static final TestLadder QUICK = new TestLadder(Duration.ofMillis(50), Duration.ofMillis(200));

    private final RunsInMemory runs = new RunsInMemory();
    private final RecordingTasks tasks = new RecordingTasks();
    private final SchedulesInMemory due = new SchedulesInMemory();
    private final Schedules schedules = new Schedules(due, Fakes.dags(id -> Optional.empty()));
    private final Ledgers ledgers = Fakes.ledgers(runs, tasks, Fakes.dags(id -> Optional.of(Fakes.dag(1))));
    private final AtomicReference<LeadershipTerm> term = new AtomicReference<>(new LeadershipTerm(1, Fakes.NOW));
    private final List<Integer> looksAtLoad = new CopyOnWriteArrayList<>();
    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    @Test
    void aWakeTicksOverJustThatRun() {
        UUID run = UUID.randomUUID();
        TickLoop loop = loop(false);
        await().until(() -> runs.asked.contains(Set.<UUID>of()));
        // A wake that meets a full tick is answered by that, so once may not be enough.
        await().until(() -> {
            loop.wake(List.of(run));
            return runs.asked.contains(Set.of(run));
        });
    }

    @Test
    @DisplayName("R62: schedules are looked at with each full tick, before it loads the runs")
    void schedulesComeBeforeTheRuns() {
        runs.onLoad = () -> looksAtLoad.add(due.looks);
        loop(false);
        await().until(() -> runs.asked.size() > 2);
        assertThat(looksAtLoad.getFirst()).isOne();
        assertThat(due.looks).isGreaterThan(1);
    }

    @Test
    @DisplayName("T104: a follower reads nothing, writes nothing, and is healthy")
    void aFollowerDoesNothing() {
        term.set(null);
        TickLoop loop = loop(false);
        loop.wake(List.of(UUID.randomUUID()));
        await().during(Duration.ofMillis(300)).until(() -> runs.asked.isEmpty());
        assertThat(due.looks).isZero();
        assertThat(loop.healthy()).isTrue();
    }

    @Test
    @DisplayName("contract 1: a host that was started for one run touches no other")
    void aHostForOneRunAsksForNoOther() {
        UUID own = UUID.randomUUID();
        UUID foreign = UUID.randomUUID();
        runs.active.add(new ActiveRun(foreign, "d", "manual__f", UUID.randomUUID(), RunState.RUNNING, "n", List.of()));
        TickLoop loop = loop(true);
        loop.scope().admit(own);
        loop.wake(List.of(own, foreign));
        await().until(() -> runs.asked.size() > 1);
        assertThat(runs.asked).allMatch(Set.of(own)::equals);
    }

    @Test
    @DisplayName("T110: while the database is away the leader is unhealthy; when it is back, runs go on by themselves")
    void anAwayDatabaseMakesTheLeaderUnhealthyUntilItIsBack() {
        runs.away = true;
        TickLoop loop = loop(false);
        await().until(() -> !loop.healthy());
        runs.away = false;
        await().until(loop::healthy);
        assertThat(loop.latestTick()).contains(Fakes.NOW);
    }

    @Test
    @DisplayName("T108: a tick that hangs is cut off, and the next one runs")
    void aHangingTickIsCutOff() {
        CountDownLatch never = new CountDownLatch(1);
        AtomicReference<Boolean> cut = new AtomicReference<>(false);
        runs.onLoad = () -> {
            if (!cut.get()) {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    cut.set(true);
                    throw new IllegalStateException("cut off", e);
                }
            }
        };
        TickLoop loop = loop(false);
        await().until(cut::get);
        await().until(() -> loop.latestTick().isPresent());
    }

    private TickLoop loop(boolean runOnly) {
        Leadership leadership = () -> Optional.ofNullable(term.get());
        DispatcherFixture fixture = DispatcherFixture.open(ledgers, leadership,
                Map.of("subprocess", Fakes.executor(a -> LaunchOutcome.ACCEPTED)));
        TickLoop loop = new TickLoop(ledgers, leadership, fixture.dispatcher(), QUICK,
                new Scope(schedules::make, runOnly));
        loop.start();
        opened.add(loop::stop);
        opened.add(fixture::stop);
        return loop;
    }
}
