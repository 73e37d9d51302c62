// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.control;

import java.time.Instant;
import java.util.List;

/** The settling gate as people see it (R79 to R82). Published by the scheduler. */
public interface Gate {

    /** How it stands. */
    GateStatus gate();

    /**
     * How the gate stands.
     *
     * @param leader whether this host leads
     * @param holder the leader's address or name, as the leadership row has it; empty when nobody leads
     * @param term the current leadership's term; 0 while this host does not lead
     * @param leaderSince database time since which this host leads; null while it does not
     * @param settled whether reapers may act
     * @param pending what they wait for: {@code grace} and what conditions say
     * @param valveOpen whether they act although not settled
     * @param settlesAt when the grace is over; null while this host does not lead
     */
    record GateStatus(boolean leader, String holder, long term, Instant leaderSince, boolean settled,
            List<String> pending, boolean valveOpen, Instant settlesAt) {}
}
