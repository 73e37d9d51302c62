// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class BackOffTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final BackOff backOff = new BackOff(3);

    private void fail(String key, int times) {
        for (int i = 0; i < times; i++) {
            backOff.failed(key, NOW);
        }
    }

    @Test
    void theFirstFailuresCostNothing() {
        fail("ann", 3);

        assertThat(backOff.wait("ann", NOW)).isZero();
    }

    @Test
    void eachFurtherOneDoublesTheWaitUpToAMinute() {
        fail("ann", 4);
        assertThat(backOff.wait("ann", NOW)).isEqualTo(Duration.ofSeconds(2));
        fail("ann", 1);
        assertThat(backOff.wait("ann", NOW)).isEqualTo(Duration.ofSeconds(4));
        assertThat(backOff.wait("ann", NOW.plusSeconds(4))).isZero();
        fail("ann", 1000);
        assertThat(backOff.wait("ann", NOW)).isEqualTo(BackOff.LONGEST_WAIT);
        assertThat(backOff.wait("bob", NOW)).isZero();
    }

    @Test
    void aClockThatWasSetBackMakesNobodyWaitLonger() {
        fail("ann", 100);

        assertThat(backOff.wait("ann", NOW.minus(Duration.ofDays(1)))).isEqualTo(BackOff.LONGEST_WAIT);
    }

    @Test
    void successForgetsAndTimeForgets() {
        fail("ann", 100);
        backOff.forget("ann");
        assertThat(backOff.wait("ann", NOW)).isZero();

        fail("bob", 100);
        Instant later = NOW.plus(Duration.ofMinutes(16));
        backOff.failed("bob", later);
        assertThat(backOff.wait("bob", later)).isZero();
    }

    @Test
    void theWaitBeginsWhenTheCheckIsDone() {
        fail("ann", 4);
        backOff.begin("ann", NOW.plusSeconds(3));
        backOff.begin("bob", NOW);

        assertThat(backOff.wait("ann", NOW.plusSeconds(3))).isEqualTo(Duration.ofSeconds(2));
        assertThat(backOff.wait("bob", NOW)).isZero();
    }

    @Test
    void oneFailureCanBeTakenBack() {
        fail("ann", 4);
        backOff.takeBack("ann");

        assertThat(backOff.wait("ann", NOW)).isZero();
    }

    @Test
    void ofTooManyKeysTheOneNotHeardOfForLongestIsForgotten() {
        fail("first", 100);
        fail("second", 100);
        for (int i = 0; i < BackOff.MOST_KEYS - 2; i++) {
            fail("key" + i, 1);
        }
        assertThat(backOff.wait("first", NOW)).isPositive();

        fail("one more", 1);

        assertThat(backOff.wait("second", NOW)).isZero();
        assertThat(backOff.wait("first", NOW)).isPositive();
    }
}
