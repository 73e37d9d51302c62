// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.plan;

import io.dexaflow.model.Dag;
import io.dexaflow.model.TaskState;
import io.dexaflow.store.RunLedger.ActiveRun;
import io.dexaflow.store.RunLedger.TaskDetail;
import io.dexaflow.store.StateCodes;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/**
 * A running run at one moment: all that a plan depends on, besides the time.
 *
 * @param dag the version the run is pinned to
 * @param states a state per task, in the DAG's order
 * @param details what else is known of those that failed or are parked; null for the others
 */
public record RunSnapshot(UUID runId, Dag dag, List<TaskState> states, List<TaskDetail> details) {

    /**
     * The snapshot of a run as it was loaded.
     *
     * @throws IllegalStateException when the rows do not fit the version, which isolates the run (T107)
     */
    public static RunSnapshot of(ActiveRun run, Dag dag) {
        int size = dag.tasks().size();
        if (run.states().length() != size) {
            throw new IllegalStateException("run " + run.runId() + " has " + run.states().length()
                    + " task instances but its version has " + size + " tasks");
        }
        TaskState[] states = new TaskState[size];
        for (int i = 0; i < size; i++) {
            states[i] = StateCodes.state(run.states().charAt(i));
        }
        TaskDetail[] details = new TaskDetail[size];
        for (TaskDetail detail : run.details()) {
            details[detail.ordinal()] = detail;
        }
        return new RunSnapshot(run.runId(), dag, List.of(states), Arrays.asList(details));
    }
}
