// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.schedule;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * The five fields of a cron expression, and which readings of a clock on the wall they match. What becomes of a reading
 * that a zone's clocks skip or show twice is not known here.
 */
record CronFields(CronField minute, CronField hour, CronField dayOfMonth, CronField month, CronField dayOfWeek) {

    private static final List<String> MONTHS = List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep",
            "oct", "nov", "dec");
    private static final List<String> DAYS = List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat");

    private static final CronField.Kind MINUTE = new CronField.Kind("minute", 0, 59, List.of());
    private static final CronField.Kind HOUR = new CronField.Kind("hour", 0, 23, List.of());
    private static final CronField.Kind DAY_OF_MONTH = new CronField.Kind("day of month", 1, 31, List.of());
    private static final CronField.Kind MONTH = new CronField.Kind("month", 1, 12, MONTHS);
    private static final CronField.Kind DAY_OF_WEEK = new CronField.Kind("day of week", 0, 7, DAYS);

    private static final int DAYS_OF_WEEK = 7;

    private static final int[] LONGEST_MONTH = {0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    static CronFields parse(String expression) {
        String[] parts = expression.strip().split("\\s+");
        if (parts.length != 5) {
            throw new ScheduleException(
                    "\"" + expression + "\" has " + parts.length + (parts.length == 1 ? " field" : " fields")
                            + "; a schedule has five: minute, hour, day of month, month, day of week"
                            + (parts.length == 6 ? " (no seconds, no year)" : ""));
        }
        CronFields fields = new CronFields(CronField.parse(MINUTE, parts[0]), CronField.parse(HOUR, parts[1]),
                CronField.parse(DAY_OF_MONTH, parts[2]), CronField.parse(MONTH, parts[3]),
                CronField.parse(DAY_OF_WEEK, parts[4]));
        if (!fields.canMatch()) {
            throw new ScheduleException("\"" + expression + "\" never matches: none of its months has such a day");
        }
        return fields;
    }

    /** A day of the week comes in each month, and one that is not asked for excludes nothing. */
    private boolean canMatch() {
        if (dayOfMonth.isUnrestricted() || !dayOfWeek.isUnrestricted()) {
            return true;
        }
        for (int each = month.first(); each != CronField.NONE; each = month.atOrAfter(each + 1)) {
            if (dayOfMonth.first() <= LONGEST_MONTH[each]) {
                return true;
            }
        }
        return false;
    }

    /** The first matching reading from this one on, which is at most eight years away: 29 February skips 2100. */
    LocalDateTime atOrAfter(LocalDateTime reading) {
        LocalDateTime minutes = reading.truncatedTo(ChronoUnit.MINUTES);
        LocalDateTime from = minutes.isBefore(reading) ? minutes.plusMinutes(1) : minutes;
        LocalDate date = from.toLocalDate();
        return Optional.of(date)
                .filter(this::matches)
                .flatMap(day -> timeAtOrAfter(from.toLocalTime()).map(day::atTime))
                .orElseGet(() -> dateAtOrAfter(date.plusDays(1)).atTime(hour.first(), minute.first()));
    }

    /** The last matching reading up to this one. */
    LocalDateTime atOrBefore(LocalDateTime reading) {
        LocalDate date = reading.toLocalDate();
        return Optional.of(date)
                .filter(this::matches)
                .flatMap(day -> timeAtOrBefore(reading.toLocalTime()).map(day::atTime))
                .orElseGet(() -> dateAtOrBefore(date.minusDays(1)).atTime(hour.last(), minute.last()));
    }

    /** Where both days are restricted, either of them is enough. */
    private boolean matches(LocalDate date) {
        if (!month.matches(date.getMonthValue())) {
            return false;
        }
        boolean byMonth = dayOfMonth.matches(date.getDayOfMonth());
        boolean byWeek = dayOfWeek.matches(date.getDayOfWeek().getValue() % DAYS_OF_WEEK);
        return dayOfMonth.isUnrestricted() || dayOfWeek.isUnrestricted() ? byMonth && byWeek : byMonth || byWeek;
    }

    private Optional<LocalTime> timeAtOrAfter(LocalTime time) {
        int sameHour = hour.matches(time.getHour()) ? minute.atOrAfter(time.getMinute()) : CronField.NONE;
        if (sameHour != CronField.NONE) {
            return Optional.of(LocalTime.of(time.getHour(), sameHour));
        }
        int later = hour.atOrAfter(time.getHour() + 1);
        return later == CronField.NONE ? Optional.empty() : Optional.of(LocalTime.of(later, minute.first()));
    }

    private Optional<LocalTime> timeAtOrBefore(LocalTime time) {
        int sameHour = hour.matches(time.getHour()) ? minute.atOrBefore(time.getMinute()) : CronField.NONE;
        if (sameHour != CronField.NONE) {
            return Optional.of(LocalTime.of(time.getHour(), sameHour));
        }
        int earlier = hour.atOrBefore(time.getHour() - 1);
        return earlier == CronField.NONE ? Optional.empty() : Optional.of(LocalTime.of(earlier, minute.last()));
    }

    private LocalDate dateAtOrAfter(LocalDate from) {
        LocalDate date = from;
        while (!matches(date)) {
            boolean inMonth = month.matches(date.getMonthValue());
            date = inMonth ? date.plusDays(1) : date.withDayOfMonth(1).plusMonths(1);
        }
        return date;
    }

    private LocalDate dateAtOrBefore(LocalDate from) {
        LocalDate date = from;
        while (!matches(date)) {
            boolean inMonth = month.matches(date.getMonthValue());
            date = inMonth ? date.minusDays(1) : date.withDayOfMonth(1).minusDays(1);
        }
        return date;
    }
}
