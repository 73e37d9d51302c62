// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.control;

import io.dexaflow.model.RunState;
import io.dexaflow.model.TaskState;
import io.dexaflow.schedule.DataInterval;
import io.dexaflow.store.Readings.TaskRow;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** What an operator can do to runs; used by the API and the shell alike. */
public interface RunControl {

    /**
     * Creates a manual run of a DAG's current version and wakes the scheduler.
     *
     * @throws RequestException when it cannot be done; its kind says why
     */
    RunRef trigger(TriggerRequest request);

    /**
     * Reads a DAG file and creates a manual run of just that content: schedules are ignored, a DAG of the folder with
     * the same id keeps its current version.
     *
     * @throws RequestException with the file's errors when it is not a valid DAG
     */
    RunRef runFile(Path file, String confJson, String by);

    /**
     * A user's verdict on a run; its agents are told to stop at once (R242, design 6.4).
     *
     * @throws RequestException when there is no such run, or it is finished
     */
    void settle(String dagId, String dagRunId, RunState verdict, String by);

    /**
    * A user's verdict on a task instance: success, failed or skipped; its agent is told to stop at once (R19, design 6.4).
    *
    * @throws RequestException when there is no such task instance, or the state is none of these
    */
    void settleTask(String dagId, String dagRunId, String taskId, TaskState verdict, String by);

    /**
     * Marks several task instances as {@link #settleTask} does one. All that is wrong with the request is said before
     * anything is written; those that are in that state already are left alone.
     *
     * @param dryRun whether just to say which
     * @return what was or would be marked
     * @throws RequestException when the selection names what is not there, or the state is none of the three
     */
    List<TaskRow> settleTasks(TaskSelection which, TaskState verdict, boolean dryRun, String by);

    /**
     * Clears task instances, so that they run again (R16, R17); agents of superseded attempts are told to stop. One
     * transaction for each run.
     *
     * @return what was cleared, as it is now, or, for a dry run, what would be
     * @throws RequestException when the selection names what is not there; nothing is touched then
     */
    List<TaskRow> clear(ClearRequest request);

    /**
     * Deletes a finished run.
     *
     * @throws RequestException when there is no such run, or it is not finished
     */
    void deleteRun(String dagId, String dagRunId, String by);

    /**
     * Writes a run's note.
     *
     * @param note null for none
     * @throws RequestException when there is no such run
     */
    void noteRun(String dagId, String dagRunId, String note);

    /**
     * Writes the notes of task instances.
     *
     * @param note null for none
     * @return them, as they are now
     * @throws RequestException when the selection names what is not there
     */
    List<TaskRow> noteTasks(TaskSelection which, String note);

    /**
     * Adds, changes or deletes an XCom value.
     *
     * @throws RequestException when there is no such task instance; when the key is taken, or not there
     */
    void editXCom(TaskSelection.One task, XComEdit edit);

    /** Says that something may have changed for these runs, so that the scheduler looks at once (R65). */
    void wake(List<UUID> runs);

    /**
     * A manual run that is wanted.
     *
     * @param dagRunId null for {@code manual__<time>}
     * @param logicalDate null for a run without one
     * @param confJson a JSON object; null for none
     * @param note null for none
     * @param by who asks, for the audit
     * @param interval what the run is about; null for what the DAG's schedule says of the logical date
     */
    record TriggerRequest(String dagId, String dagRunId, Instant logicalDate, String confJson, String note,
            String by, DataInterval interval) {

        public TriggerRequest(String dagId, String dagRunId, Instant logicalDate, String confJson, String note,
                String by) {
            this(dagId, dagRunId, logicalDate, confJson, note, by, null);
        }
    }

    /**
     * What is to be cleared.
     *
     * @param states only what is in one of these; empty for any state
     * @param reopenRuns whether finished runs are to run again
     * @param dryRun whether just to say which
     * @param by who asks, for the trail
     */
    record ClearRequest(TaskSelection which, Set<TaskState> states, boolean reopenRuns, boolean dryRun, String by) {}

    /** What is to become of an XCom value; values are JSON texts. */
    sealed interface XComEdit {

        String key();

        record Add(String key, String valueJson) implements XComEdit {}

        record Change(String key, String valueJson) implements XComEdit {}

        record Delete(String key) implements XComEdit {}
    }

    /** A run. */
    record RunRef(UUID runId, String dagId, String dagRunId) {}
}
