// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher;

import java.time.Duration;
import java.time.Instant;

/** The only class of the launcher that reads a clock or sleeps. */
public final class Clocks {

    private Clocks() {}

    /** Now, for people to read; nothing is decided by it. */
    public static Instant wallTime() {
        return Instant.now();
    }

    /** A monotonic reading; only differences mean something. */
    public static Duration monotonic() {
        return Duration.ofNanos(System.nanoTime());
    }

    /** How long ago the reading was taken. */
    public static Duration since(Duration reading) {
        return monotonic().minus(reading);
    }

    /** Waits; an interrupt ends the wait and keeps its flag. */
    public static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
