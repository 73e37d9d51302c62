// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.store;

import io.dexaflow.model.AttemptFacts;
import io.dexaflow.model.AttemptId;
import io.dexaflow.model.TaskState;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * What agents write, on any replica, guarded on state, try, epoch and an unfinished run (R20 to R24, design 6.5). Each
 * call is one transaction for its whole batch.
 */
public interface AttemptLedger {

    /**
     * Applies reports in their order (R20, R22).
     *
     * @return for each, whether it applied; false is stale
     */
    List<Boolean> report(List<Report> reports);

    /**
     * Stamps heartbeats (R23), without waiting for the disk.
     *
     * @return for each, whether it is the live current attempt; false is stale
     */
    Beats heartbeat(List<AttemptId> attempts);

    /**
     * What an agent needs to know of its attempt; empty when it is not the live current one (R24).
     */
    Optional<AttemptFacts> facts(AttemptId attempt);

    /** As {@link #facts(AttemptId)} for many; what is not live is absent. */
    Map<AttemptId, AttemptFacts> facts(Collection<AttemptId> attempts);

    /**
     * Stores outputs of a live attempt: XCom values (JSON texts) and links.
     *
     * @return false when the attempt is not the live current one
     */
    boolean outputs(AttemptId attempt, Map<String, String> xcom, Map<String, String> links);

    /** XCom values of other tasks of a run, as JSON texts; what is not there is absent. */
    Map<XComRef, String> xcom(UUID runId, Collection<XComRef> wanted);

    /**
     * A report.
     *
     * @param state running, success, failed, skipped or up_for_reschedule
     * @param exitCode null for running
     * @param message null unless failed
     * @param rescheduleAt only for up_for_reschedule
     * @param hostname where it runs; null keeps what is there
     */
    record Report(AttemptId attempt, TaskState state, Integer exitCode, String message, Instant rescheduleAt,
            String hostname) {}

    /**
     * The answer to heartbeats.
     *
     * @param now database time
     * @param live for each attempt, whether it is the live current one
     */
    record Beats(Instant now, List<Boolean> live) {}

    /** A value another task left. */
    record XComRef(String taskId, String key) {}
}
