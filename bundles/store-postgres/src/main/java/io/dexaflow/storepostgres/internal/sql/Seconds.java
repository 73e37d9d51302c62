// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.sql;

import java.time.Duration;

/** Durations as the statements have them: seconds, with a fraction. */
public final class Seconds {

    private static final double NANOS = 1e9;

    private Seconds() {}

    /** A duration in seconds. */
    public static double of(Duration duration) {
        return duration.toNanos() / NANOS;
    }

    /** The duration of so many seconds. */
    public static Duration toDuration(double seconds) {
        return Duration.ofNanos(Math.round(seconds * NANOS));
    }
}
