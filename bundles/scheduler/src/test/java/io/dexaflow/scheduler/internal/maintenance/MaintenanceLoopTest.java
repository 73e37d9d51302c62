// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dexaflow.control.Leadership;
import io.dexaflow.control.RequestException;
import io.dexaflow.reaper.MaintenancePhase;
import io.dexaflow.reaper.Reaper;
import io.dexaflow.scheduler.internal.Fakes;
import io.dexaflow.scheduler.internal.RecordingTrail;
import io.dexaflow.scheduler.internal.TestLadder;
import io.dexaflow.scheduler.internal.tick.Scope;
import io.dexaflow.scheduler.internal.tick.TickLoop;
import io.dexaflow.scheduler.internal.trail.Observers;
import io.dexaflow.store.LeadershipTerm;
import io.dexaflow.timing.Ladder;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.osgi.framework.ServiceReference;

class MaintenanceLoopTest {

    private static final Duration INTERVAL = Duration.ofMillis(200);
    private static final Duration LONG = Duration.ofMinutes(10);

    private final AtomicReference<LeadershipTerm> leads =
            new AtomicReference<>(new LeadershipTerm(7, Fakes.NOW.minusSeconds(3600)));
    private final Leadership leadership = () -> Optional.ofNullable(leads.get());
    private final List<String> ran = new CopyOnWriteArrayList<>();
    private final Phases phases = new Phases();
    private final ReaperRegistry reapers = new ReaperRegistry();
    private MaintenanceLoop loop;

    @AfterEach
    void stop() throws InterruptedException {
        if (loop != null) {
            loop.stop();
        }
    }

    @Test
    @DisplayName("T42, R73: the phases that bundles contribute come first, in their order, then the reapers")
    void contributedPhasesComeBeforeTheReapers() {
        phases.bind(phase("second", 20, () -> {
        }));
        phases.bind(phase("first", 10, () -> {
        }));
        reapers.bind(nowhere(), new ReaperStub("agent-lost", "agent_lost", 20, context -> ran.add("agent-lost")));
        loop = loop(LONG);
        loop.start();
        assertThat(loop.cycle()).hasSize(3);
        assertThat(ran).containsExactly("first", "second", "agent-lost");
    }

    @Test
    void aLeaderRunsACycleEachInterval() {
        phases.bind(phase("p", 1, () -> {
        }));
        loop = loop(INTERVAL);
        loop.start();
        await().until(() -> ran.size() >= 3);
    }

    @Test
    @DisplayName("T51: a follower does nothing, and says so to whoever asks")
    void aFollowerDoesNothing() {
        leads.set(null);
        phases.bind(phase("p", 1, () -> {
        }));
        loop = loop(INTERVAL);
        loop.start();
        await().during(Duration.ofMillis(700)).until(ran::isEmpty);
        assertThatThrownBy(loop::cycle).isInstanceOfSatisfying(RequestException.class,
                refused -> assertThat(refused.kind()).isEqualTo(RequestException.Kind.UNAVAILABLE));
    }

    @Test
    @DisplayName("T50: a cycle that takes longer than the interval swallows the ticks it missed")
    void missedTicksCoalesce() {
        AtomicInteger begun = new AtomicInteger();
        long start = System.nanoTime();
        phases.bind(phase("stubborn", 1, () -> {
            begun.incrementAndGet();
            LockSupport.parkNanos(INTERVAL.toNanos() - 40_000_000);
        }));
        phases.bind(phase("slow", 2, () -> LockSupport.parkNanos(INTERVAL.toNanos() - 40_000_000)));
        loop = loop(INTERVAL);
        loop.start();
        await().until(() -> begun.get() >= 4);
        long intervals = (System.nanoTime() - start) / INTERVAL.toNanos();
        assertThat((long) begun.get()).isLessThanOrEqualTo(intervals);
    }

    @Test
    @DisplayName("T49: a phase that hangs is cut off, and the reapers have their own budget")
    void aPhaseThatHangsLeavesTheReapersTheirBudget() {
        reapers.bind(nowhere(), new ReaperStub("agent-lost", "agent_lost", 20, context -> ran.add("agent-lost")));
        phases.bind(phase("hangs", 1, () -> new CountDownLatch(1).await()));
        loop = loop(Duration.ofMillis(500));
        loop.start();
        List<String> lines = loop.cycle();
        assertThat(ran).contains("hangs", "agent-lost");
        assertThat(lines.getFirst()).contains("hangs").contains("budget");
    }

    @Test
    void aCycleOnDemandAndTheTimedOneNeverOverlap() {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        phases.bind(phase("p", 1, () -> {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            LockSupport.parkNanos(20_000_000);
            inside.decrementAndGet();
        }));
        loop = loop(INTERVAL);
        loop.start();
        for (int i = 0; i < 20; i++) {
            loop.cycle();
        }
        assertThat(most).hasValue(1);
    }

    @Test
    void aStopEndsTheLoopAndWhatItRuns() throws Exception {
        CountDownLatch hanging = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        phases.bind(phase("hangs", 1, () -> {
            hanging.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
            }
        }));
        loop = loop(Duration.ofSeconds(2));
        loop.start();
        hanging.await();
        loop.stop();
        loop = null;
        interrupted.await();
    }

    private MaintenanceLoop loop(Duration interval) {
        Ladder ladder = withInterval(interval);
        TickLoop tick = new TickLoop(Fakes.ledgers(null, null, null), leadership, null, ladder,
                new Scope(null, true));
        Reaping tools = new Reaping(new ReapLedgerInMemory(), Fakes.registry(Map.of()), new RecordingTrail(),
                new LogInMemory(), ladder);
        SettlingGate settling = new SettlingGate(leadership, ladder, () -> Fakes.NOW, Fakes.NOBODY_LEADS);
        ReapPhase reap = new ReapPhase(settling, reapers, tools, tick, () -> Fakes.NOW);
        return new MaintenanceLoop(leadership, ladder, phases, reap, new Observers());
    }

    private MaintenancePhase phase(String name, int order, PhaseRunner.Work work) {
        return new MaintenancePhase() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public int order() {
                return order;
            }

            @Override
            public void run(LeadershipTerm leadership) throws InterruptedException {
                ran.add(name);
                work.run();
            }
        };
    }

    private static Ladder withInterval(Duration interval) {
        return (Ladder) Proxy.newProxyInstance(MaintenanceLoopTest.class.getClassLoader(), new Class<?>[]{Ladder.class},
                (proxy, method, args) -> method.getName().equals("maintenanceInterval") ? interval
                        : method.invoke(new TestLadder(), args));
    }

    private static ServiceReference<Reaper> nowhere() {
        return proxy(ServiceReference.class);
    }

    @SuppressWarnings("unchecked")
    private static <T> T proxy(Class<?> type) {
        return (T) Proxy.newProxyInstance(MaintenanceLoopTest.class.getClassLoader(), new Class<?>[]{type},
                (proxy, method, args) -> null);
    }
}
