// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.control;

import java.time.Instant;
import java.util.Set;

/**
 * Which task instances of a DAG an operator means: some tasks, with what stands before or behind them, in one run or in
 * those of a stretch of time.
 *
 * @param dagRunId the run; null for all runs between {@code from} and {@code to}
 * @param taskIds the tasks; empty for all of the DAG
 * @param reach what else is meant
 * @param from the earliest logical date; null for no limit
 * @param to the latest logical date; null for no limit
 */
public record TaskSelection(String dagId, String dagRunId, Set<String> taskIds, Reach reach, Instant from,
        Instant to) {

    public TaskSelection {
        taskIds = Set.copyOf(taskIds);
    }

    /** Just one task instance. */
    public static TaskSelection of(One task) {
        return of(task, Reach.NONE);
    }

    /** One task instance and what stands around it. */
    public static TaskSelection of(One task, Reach reach) {
        return new TaskSelection(task.dagId(), task.dagRunId(), Set.of(task.taskId()), reach, null, null);
    }

    /** All task instances of a run. */
    public static TaskSelection ofRun(String dagId, String dagRunId) {
        return new TaskSelection(dagId, dagRunId, Set.of(), Reach.NONE, null, null);
    }

    /** A task instance by its names. */
    public record One(String dagId, String dagRunId, String taskId) {}

    /**
     * How far an operator's wish reaches beyond the tasks and the run that it names.
     *
     * @param upstream to all that the tasks depend on
     * @param downstream to all that depends on them
     * @param future to the runs with a later logical date
     * @param past to the runs with an earlier logical date
     */
    public record Reach(boolean upstream, boolean downstream, boolean future, boolean past) {

        /** No further. */
        public static final Reach NONE = new Reach(false, false, false, false);
    }
}
