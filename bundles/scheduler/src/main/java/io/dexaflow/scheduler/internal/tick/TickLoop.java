// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.tick;

import io.dexaflow.control.Leadership;
import io.dexaflow.control.SchedulerHealth;
import io.dexaflow.scheduler.internal.Ledgers;
import io.dexaflow.scheduler.internal.dispatch.Dispatcher;
import io.dexaflow.scheduler.internal.plan.Planner;
import io.dexaflow.store.LeadershipTerm;
import io.dexaflow.store.StoreException;
import io.dexaflow.timing.Ladder;
import io.dexaflow.trail.Observer.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ticks each second over all runs, and at once over those that somebody woke (R30, R65, design 6.29). One tick at a time;
 * wakes that come meanwhile make one more. A tick that fails is said once and followed by the next; one that hangs is cut
 * off (T108).
 */
@Component(name = "io.dexaflow.scheduler.tick", service = {TickLoop.class, SchedulerHealth.class}, immediate = true)
public final class TickLoop implements SchedulerHealth {

    private static final Logger LOG = LoggerFactory.getLogger(TickLoop.class);

    private final Leadership leadership;
    private final Ladder ladder;
    private final Ledgers ledgers;
    private final Tick tick;
    private final Offers offers;
    private final Scope scope;
    private final Set<UUID> woken = new HashSet<>();
    private volatile boolean stopping;
    private volatile Instant latestTick;
    private volatile long latestTickNanos;
    private volatile long tickStartNanos;
    private volatile boolean ticking;
    private volatile boolean storeAway;
    private Thread loop;
    private Thread watchdog;

    @Activate
    public TickLoop(@Reference(name = "ledgers") Ledgers ledgers, @Reference(name = "leadership") Leadership leadership,
            @Reference(name = "dispatcher") Dispatcher dispatcher, @Reference(name = "ladder") Ladder ladder,
            @Reference(name = "scope") Scope scope) {
        this.leadership = leadership;
        this.ladder = ladder;
        this.ledgers = ledgers;
        this.scope = scope;
        this.tick = new Tick(ledgers, new Planner(ladder), scope, this::loaded);
        this.offers = new Offers(ledgers, dispatcher, ladder);
    }

    @Activate
    void start() {
        loop = Thread.ofVirtual().name("dexaflow-tick").start(this::run);
        watchdog = Thread.ofVirtual().name("dexaflow-tick-watchdog").start(this::watch);
    }

    /** Which runs this host moves. */
    public Scope scope() {
        return scope;
    }

    /** Asks for a tick over these runs at once. */
    public void wake(Collection<UUID> runs) {
        synchronized (woken) {
            woken.addAll(runs);
        }
        LockSupport.unpark(loop);
    }

    @Override
    public boolean healthy() {
        if (leadership.current().isEmpty()) {
            return !storeAway;
        }
        Duration bound = ladder.tickInterval().multipliedBy(3).plusSeconds(1);
        return latestTick == null ? !storeAway : System.nanoTime() - latestTickNanos <= bound.toNanos();
    }

    @Override
    public Optional<Instant> latestTick() {
        return Optional.ofNullable(latestTick);
    }

    @Deactivate
    void stop() throws InterruptedException {
        stopping = true;
        loop.interrupt();
        watchdog.interrupt();
        loop.join(Duration.ofSeconds(5));
        watchdog.join(Duration.ofSeconds(5));
    }

    private void loaded(Instant now) {
        latestTick = now;
        latestTickNanos = System.nanoTime();
    }

    private void run() {
        long interval = ladder.tickInterval().toNanos();
        long nextFull = System.nanoTime();
        while (!stopping) {
            Set<UUID> runs = takeWoken();
            boolean full = System.nanoTime() - nextFull >= 0;
            if (full) {
                nextFull = System.nanoTime() + interval;
            }
            if (full || !runs.isEmpty()) {
                guarded(full ? scope.all() : scope.of(runs), full);
            } else {
                LockSupport.parkNanos(this, nextFull - System.nanoTime());
                // A watchdog that came too late must not cut off the next tick.
                Thread.interrupted();
            }
        }
    }

    private Set<UUID> takeWoken() {
        synchronized (woken) {
            Set<UUID> taken = Set.copyOf(woken);
            woken.clear();
            return taken;
        }
    }

    private void guarded(Set<UUID> only, boolean full) {
        LeadershipTerm term = leadership.current().orElse(null);
        if (term == null || only != null && only.isEmpty()) {
            return;
        }
        tickStartNanos = System.nanoTime();
        ticking = true;
        try {
            if (full) {
                scope.makeDue(term.term());
            }
            once(only, term.term());
            if (storeAway) {
                storeAway = false;
                LOG.info("the database answers again, runs go on");
            }
        } catch (StoreException e) {
            if (!storeAway) {
                LOG.warn("a tick failed, the next one tries again: {}", e.getMessage());
            }
            storeAway = true;
        } catch (RuntimeException | Error e) {
            LOG.error("a tick failed, the next one tries again", e);
        } finally {
            ticking = false;
            Thread.interrupted();
        }
    }

    private void once(Set<UUID> only, long term) {
        long began = System.nanoTime();
        Set<UUID> again = tick.run(only, term);
        offers.make(scope.all(), term);
        ledgers.chronicle().took(Stage.TICK, "", began);
        if (!again.isEmpty()) {
            wake(again);
        }
    }

    /** Cuts off a tick that hangs in a query: its thread is interrupted, which ends its connection (R30). */
    private void watch() {
        long bound = ladder.tickTimeout().toNanos();
        while (!stopping) {
            LockSupport.parkNanos(ladder.tickInterval().toNanos());
            if (ticking && System.nanoTime() - tickStartNanos > bound) {
                LOG.warn("a tick hangs and is cut off after {} s", ladder.tickTimeout().toSeconds());
                tickStartNanos = System.nanoTime();
                loop.interrupt();
            }
        }
    }
}
