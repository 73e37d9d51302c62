// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.callback;

import io.dexaflow.control.Leadership;
import io.dexaflow.scheduler.internal.tick.TickLoop;
import io.dexaflow.store.CallbackLedger.DueCallback;
import io.dexaflow.store.LeadershipTerm;
import io.dexaflow.store.StoreException;
import io.dexaflow.timing.Ladder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls whoever asked to be called about a failure (R53, R54): looks each second, while this host leads, for what is due, and
 * makes at most {@value #MOST_IN_FLIGHT} calls at once. While the database is away it waits; what was called and could not be
 * written down is tried again until the next attempt would be due.
 */
@Component(name = "io.dexaflow.scheduler.callbacks", service = CallbackLoop.class, immediate = true)
public final class CallbackLoop {

    /** R54. */
    static final int MOST_IN_FLIGHT = 8;
    /** R54. */
    static final int MOST_ATTEMPTS = 5;
    /** R54, from the beginning of one attempt to the next. */
    static final Duration PAUSE = Duration.ofMinutes(2);

    private static final Logger LOG = LoggerFactory.getLogger(CallbackLoop.class);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Outbox outbox;
    private final Function<DueCallback, Answer> calls;
    private final Leadership leadership;
    private final Duration interval;
    private final Supplier<Set<UUID>> scope;
    private final Map<UUID, Thread> inFlight = new ConcurrentHashMap<>();
    private volatile boolean stopping;
    private volatile boolean storeAway;
    private Thread loop;

    @Activate
    public CallbackLoop(@Reference(name = "outbox") Outbox outbox, @Reference(name = "calls") Calls calls,
            @Reference(name = "leadership") Leadership leadership, @Reference(name = "ladder") Ladder ladder,
            @Reference(name = "tick") TickLoop ticks) {
        this(outbox, calls::make, leadership, ladder.tickInterval(), () -> ticks.scope().all());
    }

    /** With a scope of one's own: the runs that this host may call about; null for all of them. */
    CallbackLoop(Outbox outbox, Function<DueCallback, Answer> calls, Leadership leadership, Duration interval,
            Supplier<Set<UUID>> scope) {
        this.outbox = outbox;
        this.calls = calls;
        this.leadership = leadership;
        this.interval = interval;
        this.scope = scope;
    }

    @Activate
    void start() {
        loop = Thread.ofVirtual().name("dexaflow-callbacks").start(this::run);
    }

    /** A host for one run stops the moment that run has failed: what it owes is taken before. Calls may come to their end. */
    @Deactivate
    void stop() throws InterruptedException {
        stopping = true;
        loop.interrupt();
        loop.join(PATIENCE);
        if (scope.get() != null) {
            pass();
        }
        long end = System.nanoTime() + PATIENCE.toNanos();
        for (Thread call : List.copyOf(inFlight.values())) {
            call.join(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
        }
        for (Thread call : List.copyOf(inFlight.values())) {
            call.interrupt();
            call.join(Duration.ofSeconds(1));
        }
    }

    private void run() {
        while (!stopping) {
            pass();
            LockSupport.parkNanos(this, interval.toNanos());
            // Whoever wakes this thread early means it to look again, or to stop.
            Thread.interrupted();
        }
    }

    private void pass() {
        try {
            LeadershipTerm term = leadership.current().orElse(null);
            Set<UUID> only = scope.get();
            int room = MOST_IN_FLIGHT - inFlight.size();
            if (term == null || room <= 0 || only != null && only.isEmpty()) {
                return;
            }
            outbox.take(room, only, term.term()).forEach(this::begin);
            if (storeAway) {
                storeAway = false;
                LOG.info("the database answers again, callbacks go on");
            }
        } catch (StoreException e) {
            if (!storeAway && !stopping) {
                storeAway = true;
                LOG.warn("callbacks cannot be looked up, they wait: {}", e.getMessage());
            }
        } catch (RuntimeException | Error e) {
            LOG.error("callbacks cannot be looked up, the next look tries again", e);
        }
    }

    private void begin(DueCallback due) {
        Thread call = Thread.ofVirtual().name("dexaflow-callback-" + due.id()).unstarted(() -> call(due));
        inFlight.put(due.id(), call);
        call.start();
    }

    private void call(DueCallback due) {
        try {
            conclude(due, answer(due));
        } catch (RuntimeException | Error e) {
            LOG.error("a callback failed inside, it is tried again: callback={} dag={} run={}", due.id(),
                    due.run().dagId(), due.run().runId(), e);
        } finally {
            inFlight.remove(due.id());
            LockSupport.unpark(loop);
        }
    }

    /** A host that died over the last attempt cannot have written how it went. */
    private Answer answer(DueCallback due) {
        return due.attempt() > MOST_ATTEMPTS
                ? Answer.refused("nothing was heard of the last attempt, which began two minutes ago")
                : calls.apply(due);
    }

    /** What was delivered must be stamped, lest it is delivered again: a database that is away for a moment is waited for. */
    private void conclude(DueCallback due, Answer answer) {
        long end = System.nanoTime() + PAUSE.toNanos();
        while (true) {
            try {
                outbox.conclude(due, answer);
                return;
            } catch (StoreException e) {
                if (stopping || !e.mayPass() || System.nanoTime() >= end) {
                    LOG.warn("what became of a callback could not be written: callback={} dag={} run={} outcome={}: {}",
                            due.id(), due.run().dagId(), due.run().runId(), answer.outcome(), e.getMessage());
                    return;
                }
                LockSupport.parkNanos(this, interval.toNanos());
            }
        }
    }
}
