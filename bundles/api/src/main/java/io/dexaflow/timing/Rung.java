// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.timing;

import java.time.Duration;

/**
 * Two durations of which the first must be shorter than the second (R224).
 *
 * @param name a short name
 * @param lower what must be shorter
 * @param upper what must be longer
 * @param sentence why the order matters
 */
public record Rung(String name, Term lower, Term upper, String sentence) {

    /**
     * One side of a rung.
     *
     * @param name what it is, or the configuration key it comes from
     * @param value how long it is
     */
    public record Term(String name, Duration value) {}

    /** Whether the rung holds: both values positive, the lower strictly shorter. */
    public boolean holds() {
        return lower.value().isPositive() && upper.value().isPositive() && lower.value().compareTo(upper.value()) < 0;
    }
}
