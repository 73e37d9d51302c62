// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.model;

import java.time.Instant;
import java.time.ZoneId;

/**
 * When a DAG's runs are due (R62, R63), as its file says it; {@link io.dexaflow.schedule.Timetable} makes runs of it.
 *
 * @param expression five cron fields, a preset such as {@code @daily}, {@code @once}; null for manual runs only
 * @param timezone where the expression is read
 * @param startDate the earliest logical date of a scheduled run; null for none
 * @param endDate the last one, itself included; null for none
 * @param catchup whether missed slots are made up
 */
public record Schedule(String expression, ZoneId timezone, Instant startDate, Instant endDate, boolean catchup) {

    /** Manual runs only. */
    public static final Schedule MANUAL = new Schedule(null, ZoneId.of("UTC"), null, null, false);
}
