// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {

    private static final List<String> KNOWN =
            List.of("retries", "retry_delay_seconds", "pool", "pool_slots", "bash", "a");

    @ParameterizedTest
    @CsvSource({"retires,retries", "retrys,retries", "Retries,retries", "retryDelaySeconds,retry_delay_seconds",
            "retry-delay-second,retry_delay_seconds", "pol,pool", "poolslots,pool_slots", "bahs,bash"})
    void slipsAndStylesFindTheirWord(String word, String meant) {
        assertThat(Nearest.to(word, KNOWN)).contains(meant);
    }

    @ParameterizedTest
    @CsvSource({"flavour", "x", "b", "''"})
    void whatIsFarFromEverythingFindsNothing(String word) {
        assertThat(Nearest.to(word, KNOWN)).isEmpty();
    }
}
