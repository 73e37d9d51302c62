// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.maintenance;

import io.dexaflow.scheduler.internal.trail.Observers;
import io.dexaflow.store.StoreException;
import io.dexaflow.trail.Observer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a phase in a thread of its own, within its budget (R74). One that overruns is interrupted and left behind: the cycle
 * goes on, and the phase begins again only once that thread has ended. Used by one thread at a time.
 */
final class PhaseRunner {

    private static final Logger LOG = LoggerFactory.getLogger(PhaseRunner.class);
    private static final Duration GLANCE = Duration.ofMillis(250);

    private final Observers observers;
    private final Map<String, Thread> leftBehind = new HashMap<>();

    PhaseRunner(Observers observers) {
        this.observers = observers;
    }

    /** What a phase does. */
    @FunctionalInterface
    interface Work {

        void run() throws InterruptedException;
    }

    /**
     * Runs it.
     *
     * @return whether it came to its end within the budget
     * @throws InterruptedException when this thread is to stop; the phase is interrupted then
     */
    boolean run(String name, DestructiveGate gate, Duration budget, Work work) throws InterruptedException {
        Thread before = leftBehind.remove(name);
        if (before != null && before.isAlive()) {
            leftBehind.put(name, before);
            LOG.warn("a phase still runs from a cycle before and is left out: phase={}", name);
            return false;
        }
        long began = System.nanoTime();
        Thread thread = Thread.ofVirtual().name("dexaflow-phase-" + name).start(() -> guarded(name, work));
        try {
            await(thread, gate, began, budget);
        } finally {
            if (thread.isAlive()) {
                gate.shut();
                thread.interrupt();
            }
        }
        boolean ended = thread.join(GLANCE);
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        observers.took(Observer.Stage.MAINTENANCE_PHASE, name, took);
        if (took.compareTo(budget) >= 0) {
            LOG.warn("a phase overran its budget and was cut off: phase={} budget={} s", name, budget.toSeconds());
        }
        if (!ended) {
            leftBehind.put(name, thread);
        }
        return ended && took.compareTo(budget) < 0;
    }

    private static void await(Thread thread, DestructiveGate gate, long began, Duration budget)
            throws InterruptedException {
        while (gate.open() && System.nanoTime() - began < budget.toNanos()) {
            if (thread.join(GLANCE)) {
                return;
            }
        }
    }

    private static void guarded(String name, Work work) {
        try {
            work.run();
        } catch (InterruptedException cutOff) {
            LOG.debug("a phase was cut off: phase={}", name);
        } catch (StoreException e) {
            LOG.warn("a phase failed, the next cycle tries again: phase={}: {}", name, e.getMessage());
        } catch (RuntimeException | Error e) {
            LOG.error("a phase failed, the next cycle tries again: phase={}", name, e);
        }
    }
}
