// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.trail;

import java.util.List;

/**
 * The one way to record a decision (design, Seams): it feeds the rows behind {@code why}, the metric, the log line and the
 * event stream. Nobody counts beside it. Published by the scheduler.
 *
 * <p>A trail that cannot be written is logged and never fails what it tells about.
 */
public interface DecisionTrail {

    /**
     * Records decisions that moved no row: deferrals, skips, errors. A deferral that repeats the latest row of its subject
     * raises that row's count and time instead of making another (design 6.28).
     */
    void record(List<Decision> decisions);

    /**
     * Tells of decisions that a ledger has written already, in the transaction of the transition they explain.
     */
    void written(List<Decision> decisions);
}
