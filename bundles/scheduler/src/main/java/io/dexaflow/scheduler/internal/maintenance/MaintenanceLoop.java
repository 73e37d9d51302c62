// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.maintenance;

import io.dexaflow.control.Leadership;
import io.dexaflow.control.Maintenance;
import io.dexaflow.control.RequestException;
import io.dexaflow.control.RequestException.Kind;
import io.dexaflow.reaper.MaintenancePhase;
import io.dexaflow.scheduler.internal.trail.Observers;
import io.dexaflow.store.LeadershipTerm;
import io.dexaflow.timing.Ladder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The leader's cycle (R73 to R75): every thirty seconds the phases that bundles contribute, then the reapers, each phase
 * within its own budget. A cycle that takes longer swallows the ticks it missed. One cycle at a time.
 */
@Component(name = "io.dexaflow.scheduler.maintenance", service = Maintenance.class, immediate = true)
public final class MaintenanceLoop implements Maintenance {

    private static final Logger LOG = LoggerFactory.getLogger(MaintenanceLoop.class);

    private final Leadership leadership;
    private final Ladder ladder;
    private final Phases phases;
    private final ReapPhase reap;
    private final PhaseRunner runner;
    private final ReentrantLock cycling = new ReentrantLock();
    private volatile boolean stopping;
    private Thread loop;

    @Activate
    public MaintenanceLoop(@Reference(name = "leadership") Leadership leadership,
            @Reference(name = "ladder") Ladder ladder,
            @Reference(name = "phases") Phases phases, @Reference(name = "reap-phase") ReapPhase reap,
            @Reference(name = "observers") Observers observers) {
        this.leadership = leadership;
        this.ladder = ladder;
        this.phases = phases;
        this.reap = reap;
        this.runner = new PhaseRunner(observers);
    }

    @Activate
    void start() {
        loop = Thread.ofVirtual().name("dexaflow-maintenance").start(this::run);
    }

    @Deactivate
    void stop() throws InterruptedException {
        stopping = true;
        loop.interrupt();
        loop.join(Duration.ofSeconds(5));
    }

    @Override
    public List<ReaperStatus> reapers() {
        return reap.reapers().statuses();
    }

    @Override
    public List<String> cycle() {
        LeadershipTerm term = leadership.current()
                .orElseThrow(() -> new RequestException(Kind.UNAVAILABLE,
                        "this host does not lead, and only the leader has a maintenance cycle"));
        try {
            return cycle(term);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RequestException(Kind.UNAVAILABLE, "the cycle was cut off");
        }
    }

    private void run() {
        long interval = ladder.maintenanceInterval().toNanos();
        long next = System.nanoTime() + interval;
        while (!stopping) {
            for (long left = next - System.nanoTime(); left > 0 && !stopping; left = next - System.nanoTime()) {
                LockSupport.parkNanos(this, left);
                // Whoever wakes this thread early means it to stop, or nothing at all.
                Thread.interrupted();
            }
            next = Math.max(next + interval, System.nanoTime());
            LeadershipTerm term = leadership.current().orElse(null);
            if (term != null && !stopping) {
                timed(term);
            }
        }
    }

    private void timed(LeadershipTerm term) {
        try {
            cycle(term);
        } catch (InterruptedException stopped) {
            LOG.debug("a maintenance cycle was cut off");
        } catch (RuntimeException | Error e) {
            LOG.error("a maintenance cycle failed, the next one tries again", e);
        }
    }

    private List<String> cycle(LeadershipTerm term) throws InterruptedException {
        cycling.lockInterruptibly();
        try {
            Duration budget = ladder.maintenanceInterval();
            List<String> lines = new ArrayList<>();
            for (MaintenancePhase phase : phases.inOrder()) {
                boolean done =
                        runner.run(phase.name(), new DestructiveGate(leadership, term), budget, () -> phase.run(term));
                lines.add(phase.name() + ": " + (done ? "done" : "not done within its budget"));
            }
            List<String> reaped = new ArrayList<>();
            DestructiveGate gate = new DestructiveGate(leadership, term);
            boolean done = runner.run("reap", gate, budget, () -> {
                List<String> said = reap.run(gate);
                synchronized (reaped) {
                    reaped.addAll(said);
                }
            });
            synchronized (reaped) {
                lines.addAll(reaped);
            }
            if (!done) {
                lines.add("reap: not done within its budget");
            }
            return lines;
        } finally {
            cycling.unlock();
        }
    }
}
