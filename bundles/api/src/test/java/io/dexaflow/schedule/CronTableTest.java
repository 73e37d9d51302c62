// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** The table that every parser had to get right before one was chosen. */
@DisplayName("D01: cron.tsv")
class CronTableTest {

    private static final String NOTHING = "-";

    @ParameterizedTest(name = "D01: {0} in {1}: {6}")
    @CsvFileSource(resources = "cron.tsv", delimiter = '\t', numLinesToSkip = 1)
    void d01_slotsAreThoseOfTheTable(String expression, String zone, String from, String to, int count, String instants,
            String note) {
        if (from.equals(NOTHING)) {
            assertThatThrownBy(() -> CronExpression.parse(expression)).isInstanceOf(ScheduleException.class)
                    .hasMessageContaining(note.startsWith("never") ? "never matches" : "not valid");
            return;
        }
        CronExpression cron = CronExpression.parse(expression);
        List<Instant> expected = Arrays.stream(instants.split(" ")).map(CronTableTest::instant).toList();
        assertThat(expected).hasSize(count);
        assertThat(Slots.forwards(cron, ZoneId.of(zone), instant(from), instant(to))).isEqualTo(expected);
        assertThat(Slots.backwards(cron, ZoneId.of(zone), instant(from), instant(to))).isEqualTo(expected.reversed());
    }

    /** The table writes no seconds. */
    private static Instant instant(String text) {
        return OffsetDateTime.parse(text).toInstant();
    }
}
