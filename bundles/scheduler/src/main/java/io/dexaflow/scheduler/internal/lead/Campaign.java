// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.lead;

import io.dexaflow.control.Leadership;
import io.dexaflow.scheduler.internal.trail.Observers;
import io.dexaflow.store.LeaderLock;
import io.dexaflow.store.LeadershipTerm;
import io.dexaflow.store.StoreException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Campaigns for the leadership, watches it, and steps down (spec 2.9). While the database cannot be asked the leadership
 * is kept for three checks, then given up; a lock that is not held ends it at once.
 */
@Component(name = "io.dexaflow.scheduler.campaign", service = Leadership.class, immediate = true)
public final class Campaign implements Leadership {

    private static final Logger LOG = LoggerFactory.getLogger(Campaign.class);
    private static final Duration POLL = Duration.ofSeconds(5);
    private static final int TOLERATED_FAILURES = 3;

    private final LeaderLock lock;
    private final Observers observers;
    private final Duration poll;
    private final AtomicReference<LeadershipTerm> current = new AtomicReference<>();
    private volatile Thread thread;
    private boolean saidAway;
    private long provedNanos;

    @Activate
    public Campaign(@Reference(name = "leader-lock") LeaderLock lock,
            @Reference(name = "observers") Observers observers) {
        this(lock, observers, POLL);
    }

    /** Visible to tests, which cannot wait so long. */
    Campaign(LeaderLock lock, Observers observers, Duration poll) {
        this.lock = lock;
        this.observers = observers;
        this.poll = poll;
    }

    @Activate
    void start() {
        thread = Thread.ofVirtual().name("dexaflow-campaign").start(this::run);
    }

    @Override
    public Optional<LeadershipTerm> current() {
        return Optional.ofNullable(current.get());
    }

    @Deactivate
    void stop() throws InterruptedException {
        if (current.getAndSet(null) != null) {
            observers.steppedDown("shutdown");
        }
        thread.interrupt();
        thread.join(Duration.ofSeconds(5));
        lock.close();
    }

    private void run() {
        int failures = 0;
        while (!Thread.currentThread().isInterrupted()) {
            try {
                failures = current.get() == null ? campaign() : watch(failures);
            } catch (RuntimeException | Error e) {
                LOG.error("the campaign for the leadership failed and goes on", e);
            }
            LockSupport.parkNanos(poll.toNanos());
        }
    }

    private int campaign() {
        try {
            lock.tryAcquire().ifPresent(term -> {
                provedNanos = System.nanoTime();
                current.set(term);
                LOG.info("this host leads: term={} since={}", term.term(), term.since());
            });
            if (saidAway) {
                LOG.info("the database answers again");
                saidAway = false;
            }
        } catch (StoreException e) {
            if (!saidAway) {
                LOG.warn("cannot campaign for the leadership: {}", e.getMessage());
                saidAway = true;
            }
        }
        return 0;
    }

    private int watch(int failures) {
        try {
            long asked = System.nanoTime();
            if (lock.stillHeld()) {
                provedNanos = asked;
                return 0;
            }
            stepDown("lock_released");
        } catch (StoreException e) {
            if (failures + 1 < TOLERATED_FAILURES && !overdue()) {
                LOG.warn("the leadership cannot be proved: check={} of {}: {}", failures + 1, TOLERATED_FAILURES,
                        e.getMessage());
                return failures + 1;
            }
            stepDown("check_timeout");
        }
        return 0;
    }

    /** Checks that take long to fail must not add to the time in which nobody knows who leads (design 4). */
    private boolean overdue() {
        return System.nanoTime() - provedNanos >= poll.multipliedBy(TOLERATED_FAILURES).toNanos();
    }

    private void stepDown(String reason) {
        LeadershipTerm ended = current.getAndSet(null);
        if (ended == null) {
            return;
        }
        lock.close();
        LOG.warn("this host stepped down: term={} reason={}", ended.term(), reason);
        observers.steppedDown(reason);
    }
}
