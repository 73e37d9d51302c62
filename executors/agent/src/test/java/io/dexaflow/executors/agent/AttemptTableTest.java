// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.executors.agent.AttemptTable.Decision;
import io.dexaflow.executors.agent.attempt.Attempt;
import io.dexaflow.executors.agent.attempt.AttemptId;
import io.dexaflow.executors.agent.attempt.StopReason;
import io.dexaflow.executors.agent.process.AttemptKey;
import org.junit.jupiter.api.Test;

class AttemptTableTest {

    private final AttemptTable table = new AttemptTable(2);

    @Test
    void theSameAssignmentIsStartedOnce() {
        Attempt attempt = start("a", 1);
        assertThat(accept("a", 1)).isInstanceOf(Decision.Again.class);
        table.ended(attempt, true);
        assertThat(accept("a", 1)).isInstanceOf(Decision.Again.class);
        assertThat(accept("a", 2)).isInstanceOf(Decision.Start.class);
    }

    @Test
    void anAbandonedOneMayComeAgain() {
        table.abandon(start("a", 1));
        assertThat(accept("a", 1)).isInstanceOf(Decision.Start.class);
    }

    @Test
    void aNewerEpochStopsTheOlderEvenWhenAllSlotsAreTaken() {
        Attempt older = start("a", 1);
        start("b", 1);
        assertThat(accept("c", 1)).isInstanceOf(Decision.Refuse.class);
        assertThat(accept("a", 2)).isInstanceOf(Decision.Start.class);
        assertThat(older.stopReason()).isEqualTo(StopReason.SUPERSEDED);
        assertThat(table.free()).isZero();
        table.ended(older, true);
        assertThat(accept("a", 2)).as("the newer one is still here").isInstanceOf(Decision.Again.class);
    }

    @Test
    void anOlderEpochIsRefused() {
        start("a", 2);
        assertThat(accept("a", 1)).isEqualTo(new Decision.Refuse("superseded here by epoch 2"));
    }

    @Test
    void aClosedTableTakesNothingAndHasNoRoom() {
        start("a", 1);
        table.close("drained");
        assertThat(table.free()).isZero();
        assertThat(accept("b", 1)).isEqualTo(new Decision.Refuse("drained"));
        assertThat(accept("a", 1)).isInstanceOf(Decision.Again.class);
    }

    private Attempt start(String run, int epoch) {
        return ((Decision.Start) accept(run, epoch)).attempt();
    }

    private Decision accept(String run, int epoch) {
        return table.accept(new AttemptId(new AttemptKey(run, "t", 1), epoch), "ti", "token");
    }
}
