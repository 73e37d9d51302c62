// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.check;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
        assertThatCode(() -> CronExpression.validate(expression)).doesNotThrowAnyException();
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
        assertThatThrownBy(() -> CronExpression.validate(expression)).isInstanceOf(CronExpression.CronException.class)
                .hasMessageContaining(words);
    }
}
