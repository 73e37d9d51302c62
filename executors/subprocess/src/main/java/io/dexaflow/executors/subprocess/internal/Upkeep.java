// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.subprocess.internal;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after the agents of this home, in one thread: those that are there and are not heard of get a new token now and
 * then, what dead ones left is removed. Owns its waiting, on the monotonic clock. A round that fails is said once and the
 * next one comes all the same.
 */
final class Upkeep implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);
    private static final Duration ROUND = Duration.ofSeconds(5);
    private static final Duration SWEEP = Duration.ofMinutes(20);

    private final Workers workers;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread thread;
    private boolean failing;

    Upkeep(Workers workers) {
        this.workers = workers;
        this.thread = Thread.ofVirtual().name("agents-upkeep").unstarted(this);
    }

    void start() {
        thread.start();
    }

    /** Ends it, and returns when it has. */
    void stop() throws InterruptedException {
        stopped.countDown();
        thread.join();
    }

    @Override
    public void run() {
        long swept = System.nanoTime() - SWEEP.toNanos();
        try {
            do {
                if (System.nanoTime() - swept >= SWEEP.toNanos()) {
                    guarded(workers::sweep);
                    swept = System.nanoTime();
                }
                guarded(workers::renewSilent);
            } while (!stopped.await(ROUND.toNanos(), TimeUnit.NANOSECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void guarded(Work work) {
        try {
            work.run();
            failing = false;
        } catch (Exception e) {
            if (!failing) {
                failing = true;
                LOG.warn("agents' files cannot be looked after; an agent whose token lapses ends: {}", e.toString());
            }
        }
    }

    private interface Work {
        void run() throws Exception;
    }
}
