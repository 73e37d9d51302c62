// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.reaper;

import io.dexaflow.store.LeadershipTerm;

/**
 * A phase of the maintenance cycle that comes before the reap phase (R73): register it as a service. It has a budget of its
 * own, and the settling gate does not hold it.
 */
public interface MaintenancePhase {

    /** A short name, for log and metric. */
    String name();

    /** Its place among the phases, lowest first. */
    int order();

    /**
     * Runs it once.
     *
     * @throws InterruptedException when its budget is spent or leadership has ended (R74)
     */
    void run(LeadershipTerm leadership) throws InterruptedException;
}
