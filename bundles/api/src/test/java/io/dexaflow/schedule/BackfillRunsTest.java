// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.model.Schedule;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The runs that a backfill asks a timetable for. */
class BackfillRunsTest {

    private static final Instant NOW = Instant.parse("2026-03-31T12:00:00Z");

    @Test
    void bothBoundsAreLogicalDatesAndOnlyCompleteIntervalsCount() {
        assertThat(dates("@daily", "UTC", "2026-03-01T00:00:00Z", "2026-03-03T00:00:00Z"))
                .containsExactly("2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z", "2026-03-03T00:00:00Z");
        assertThat(dates("@daily", "UTC", "2026-03-01T00:00:01Z", "2026-03-02T23:59:59Z"))
                .containsExactly("2026-03-02T00:00:00Z");
        assertThat(dates("@daily", "UTC", "2026-03-30T00:00:00Z", "2026-04-30T00:00:00Z"))
                .containsExactly("2026-03-30T00:00:00Z");
    }

    @Test
    void intervalsFollowTheClocksOfTheirZone() {
        assertThat(dates("0 5 * * *", "Europe/London", "2026-03-28T00:00:00Z", "2026-03-29T23:00:00Z"))
                .containsExactly("2026-03-28T05:00:00Z", "2026-03-29T04:00:00Z");
    }

    @Test
    void onceIsOneRunAndManualNone() {
        assertThat(dates("@once", "UTC", "2026-03-01T00:00:00Z", "2026-03-03T00:00:00Z"))
                .containsExactly("2026-03-01T00:00:00Z");
        assertThat(dates(null, "UTC", "2026-03-01T00:00:00Z", "2026-03-03T00:00:00Z")).isEmpty();
    }

    private static List<String> dates(String expression, String zone, String from, String to) {
        Schedule schedule =
                new Schedule(expression, ZoneId.of(zone), Instant.parse("2026-03-10T00:00:00Z"), null, false);
        return Timetable.of(schedule)
                .runsBetween(Instant.parse(from), Instant.parse(to), NOW, 100)
                .stream()
                .map(run -> run.logicalDate().toString())
                .toList();
    }
}
