// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.store;

import io.dexaflow.model.AttemptId;
import io.dexaflow.model.RunState;
import io.dexaflow.model.TaskState;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * What operators take back or correct in runs: clear, delete, notes and XCom values. None of it depends on who leads: each
 * write locks what it is about, and the epochs fence whoever still works on it.
 */
public interface ClearLedger {

    /**
     * The clear rail (R16, R17), in one transaction: each task instance, from whatever state, becomes none with the next
     * try and epoch, its try is archived and its XCom values go; its run is queued again, which also fences plans and
     * verdicts made from its old states. A finished run is left finished unless {@link RunClear#reopen()}.
     *
     * @return what was cleared; empty when there is no such run
     */
    Optional<Cleared> clear(RunClear wanted);

    /**
     * Deletes a finished run with its task instances, their tries, XCom values and decisions.
     *
     * @return false when there is no such run, or it is not finished
     */
    boolean deleteRun(UUID runId);

    /** Writes a run's note; false when there is no such run. */
    boolean noteRun(UUID runId, String note);

    /** Writes a task instance's note; false when there is none. */
    boolean noteTask(UUID taskInstanceId, String note);

    /**
     * Adds an XCom value.
     *
     * @param valueJson a JSON text
     * @return false when the key is taken, or there is no such task instance
     */
    boolean addXCom(UUID taskInstanceId, String key, String valueJson);

    /** Changes an XCom value; false when there is none. */
    boolean changeXCom(UUID taskInstanceId, String key, String valueJson);

    /** Deletes an XCom value; false when there is none. */
    boolean deleteXCom(UUID taskInstanceId, String key);

    /**
     * What of a run is to be cleared.
     *
     * @param states only what is in one of these by now; empty for any state
     * @param reopen whether a finished run is to run again
     * @param by who, for the trail
     */
    record RunClear(UUID runId, List<TaskClear> tasks, Set<TaskState> states, boolean reopen, String by) {

        public RunClear {
            tasks = List.copyOf(tasks);
            states = Set.copyOf(states);
        }
    }

    /**
     * A task instance to be cleared.
     *
     * @param retries of the task in the run's version, which it gets anew; null when the version has no such task
     */
    record TaskClear(UUID taskInstanceId, Integer retries) {}

    /**
     * What was cleared.
     *
     * @param runBefore the run's state before
     */
    record Cleared(RunState runBefore, List<ClearedTask> tasks) {

        public Cleared {
            tasks = List.copyOf(tasks);
        }

        /** The superseded attempts that may have an agent, which is to be stopped. */
        public List<AttemptId> live() {
            return tasks.stream().filter(ClearedTask::mayHaveAgent).map(ClearedTask::superseded).toList();
        }
    }

    /**
     * A task instance that was cleared.
     *
     * @param superseded the attempt that it stood at
     * @param before its state then
     */
    record ClearedTask(UUID taskInstanceId, AttemptId superseded, TaskState before) {

        boolean mayHaveAgent() {
            return superseded.epoch() > 0 && switch (before) {
                case SCHEDULED, QUEUED, RUNNING -> true;
                default -> false;
            };
        }
    }
}
