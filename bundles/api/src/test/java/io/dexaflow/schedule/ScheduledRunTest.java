// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dexaflow.model.RunType;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScheduledRunTest {

    @ParameterizedTest
    @CsvSource({"2026-01-01T00:00:00Z,           2026-01-01T00:00:00+00:00",
            "2026-01-01T10:20:30.5Z,             2026-01-01T10:20:30.500000+00:00",
            "2026-01-01T10:20:30.000001Z,        2026-01-01T10:20:30.000001+00:00",
            "2026-01-01T10:20:30.000000999Z,     2026-01-01T10:20:30+00:00"})
    void runIdsBearTheLogicalDateAsPythonWritesIt(Instant logicalDate, String written) {
        ScheduledRun run = ScheduledRun.of(new DataInterval(logicalDate, logicalDate.plusSeconds(60)));
        assertThat(run.dagRunId(RunType.SCHEDULED)).isEqualTo("scheduled__" + written);
        assertThat(run.dagRunId(RunType.BACKFILL)).isEqualTo("backfill__" + written);
    }

    @Test
    void aRunIsDueWhenItsIntervalIsOver() {
        DataInterval interval =
                new DataInterval(Instant.parse("2026-01-01T00:00:00Z"), Instant.parse("2026-01-02T00:00:00Z"));
        ScheduledRun run = ScheduledRun.of(interval);
        assertThat(run.logicalDate()).isEqualTo(interval.start());
        assertThat(run.runAfter()).isEqualTo(interval.end());
    }

    @Test
    void anIntervalDoesNotEndBeforeItStarts() {
        assertThatThrownBy(() -> new DataInterval(Instant.EPOCH.plusNanos(1), Instant.EPOCH))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("before its start");
        assertThat(DataInterval.at(Instant.EPOCH).isMoment()).isTrue();
    }
}
