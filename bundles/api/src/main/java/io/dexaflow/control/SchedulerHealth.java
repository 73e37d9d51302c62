// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.control;

import java.time.Instant;
import java.util.Optional;

/** How the scheduler is (R71, design 6.2): a follower that reaches the database is healthy, a leader while it ticks. */
public interface SchedulerHealth {

    /** Whether it does its work. */
    boolean healthy();

    /** Database time of the last tick that completed its loads; empty before the first one. */
    Optional<Instant> latestTick();
}
