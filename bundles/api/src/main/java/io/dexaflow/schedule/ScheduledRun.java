// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.schedule;

import io.dexaflow.model.RunType;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.util.Objects;

/**
 * A run as a timetable asks for it.
 *
 * @param dataInterval what it is about
 * @param runAfter the moment from which on it may run: the end of its interval, as its data is complete then
 */
public record ScheduledRun(DataInterval dataInterval, Instant runAfter) {

    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssxxx");
    private static final DateTimeFormatter MICROSECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSxxx");

    /** Neither may be null. */
    public ScheduledRun {
        Objects.requireNonNull(dataInterval, "dataInterval");
        Objects.requireNonNull(runAfter, "runAfter");
    }

    /** The run of an interval, due when the interval is over. */
    static ScheduledRun of(DataInterval interval) {
        return new ScheduledRun(interval, interval.end());
    }

    /** The date that names the run: the start of its interval, as Airflow has it. One run of a DAG bears it (R64). */
    public Instant logicalDate() {
        return dataInterval.start();
    }

    /**
     * The run id that Airflow gives: the type, and the logical date in UTC as Python writes it, so without a fraction
     * where there is none: {@code scheduled__2026-01-01T00:00:00+00:00} (R3).
     *
     * @param type scheduled, or backfill for a run that a backfill asked for
     */
    public String dagRunId(RunType type) {
        DateTimeFormatter format = logicalDate().get(ChronoField.MICRO_OF_SECOND) == 0 ? SECONDS : MICROSECONDS;
        return type.wireName() + "__" + format.format(logicalDate().atOffset(ZoneOffset.UTC));
    }
}
