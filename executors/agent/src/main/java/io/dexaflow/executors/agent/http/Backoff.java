// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.http;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Retry delays 1, 2, 4, 8, 15, 15 … units, each drawn evenly from its half to its whole (R181), without an end.
 *
 * @param unit the unit, a second
 */
public record Backoff(Duration unit) {

    private static final int[] UNITS = {1, 2, 4, 8, 15};

    /**
     * The next delay.
     *
     * @param failures how often it has failed, from 1
     * @return nanoseconds
     */
    public long nanos(int failures) {
        long whole = unit.toNanos() * UNITS[Math.min(Math.max(failures, 1), UNITS.length) - 1];
        return ThreadLocalRandom.current().nextLong(whole / 2, whole + 1);
    }
}
