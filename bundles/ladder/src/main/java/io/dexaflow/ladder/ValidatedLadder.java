// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.ladder;

import io.dexaflow.timing.Ladder;
import io.dexaflow.timing.Rung;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A ladder whose rungs have been checked; a value, so it never fails. */
record ValidatedLadder(LadderConstants constants, Optional<Duration> credentialCeiling, List<Rung> rungs)
        implements Ladder {

    @Override
    public Duration tickInterval() {
        return constants.of(TimingConstant.TICK_INTERVAL);
    }

    @Override
    public Duration tickTimeout() {
        return constants.of(TimingConstant.TICK_TIMEOUT);
    }

    @Override
    public Duration maintenanceInterval() {
        return constants.of(TimingConstant.MAINTENANCE_INTERVAL);
    }

    @Override
    public Duration heartbeatInterval() {
        return constants.of(TimingConstant.HEARTBEAT_INTERVAL);
    }

    @Override
    public Duration agentLostThreshold() {
        return constants.of(TimingConstant.AGENT_LOST);
    }

    @Override
    public Duration dispatchLostThreshold() {
        return constants.of(TimingConstant.DISPATCH_LOST);
    }

    @Override
    public Duration orphanThreshold() {
        return constants.of(TimingConstant.ORPHAN);
    }

    @Override
    public Duration settlingGrace() {
        return constants.of(TimingConstant.SETTLING_GRACE);
    }

    @Override
    public Duration tokenLifetime() {
        return constants.of(TimingConstant.TOKEN_LIFETIME);
    }

    @Override
    public Duration confirmationValve() {
        return constants.of(TimingConstant.CONFIRMATION_VALVE);
    }

    @Override
    public int dispatchBudget() {
        return constants.dispatchBudget();
    }

    @Override
    public int infraBudget() {
        return constants.infraBudget();
    }

    @Override
    public Duration backoff(int failures) {
        return constants.backoff(failures);
    }
}
