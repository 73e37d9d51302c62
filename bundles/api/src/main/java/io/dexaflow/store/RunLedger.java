// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.store;

import io.dexaflow.model.RunState;
import io.dexaflow.model.RunType;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The runs, as the scheduler reads and writes them. Writes are set-based and guarded on the source state (R11). */
public interface RunLedger {

    /**
     * Creates a run in state queued, unless its run id or its logical date is taken in its DAG (R64).
     *
     * @return the new run, or the word for why there is none
     */
    CreateResult create(NewRun run);

    /**
     * The unfinished runs with the states of all their task instances, in one statement (R31).
     *
     * @param only these runs; all of them when null
     * @return oldest first; the database's time is in the answer
     */
    ActiveRuns loadActive(Set<UUID> only);

    /**
     * Starts queued runs: makes their task instances in state none, one per task of the pinned version, and moves the
     * run to running. A run that is not queued any more is left alone, and so is one for which its DAG has no room:
     * the statement counts the DAG's running runs itself (R60, T102).
     *
     * @param runs in the order in which they are to be started
     *
     * @return the runs that were started
     */
    List<UUID> start(Collection<RunStart> runs, long term);

    /**
     * Gives finished runs their verdict, where they are still running and every task instance is still terminal.
     *
     * @return the runs that got it
     */
    List<UUID> finish(Map<UUID, RunState> verdicts, long term);

    /** Queued runs of the DAGs of these finished ones: those that may start now that there is room. */
    List<UUID> waitingBehind(Collection<UUID> finished);

    /**
     * Fails a queued run that can never start, under the leadership's term.
     *
     * @param note why, for people and the trail
     * @return false when it was not queued any more
     */
    boolean refuse(UUID runId, String note, long term);

    /**
     * A user's verdict on a run: queued or running becomes this state; of its unfinished task instances those that have
     * begun become failed with the given words if the verdict is failed, and all others skipped, as Airflow has it; all in
     * one transaction, final as R19 has it.
     *
     * @param by who, for the trail; null for nobody in particular
     * @return false when there is no such unfinished run
     */
    boolean settleByUser(UUID runId, RunState verdict, String note, String by);

    /** The row id of a run; empty when there is none. */
    Optional<UUID> find(String dagId, String dagRunId);

    /**
     * What a run is made from.
     *
     * @param versionId the version it is pinned to
     * @param dagRunId Airflow's run id
     * @param logicalDate null for a run without one
     * @param confJson a JSON object
     * @param triggeredBy who, for people
     */
    record NewRun(String dagId, UUID versionId, String dagRunId, RunType type, Instant logicalDate,
            Instant intervalStart, Instant intervalEnd, String confJson, String note, String triggeredBy) {}

    /** What became of creating a run. */
    sealed interface CreateResult {

        record Created(UUID runId) implements CreateResult {}

        /** A run with that id exists. */
        record RunIdTaken(String dagRunId) implements CreateResult {}

        /** A run for that logical date exists. */
        record LogicalDateTaken(String dagRunId) implements CreateResult {}

        /** No such DAG. */
        record UnknownDag(String dagId) implements CreateResult {}
    }

    /**
     * One task instance to be made.
     *
     * @param ordinal the task's place in its DAG's topological order
     */
    record NewTask(int ordinal, String taskId, String operator, int maxTries, String pool, int poolSlots,
            String executor) {}

    /**
     * A run to start.
     *
     * @param runId the run
     * @param maxActiveRuns how many of its DAG's runs may be running, this one included
     * @param tasks its tasks
     */
    record RunStart(UUID runId, int maxActiveRuns, List<NewTask> tasks) {}

    /**
     * The unfinished runs.
     *
     * @param now database time of the reading
     * @param runs oldest first
     */
    record ActiveRuns(Instant now, List<ActiveRun> runs) {}

    /**
     * An unfinished run.
     *
     * @param states a letter per task instance in ordinal order, see {@link StateCodes}; empty for a queued run
     * @param details of the task instances that failed or are parked, in ordinal order
     */
    record ActiveRun(UUID runId, String dagId, String dagRunId, UUID versionId, RunState state, String states,
            List<TaskDetail> details) {}

    /** What the planner must know about a task instance that failed or is parked; columns as R4 names them. */
    record TaskDetail(int ordinal, int tryNumber, int maxTries, int epoch, Instant endedAt, String failureKind,
            int infraAttempts, Instant infraConfirmedAt, Instant rescheduleAt) {}
}
