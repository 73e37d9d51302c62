// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationTextTest {

    @ParameterizedTest
    @CsvSource({"24h, PT24H", "90m, PT90M", "1h30m, PT1H30M", "1d, PT24H", "45s, PT45S", "3600, PT1H", "0, PT0S",
            "-1, PT-1S", "-2h, PT-2H", "' 24H ', PT24H"})
    void readsWhatPeopleWrite(String text, Duration expected) {
        assertThat(DurationText.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"PT24H, 24 h", "PT90S, 90 s", "PT10M, 600 s", "PT0S, 0 s", "PT-1S, -1 s"})
    void writesHoursOnlyWhereTheyAreWhole(Duration duration, String expected) {
        assertThat(DurationText.format(duration)).isEqualTo(expected);
    }
}
