// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.view;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;

/** Times and durations as Airflow's API writes them. */
final class Times {

    private static final int MICROS_PER_SECOND = 1_000_000;

    private Times() {}

    /** A time; null where there is none. */
    static void put(ObjectNode json, String field, Instant time) {
        json.put(field, time == null ? null : time.toString());
    }

    /** Seconds from one time to another; null while either is missing. */
    static void putSeconds(ObjectNode json, String field, Instant from, Instant to) {
        if (from == null || to == null) {
            json.putNull(field);
        } else {
            json.put(field, BigDecimal.valueOf(Duration.between(from, to).toNanos() / 1000, 6));
        }
    }

    /** {@code TimeDelta}; null for none. */
    static void putDelta(ObjectNode json, String field, Duration duration) {
        if (duration == null) {
            json.putNull(field);
            return;
        }
        json.putObject(field)
                .put("__type", "TimeDelta")
                .put("days", duration.toDays())
                .put("seconds", duration.minusDays(duration.toDays()).toSeconds())
                .put("microseconds", duration.getNano() / 1000 % MICROS_PER_SECOND);
    }
}
