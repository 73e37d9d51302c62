// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.control;

import io.dexaflow.model.TaskState;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Tells everything that was decided about a task instance, and what it waits for. Published by the scheduler. */
public interface Why {

    /**
     * The trail of a task instance.
     *
     * @throws RequestException NOT_FOUND when there is no such task instance
     */
    Explanation why(String dagId, String dagRunId, String taskId);

    /**
     * An answer.
     *
     * @param state its state
     * @param tryNumber its try
     * @param epoch its epoch
     * @param entries every decision, oldest first
     * @param waitsFor what it waits for now, or that it has ended; a sentence
     */
    record Explanation(String dagId, String dagRunId, String taskId, TaskState state, int tryNumber, int epoch,
            List<Entry> entries, String waitsFor) {}

    /**
     * A decision.
     *
     * @param sentence the whole of it without its time, as a tired person reads it
     * @param count how often it was decided just so, the last time at {@code lastAt}
     */
    record Entry(Instant at, String actor, String label, String sentence, Map<String, String> evidence, int tryNumber,
            int epoch, int count, Instant lastAt) {}
}
