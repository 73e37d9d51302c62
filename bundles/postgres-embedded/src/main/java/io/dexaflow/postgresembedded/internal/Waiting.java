// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits on the monotonic clock; the only place of this bundle that owns time. */
final class Waiting {

    private static final Duration EAGER = Duration.ofMillis(5);
    private static final Duration PATIENT = Duration.ofMillis(50);
    private static final Duration EAGER_FOR = Duration.ofSeconds(1);

    private final long began = System.nanoTime();

    /** How long this wait has lasted. */
    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - began);
    }

    boolean longerThan(Duration limit) {
        return elapsed().compareTo(limit) > 0;
    }

    /** A short pause between two looks: eager in the first second, then less so. */
    void betweenLooks() throws InterruptedException {
        pause(longerThan(EAGER_FOR) ? PATIENT : EAGER);
    }

    static void pause(Duration pause) throws InterruptedException {
        Thread.sleep(pause);
    }

    /** Waits until the condition holds; false when it did not within the limit. */
    static boolean until(Duration limit, BooleanSupplier condition) throws InterruptedException {
        Waiting waiting = new Waiting();
        while (!condition.getAsBoolean()) {
            if (waiting.longerThan(limit)) {
                return false;
            }
            waiting.betweenLooks();
        }
        return true;
    }
}
