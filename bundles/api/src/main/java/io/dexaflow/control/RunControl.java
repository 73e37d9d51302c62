// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.control;

import io.dexaflow.model.RunState;
import io.dexaflow.model.TaskState;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
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
     */
    record TriggerRequest(String dagId, String dagRunId, Instant logicalDate, String confJson, String note,
            String by) {}

    /** A run. */
    record RunRef(UUID runId, String dagId, String dagRunId) {}
}
