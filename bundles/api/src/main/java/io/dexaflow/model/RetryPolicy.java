// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.model;

import java.time.Duration;

/**
 * How often and when a failed task is tried again (R39, R40).
 *
 * @param retries additional tries after the first
 * @param delay the wait after a failure
 * @param exponentialBackoff whether the wait doubles with each failure
 * @param maxDelay the longest wait; null for none
 */
public record RetryPolicy(int retries, Duration delay, boolean exponentialBackoff, Duration maxDelay) {

    /** The wait where a DAG declares none: five minutes, as Airflow's. */
    public static final Duration DEFAULT_DELAY = Duration.ofSeconds(300);

    /** No retries. */
    public static final RetryPolicy NONE = new RetryPolicy(0, DEFAULT_DELAY, false, null);

    /** The longest wait of all, so that doubling never overflows: a day, as Airflow caps it. */
    private static final Duration CEILING = Duration.ofDays(1);

    /**
     * The wait after the failure of a try.
     *
     * @param failedTry the try that failed, from 1
     * @return the wait from the failure's end, never negative
     */
    public Duration delayAfter(int failedTry) {
        if (!exponentialBackoff || delay.isZero()) {
            return capped(delay);
        }
        int doublings = Math.min(Math.max(failedTry - 1, 0), 30);
        Duration ceiling = maxDelay == null ? CEILING : maxDelay;
        Duration grown = delay.multipliedBy(1L << doublings);
        return grown.compareTo(ceiling) > 0 ? ceiling : grown;
    }

    private Duration capped(Duration wait) {
        return maxDelay != null && wait.compareTo(maxDelay) > 0 ? maxDelay : wait;
    }
}
