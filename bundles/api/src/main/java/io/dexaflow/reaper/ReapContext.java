// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.reaper;

import io.dexaflow.executor.Signal;
import io.dexaflow.executor.Suspect;
import java.util.List;

/**
 * What the maintenance loop lends a reaper for one pass: the destructive gate and the common shapes (R84).
 * Counts, trail and log lines are kept in here and nowhere else.
 */
public interface ReapContext {

    /** The most candidates of a pass and list (R84). */
    int LIMIT = 100;

    /**
     * Judge, gate, stop of orphans, guarded mark, trail, line in the task log, gate, teardown, for attempts that a list of
     * candidates gave (R84): the one way to mark an attempt.
     *
     * @param signal what they are suspected of
     * @param suspects at most {@link #LIMIT}, oldest first
     * @throws InterruptedException when the pass is cut off; what is not marked by then is left for the next one
     */
    void reap(Signal signal, List<Suspect> suspects) throws InterruptedException;

    /**
     * Gate, re-checked mark, trail, gate, teardown for runs with nothing left to run (R89 to R93).
     *
     * @param runs at most {@link #LIMIT}, oldest first
     * @throws InterruptedException when the pass is cut off
     */
    void reapRuns(List<OrphanRun> runs) throws InterruptedException;
}
