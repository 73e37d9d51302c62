// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal;

import io.dexaflow.timing.Ladder;
import io.dexaflow.timing.Rung;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The ladder's documented values, but for how often a tick comes and when it is cut off. */
public record TestLadder(Duration tickInterval, Duration tickTimeout) implements Ladder {

    public TestLadder() {
        this(Duration.ofSeconds(1), Duration.ofSeconds(30));
    }

    @Override
    public Duration maintenanceInterval() {
        return Duration.ofSeconds(30);
    }

    @Override
    public Duration heartbeatInterval() {
        return Duration.ofSeconds(15);
    }

    @Override
    public Duration agentLostThreshold() {
        return Duration.ofSeconds(90);
    }

    @Override
    public Duration dispatchLostThreshold() {
        return Duration.ofMinutes(3);
    }

    @Override
    public Duration orphanThreshold() {
        return Duration.ofMinutes(5);
    }

    @Override
    public Duration settlingGrace() {
        return Duration.ofSeconds(180);
    }

    @Override
    public Duration tokenLifetime() {
        return Duration.ofMinutes(10);
    }

    @Override
    public Duration confirmationValve() {
        return Duration.ofMinutes(2);
    }

    @Override
    public Optional<Duration> credentialCeiling() {
        return Optional.of(Duration.ofHours(24));
    }

    @Override
    public int dispatchBudget() {
        return 6;
    }

    @Override
    public int infraBudget() {
        return 6;
    }

    @Override
    public Duration backoff(int failures) {
        return Duration.ofSeconds(Math.min(300, 5L << (failures - 1)));
    }

    @Override
    public List<Rung> rungs() {
        return List.of();
    }
}
