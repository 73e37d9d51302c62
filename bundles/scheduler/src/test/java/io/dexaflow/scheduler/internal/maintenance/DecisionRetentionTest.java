// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.scheduler.internal.Fakes;
import io.dexaflow.store.DecisionLedger;
import io.dexaflow.store.LeadershipTerm;
import io.dexaflow.trail.Decision;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class DecisionRetentionTest {

    private final List<String> calls = new ArrayList<>();
    private int left;

    @Test
    void oldDecisionsGoInBatchesUntilThereAreNoMore() throws Exception {
        left = 2_500;
        retention().run(new LeadershipTerm(7, Fakes.NOW));
        assertThat(calls).containsOnly("PT720H 1000").hasSize(3);
        assertThat(left).isZero();
    }

    @Test
    void aCycleTakesAFewBatchesAndLeavesTheRestForLaterOnes() throws Exception {
        left = 1_000_000;
        retention().run(new LeadershipTerm(7, Fakes.NOW));
        assertThat(calls).hasSizeBetween(1, 10);
        assertThat(left).isPositive();
    }

    private DecisionRetention retention() {
        return new DecisionRetention(new DecisionLedger() {
            @Override
            public void record(List<Decision> decisions) {
                throw new IllegalStateException("not expected here");
            }

            @Override
            public List<DecisionRow> of(UUID taskInstanceId, UUID runId) {
                throw new IllegalStateException("not expected here");
            }

            @Override
            public int prune(Duration age, int limit) {
                calls.add(age + " " + limit);
                int taken = Math.min(left, limit);
                left -= taken;
                return taken;
            }
        }, Fakes.config(8));
    }
}
