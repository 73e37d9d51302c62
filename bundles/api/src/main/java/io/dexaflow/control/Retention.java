// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.control;

import io.dexaflow.store.RetentionLedger.Expired;

/** What retention would take away now. Published by the scheduler. */
public interface Retention {

    /** A dry run: it counts, and touches nothing. */
    Plan plan();

    /**
     * What would go.
     *
     * @param runsDays for how many days runs are kept; 0 for ever
     * @param logsDays for how many days logs are kept; 0 for ever
     * @param rows the rows that would go
     * @param logs of how many runs the logs would go, in the end; at most, since a DAG's newest run may keep its own
     */
    record Plan(int runsDays, int logsDays, Expired rows, int logs) {}
}
