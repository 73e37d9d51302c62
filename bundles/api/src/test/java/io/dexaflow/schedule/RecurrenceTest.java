// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecurrenceTest {

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " \t"})
    void nothingMeansManualRunsOnly(String text) {
        assertThat(Recurrence.parse(text)).isEqualTo(new Recurrence.Manual());
    }

    @Test
    void onceIsNoCronExpression() {
        assertThat(Recurrence.parse(" @once ")).isEqualTo(new Recurrence.Once());
    }

    @ParameterizedTest
    @CsvSource({"@hourly,0 * * * *", "@daily,0 0 * * *", "@weekly,0 0 * * 0", "@monthly,0 0 1 * *",
            "@yearly,0 0 1 1 *", "' 5 4 * * sun ',5 4 * * 7"})
    void presetsStandForFiveFields(String text, String fields) {
        assertThat(Recurrence.parse(text)).isEqualTo(new Recurrence.Cron(CronExpression.parse(fields)));
    }

    @Test
    void everyWordIsKnown() {
        assertThat(Recurrence.words()).hasSize(6).allSatisfy(word -> assertThat(Recurrence.parse(word)).isNotNull());
    }

    @ParameterizedTest
    @ValueSource(strings = {"@dayly", "@continuous", "@Daily", "@"})
    void otherWordsAreRefusedWithTheKnownOnes(String text) {
        assertThatThrownBy(() -> Recurrence.parse(text)).isInstanceOf(ScheduleException.class)
                .hasMessage("\"" + text
                        + "\" is not known; known: @hourly, @daily, @weekly, @monthly, @yearly, @once");
    }

    @Test
    void whatCanNeverMatchIsRefused() {
        assertThatThrownBy(() -> Recurrence.parse("0 0 30 2 *")).isInstanceOf(ScheduleException.class)
                .hasMessageContaining("never matches");
    }
}
