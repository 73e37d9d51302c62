// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronExpressionTest {

    @ParameterizedTest
    @ValueSource(strings = {"* * * * *", "30 2 * * *", "*/30 * * * *", "0 9 * * 1-5", "0 0 * * 7", "0 0 15 * 5",
            "0 0 29 2 *", "0 0 31 1,2 *", "0 0 30 2 1", "0 0 31 4 MON", "0 0 1-31/2 * *", "5/10 * * * *",
            "0,15,30 8-18 * * *",
            "0 0 * JAN-mar sun,Sat", "0 0 31 */2 *", "59 23 31 12 6", "0 0 */10 2 *", "* * 31 2 */2"})
    void validExpressionsAreAccepted(String expression) {
        assertThatCode(() -> CronExpression.parse(expression)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"0 0 31 2 *;never matches", "0 0 30,31 FEB *;never matches",
            "0 0 31 2 0-6;never matches", "0 0 31 2 1-7;never matches",
            "0 0 31 4 *;never matches", "0 0 31 4,6,9,11 *;never matches", "60 * * * *;not between 0 and 59",
            "* 24 * * *;not between 0 and 23", "* * 0 * *;not between 1 and 31", "* * 32 * *;not between 1 and 31",
            "* * * 13 *;not between 1 and 12", "* * * 0 *;not between 1 and 12", "* * * * 8;not between 0 and 7",
            "* * * foo *;'\"foo\" is not known'", "* * * * L;is none of", "* * ? * *;is none of",
            "* * 15W * *;is none of",
            "* * * * 5#3;is none of", "*/0 * * * *;the step must be", "*/60 * * * *;the step must be",
            "30-10 * * * *;runs backwards", ", * * * *;is none of", "1,,2 * * * *;is none of", "-1 * * * *;is none of",
            "1-2-3 * * * *;is none of", "99999 * * * *;is none of", "* * * *;has 4 fields", "hello;has 1 field;",
            "0 0 0 * * *;has 6 fields"})
    void otherExpressionsAreRefusedWithWords(String expression, String words) {
        assertThatThrownBy(() -> CronExpression.parse(expression)).isInstanceOf(ScheduleException.class)
                .hasMessageContaining(words);
    }

    @ParameterizedTest(name = "{0}: {1} → {2}")
    @CsvSource({
            "'* * * * *',         2026-01-01T00:00:00Z,   2026-01-01T00:01:00Z",
            "'* * * * *',         2026-01-01T00:00:00.5Z, 2026-01-01T00:01:00Z",
            "'* * * * *',         2025-12-31T23:59:59.999999999Z, 2026-01-01T00:00:00Z",
            "'5/20 * * * *',      2026-01-01T00:25:00Z,   2026-01-01T00:45:00Z",
            "'0 22 31 * *',       2026-01-31T22:00:00Z,   2026-03-31T22:00:00Z",
            "'0 0 1-31/2 * *',    2026-01-31T00:00:00Z,   2026-02-01T00:00:00Z",
            "'0 0 * * sat,mon',   2026-01-01T00:00:00Z,   2026-01-03T00:00:00Z",
            "'0 0 1 1 *',         2026-01-01T00:00:00Z,   2027-01-01T00:00:00Z",
            "'0 0 29 2 *',        2096-02-29T00:00:00Z,   2104-02-29T00:00:00Z",
            "'0 0 30 2 1',        2026-02-23T00:00:00Z,   2027-02-01T00:00:00Z",
            "'0 0 1-31 * 5',      2026-01-01T00:00:00Z,   2026-01-02T00:00:00Z",
            "'0 0 13 * 0-6',      2026-01-01T00:00:00Z,   2026-01-13T00:00:00Z",
            "'59 23 31 12 *',     1969-06-01T00:00:00Z,   1969-12-31T23:59:00Z"})
    void nextIsTheFirstSlotAfter(String expression, Instant after, Instant next) {
        assertThat(CronExpression.parse(expression).next(after, ZoneOffset.UTC)).isEqualTo(next);
    }

    @ParameterizedTest(name = "{0}: {2} ← {1}")
    @CsvSource({
            "'* * * * *',      2026-01-01T00:00:00Z,   2025-12-31T23:59:00Z",
            "'* * * * *',      2026-01-01T00:00:00.5Z, 2026-01-01T00:00:00Z",
            "'0 22 31 * *',    2026-03-31T22:00:00Z,   2026-01-31T22:00:00Z",
            "'0 0 29 2 *',     2104-02-29T00:00:00Z,   2096-02-29T00:00:00Z",
            "'10-50/20 6 * * *', 2026-01-02T06:00:00Z, 2026-01-01T06:50:00Z"})
    void previousIsTheLastSlotBefore(String expression, Instant before, Instant previous) {
        assertThat(CronExpression.parse(expression).previous(before, ZoneOffset.UTC)).isEqualTo(previous);
    }

    @ParameterizedTest(name = "{3}: {0} in {1} on {2}")
    @CsvSource({
            "'0 */2 * * *',    America/New_York,    2026-03-08T06:00:00Z, a skipped reading moves on, 2026-03-08T07:00:00Z",
            "'30 2,3 * * *',   America/New_York,    2026-03-08T06:00:00Z, two readings become one,    2026-03-08T07:30:00Z",
            "'30 2,3 * * *',   America/New_York,    2026-03-08T07:30:00Z, one that comes once only,   2026-03-09T06:30:00Z",
            "'15,40 2 * * *',  Australia/Lord_Howe, 2026-10-03T15:00:00Z, half an hour skipped,       2026-10-03T15:40:00Z",
            "'30 * * * *',     America/New_York,    2026-11-01T05:30:00Z, every hour: both passes,    2026-11-01T06:30:00Z",
            "'30 0-23 * * *',  America/New_York,    2026-11-01T05:30:00Z, every hour in other words,  2026-11-01T06:30:00Z",
            "'30 1 * * *',     America/New_York,    2026-11-01T05:45:00Z, between the two passes,     2026-11-01T06:30:00Z",
            "'0 0 * * *',      America/Sao_Paulo,   2017-10-14T12:00:00Z, a day without a midnight,   2017-10-15T03:00:00Z",
            "'0 9 30 12 *',    Pacific/Apia,        2011-12-29T00:00:00Z, a day that was skipped,     2011-12-30T19:00:00Z"})
    void readingsThatTheClocksSkipOrRepeatAreMetOnce(String expression, String zone, Instant after, String note,
            Instant next) {
        assertThat(CronExpression.parse(expression).next(after, ZoneId.of(zone))).isEqualTo(next);
    }

    /** 1200 years of minutes would be too many to step through. Of 299 fourth years, eight have no such day. */
    @Test
    void rareSlotsAreFoundOverManyChangesOfTheOffset() {
        CronExpression cron = CronExpression.parse("30 1 29 2 *");
        ZoneId zone = ZoneId.of("America/New_York");
        long slots = Stream.iterate(Instant.parse("1800-03-01T00:00:00Z"), slot -> cron.next(slot, zone))
                .skip(1)
                .takeWhile(Instant.parse("3000-01-01T00:00:00Z")::isAfter)
                .count();
        assertThat(slots).isEqualTo(299 - 8);
    }

    @Test
    void expressionsWithTheSameSlotsAreEqualAndKeepTheirText() {
        CronExpression number = CronExpression.parse("0 0 * * 7");
        assertThat(number).isEqualTo(CronExpression.parse("0  0 1-31 * Sun"))
                .hasSameHashCodeAs(CronExpression.parse("0  0 1-31 * Sun"))
                .isNotEqualTo(CronExpression.parse("0 0 * * 6"))
                .hasToString("0 0 * * 7");
    }
}
