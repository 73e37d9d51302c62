// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.schedule;

import java.time.Instant;

/**
 * The stretch of time whose data a run is about: from {@code start} on, up to but not including {@code end}. A run that
 * is about a moment, such as that of {@code @once}, has an interval in which both are that moment.
 *
 * @param start its first moment, which is the run's logical date
 * @param end the moment after its last one; not before {@code start}
 */
public record DataInterval(Instant start, Instant end) {

    /** {@link IllegalArgumentException} for an end before the start. */
    public DataInterval {
        if (end.isBefore(start)) {
            throw new IllegalArgumentException("a data interval ends at " + end + ", before its start at " + start);
        }
    }

    /** The interval of a run that is about a moment. */
    public static DataInterval at(Instant moment) {
        return new DataInterval(moment, moment);
    }

    /** Whether it is but a moment. */
    public boolean isMoment() {
        return start.equals(end);
    }
}
