// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.timing;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The durations that recovery rests on (spec, section 0). The service exists only once every rung holds (R224); whoever
 * needs a duration that the ladder speaks of takes it from here and owns none of its own (R227).
 */
public interface Ladder {

    /** How often the scheduler ticks without being woken: 1 s. */
    Duration tickInterval();

    /** The most one tick may take before it is cut off: 30 s. */
    Duration tickTimeout();

    /** How often the leader's maintenance cycle runs, and each phase's budget: 30 s. */
    Duration maintenanceInterval();

    /** How often an agent beats: 15 s. */
    Duration heartbeatInterval();

    /** Silence after which an agent counts as lost: 90 s. */
    Duration agentLostThreshold();

    /** Time in queued after which a dispatch counts as lost: 3 min. */
    Duration dispatchLostThreshold();

    /** Quiet time after which a run with nothing left to run counts as orphaned: 5 min. */
    Duration orphanThreshold();

    /** How long after a leadership change no reaper fires: 180 s. */
    Duration settlingGrace();

    /** The life of an attempt token: 10 min. */
    Duration tokenLifetime();

    /** How long a provisional infra mark waits for its confirmation: 2 min. */
    Duration confirmationValve();

    /** The longest an attempt's token may be renewed; empty for no limit (R226). */
    Optional<Duration> credentialCeiling();

    /** Counted dispatch failures before a task fails: 6 (R57). */
    int dispatchBudget();

    /** Infra re-places before a task fails: 6 (R43). */
    int infraBudget();

    /**
     * The wait after the n-th dispatch or infra failure (R44): 5 s, doubling, 300 s at most.
     *
     * @param failures how many so far, from 1
     */
    Duration backoff(int failures);

    /** Every rung that was checked, in order. */
    List<Rung> rungs();
}
