// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.clock;

import io.dexaflow.store.DatabaseClock;
import io.dexaflow.store.StoreException;
import io.dexaflow.storepostgres.internal.sql.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The database's clock, read when somebody asks and the last reading is a second old; in between, and while the database
 * is away, it runs on the JVM's monotonic clock. Nobody waits long for it: a reading is made on a thread of its own, and
 * while readings fail nobody waits at all.
 */
public final class PostgresDatabaseClock implements DatabaseClock, AutoCloseable {

    private static final long FRESH_NANOS = Duration.ofSeconds(1).toNanos();
    private static final Duration PATIENCE = Duration.ofMillis(250);

    private final Database database;
    private final AtomicReference<Refresh> underWay = new AtomicReference<>();
    private volatile Reading last;
    private volatile boolean failing;
    private volatile boolean closed;

    /** @throws StoreException when the first reading fails */
    public PostgresDatabaseClock(Database database) {
        this.database = database;
        read();
    }

    @Override
    public Instant now() {
        Reading reading = last;
        if (System.nanoTime() - reading.takenAt() >= FRESH_NANOS && !closed) {
            Refresh refresh = refresh();
            if (!failing && !refresh.awaitDone()) {
                failing = true;
            }
            reading = last;
        }
        return reading.at().plusNanos(System.nanoTime() - reading.takenAt());
    }

    private Refresh refresh() {
        while (true) {
            Refresh current = underWay.get();
            if (current != null) {
                return current;
            }
            Refresh mine = new Refresh(new CountDownLatch(1));
            if (underWay.compareAndSet(null, mine)) {
                Thread.ofVirtual().name("dexaflow-clock").start(() -> run(mine));
                return mine;
            }
        }
    }

    private void run(Refresh refresh) {
        try {
            read();
            failing = false;
        } catch (StoreException away) {
            failing = true;
        } finally {
            underWay.set(null);
            refresh.done().countDown();
        }
    }

    private void read() {
        Instant at = database.one(ClockMapper.class, "read the database's clock", ClockMapper::now);
        last = new Reading(at, System.nanoTime());
    }

    /** Ends the reading that is under way, if any; the clock goes on without readings. */
    @Override
    public void close() {
        closed = true;
        Refresh current = underWay.get();
        if (current != null) {
            current.awaitDone();
        }
    }

    /**
     * The database's time at a moment of the monotonic clock. The moment is taken after the answer, so this clock is
     * never ahead of the database's.
     */
    private record Reading(Instant at, long takenAt) {}

    private record Refresh(CountDownLatch done) {

        boolean awaitDone() {
            try {
                return done.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return true;
            }
        }
    }
}
