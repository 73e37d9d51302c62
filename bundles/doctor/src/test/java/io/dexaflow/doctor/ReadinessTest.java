// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReadinessTest {

    private final Readiness readiness = new Readiness();

    @Test
    void becomesReadyWithTheFirstCleanLook() {
        assertThat(look(false, 0)).isFalse();
        assertThat(look(true, 200)).isTrue();
        assertThat(readiness.calm()).isTrue();
    }

    @Test
    void staysReadyOverAMoment() {
        look(true, 0);

        assertThat(look(false, 5000)).isTrue();
        assertThat(readiness.calm()).as("looks again soon").isFalse();
        assertThat(look(false, 5999)).isTrue();
        assertThat(look(true, 6200)).isTrue();
        assertThat(look(false, 9000)).as("the next disturbance counts anew").isTrue();
    }

    @Test
    void isNotReadyAnyMoreWhenTheDisturbanceStays() {
        look(true, 0);
        look(false, 5000);

        assertThat(look(false, 6000)).isFalse();
        assertThat(look(false, 6200)).isFalse();
        assertThat(look(true, 6400)).isTrue();
    }

    private boolean look(boolean clean, long millis) {
        return readiness.after(clean, Duration.ofMillis(millis));
    }
}
