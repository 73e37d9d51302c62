// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.store;

import io.dexaflow.trail.Decision;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The rows behind {@code why}. */
public interface DecisionLedger {

    /**
     * Writes decisions about task instances and runs that moved no row. One of kind deferral that equals the latest row of
     * its subject in actor, label, try and epoch raises that row's count, and replaces its words, evidence and latest time
     * (design 6.28). Subjects that are gone meanwhile are left out.
     */
    void record(List<Decision> decisions);

    /** The trail of a task instance and of its run, oldest first. */
    List<DecisionRow> of(UUID taskInstanceId, UUID runId);

    /**
     * Takes away rows whose latest time is at least that old.
     *
     * @param limit the most rows of one call
     * @return how many were taken away
     */
    int prune(Duration age, int limit);

    /**
     * A row of the trail.
     *
     * @param at when it was first decided
     * @param count how often it was decided just so
     * @param lastAt when it was last decided so
     * @param ofRun whether it is about the run and not the task instance
     * @param tryNumber 0 for none
     * @param epoch 0 for none
     */
    record DecisionRow(Instant at, String actor, String label, Decision.Kind kind, String words,
            Map<String, String> evidence, int tryNumber, int epoch, int count, Instant lastAt, boolean ofRun) {}
}
