// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.check;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.TemporalAccessor;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.util.Optional;

/** Reads the times of a DAG file. */
public final class Times {

    private static final DateTimeFormatter FORMAT =
            new DateTimeFormatterBuilder().append(DateTimeFormatter.ISO_LOCAL_DATE)
                    .optionalStart()
                    .appendPattern("['T'][' ']")
                    .append(DateTimeFormatter.ISO_LOCAL_TIME)
                    .optionalStart()
                    .appendOffsetId()
                    .optionalEnd()
                    .optionalEnd()
                    .toFormatter()
                    .withResolverStyle(ResolverStyle.STRICT);

    private Times() {}

    /**
     * An instant: with an offset, or a date with or without a time in the DAG's time zone; empty when it is none, or
     * outside the years 1 to 9999.
     */
    public static Optional<Instant> instant(String text, ZoneId zone) {
        try {
            TemporalAccessor read = FORMAT.parseBest(text.strip(), OffsetDateTime::from, LocalDateTime::from,
                    LocalDate::from);
            Instant instant = switch (read) {
                case OffsetDateTime time -> time.toInstant();
                case LocalDateTime time -> time.atZone(zone).toInstant();
                case LocalDate date -> date.atStartOfDay(zone).toInstant();
                default -> throw new DateTimeException("neither a date nor a time");
            };
            int year = instant.atOffset(ZoneOffset.UTC).getYear();
            return year >= 1 && year <= 9999 ? Optional.of(instant) : Optional.empty();
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** The zone that bears a name; empty when there is none. */
    public static Optional<ZoneId> zone(String name) {
        try {
            return Optional.of(ZoneId.of(name));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
