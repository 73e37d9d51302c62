// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BackoffTest {

    @Test
    @DisplayName("R181: 1, 2, 4, 8, 15, 15 … seconds, each between its half and its whole")
    void delaysGrowTo15Seconds() {
        Backoff backoff = new Backoff(Duration.ofSeconds(1));
        int[] seconds = {1, 2, 4, 8, 15, 15, 15};
        for (int failures = 1; failures <= seconds.length; failures++) {
            long whole = seconds[failures - 1] * 1_000_000_000L;
            boolean spread = false;
            long first = backoff.nanos(failures);
            for (int i = 0; i < 200; i++) {
                long nanos = backoff.nanos(failures);
                assertThat(nanos).isBetween(whole / 2, whole);
                spread |= nanos != first;
            }
            assertThat(spread).isTrue();
        }
        assertThat(backoff.nanos(1_000_000)).isLessThanOrEqualTo(15_000_000_000L);
    }
}
