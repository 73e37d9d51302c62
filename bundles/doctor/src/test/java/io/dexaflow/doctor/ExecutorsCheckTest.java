// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.control.ExecutorDirectory.ExecutorInfo;
import io.dexaflow.diagnosis.Finding;
import io.dexaflow.diagnosis.Finding.Level;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExecutorsCheckTest {

    @Test
    void withoutAnExecutorNothingCanRun() {
        assertThat(check()).extracting(Finding::level).containsExactly(Level.BLOCKING);
    }

    @Test
    void anAbsentDefaultIsAWarning() {
        assertThat(check(new ExecutorInfo("mine", "x 1.0", false, 0))).singleElement().satisfies(finding -> {
            assertThat(finding.level()).isEqualTo(Level.WARNING);
            assertThat(finding.evidence()).contains("mine");
        });
    }

    @Test
    void aDefaultExecutorIsAllItTakes() {
        assertThat(check(new ExecutorInfo("subprocess", "x 1.0", true, 3))).isEmpty();
    }

    private static List<Finding> check(ExecutorInfo... executors) {
        return new ExecutorsCheck(() -> List.of(executors)).check();
    }
}
