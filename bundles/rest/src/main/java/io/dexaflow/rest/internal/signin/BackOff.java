// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.signin;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Makes guesses take time: after some failures in a row each further one doubles the wait, up to a minute. It forgets
 * after a quarter of an hour without a failure, and of too many keys the one that was not heard of for the longest time.
 */
final class BackOff {

    static final Duration LONGEST_WAIT = Duration.ofMinutes(1);
    static final int MOST_KEYS = 10_000;

    private static final Duration MEMORY = Duration.ofMinutes(15);
    private static final int MOST_DOUBLINGS = 6;

    private final int free;
    private final Map<String, Failures> failures = new LinkedHashMap<>(16, 0.75f, true) {

        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Failures> eldest) {
            return size() > MOST_KEYS;
        }
    };

    /**
     * @param free how many failures cost no wait
     */
    BackOff(int free) {
        this.free = free;
    }

    /** How long this key must still wait; zero or less for not at all. */
    synchronized Duration wait(String key, Instant now) {
        Failures known = failures.get(key);
        if (known == null || known.count() <= free) {
            return Duration.ZERO;
        }
        Duration wait = Duration.ofSeconds(1L << Math.min(known.count() - free, MOST_DOUBLINGS));
        Instant until = known.last().plus(wait.compareTo(LONGEST_WAIT) < 0 ? wait : LONGEST_WAIT);
        Duration left = Duration.between(now, until);
        // A clock that was set back must not make anybody wait longer than the longest wait.
        return left.compareTo(LONGEST_WAIT) < 0 ? left : LONGEST_WAIT;
    }

    /** Counts an attempt as failed, before it is looked at: a hundred at once are then a hundred. */
    synchronized void failed(String key, Instant now) {
        failures.merge(key, new Failures(1, now),
                (known, one) -> Duration.between(known.last(), now).compareTo(MEMORY) > 0 ? one
                        : new Failures(Math.min(known.count() + 1, free + MOST_DOUBLINGS), now));
    }

    /** Lets the wait begin only now, when the work of the check is done. */
    synchronized void begin(String key, Instant now) {
        failures.computeIfPresent(key, (same, known) -> new Failures(known.count(), now));
    }

    /** Takes back one failure that was none. */
    synchronized void takeBack(String key) {
        failures.computeIfPresent(key,
                (same, known) -> known.count() > 1 ? new Failures(known.count() - 1, known.last()) : null);
    }

    /** Forgets all failures of a key. */
    synchronized void forget(String key) {
        failures.remove(key);
    }

    private record Failures(int count, Instant last) {}
}
