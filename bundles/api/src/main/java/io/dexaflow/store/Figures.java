// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.store;

import io.dexaflow.model.TaskState;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** A few numbers about the whole of what is stored, for metrics. */
public interface Figures {

    /**
     * Reads them. A handful of statements, whatever the number of rows; but rows they do read, so whoever asks often
     * remembers the answer for some seconds.
     *
     * @throws StoreException when the database cannot be asked
     */
    Reading read();

    /**
     * What was read.
     *
     * @param tasks how many task instances of unfinished runs are in each state; every state is there
     * @param oldestQueued how long the task instance that is queued longest has been so; empty when none is
     * @param importErrors how many DAG files could not be imported
     * @param lastSuccess for each DAG that has a file and has ever succeeded, when its newest successful run ended
     */
    record Reading(Map<TaskState, Long> tasks, Optional<Duration> oldestQueued, long importErrors,
            Map<String, Instant> lastSuccess) {

        public Reading {
            tasks = Map.copyOf(tasks);
            lastSuccess = Map.copyOf(lastSuccess);
        }
    }
}
