// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.control.ExecutorDirectory.ExecutorInfo;
import io.dexaflow.diagnosis.Finding;
import io.dexaflow.diagnosis.Finding.Level;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExecutorsCheckTest {

    @Test
    void withoutAnExecutorNothingCanRun() {
        assertThat(ExecutorsCheck.nobody(List.of())).returns(Level.BLOCKING, Finding::level)
                .returns("no bundle that is installed offers one", Finding::evidence);
    }

    @Test
    void anExecutorsBundleThatIsDownIsNamed() {
        Offer offer = new Offer(Set.of("io.dexaflow.executor.TaskExecutor"), Map.of());
        Finding finding = ExecutorsCheck.nobody(List.of(
                new BundleOffers(new BundleName("mine", 12), false, List.of(offer)),
                new BundleOffers(new BundleName("other", 13), false, List.of())));

        assertThat(finding.evidence()).isEqualTo("mine would offer one and is not active");
        assertThat(finding.advice()).contains("felix:start 12.");
    }

    @Test
    void anExecutorThatWaitsForSomethingElseIsNamed() {
        Offer offer = new Offer(Set.of("io.dexaflow.executor.TaskExecutor"), Map.of());

        assertThat(ExecutorsCheck.nobody(List.of(new BundleOffers(new BundleName("mine", 12), true, List.of(offer)))))
                .returns("mine would offer one and is not ready with it", Finding::evidence)
                .returns("See what is said about the components.", Finding::advice);
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
        return new ExecutorsCheck(() -> List.of(executors), null).check();
    }
}
