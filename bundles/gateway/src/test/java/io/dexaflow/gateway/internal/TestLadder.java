// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal;

import io.dexaflow.timing.Ladder;
import io.dexaflow.timing.Rung;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The specified token lifetime, and a credential ceiling of one's choice; nothing else is asked for here.
 *
 * @param ceiling null for none
 */
public record TestLadder(Duration ceiling) implements Ladder {

    @Override
    public Duration tokenLifetime() {
        return Duration.ofMinutes(10);
    }

    @Override
    public Optional<Duration> credentialCeiling() {
        return Optional.ofNullable(ceiling);
    }

    @Override
    public Duration tickInterval() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Duration tickTimeout() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Duration maintenanceInterval() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Duration heartbeatInterval() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Duration agentLostThreshold() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Duration dispatchLostThreshold() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Duration orphanThreshold() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Duration settlingGrace() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Duration confirmationValve() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int dispatchBudget() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int infraBudget() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Duration backoff(int failures) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Rung> rungs() {
        throw new UnsupportedOperationException();
    }
}
