// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.store;

import io.dexaflow.model.RunState;
import io.dexaflow.model.RunType;
import io.dexaflow.model.TaskState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** What the API, the shell and the commands read. Every list has a total order, so that paging loses nothing. */
public interface Readings {

    /** DAGs by id. */
    Page<DagRow> dags(DagFilter filter, Paging paging);

    /** One DAG, stale or not. */
    Optional<DagRow> dag(String dagId);

    /** Runs, newest first unless the order says otherwise. */
    Page<RunRow> runs(RunFilter filter, Paging paging);

    /** One run. */
    Optional<RunRow> run(String dagId, String dagRunId);

    /** Task instances; those of one run in the order of its tasks unless the order says otherwise. */
    Page<TaskRow> tasks(TaskFilter filter, Paging paging);

    /** One task instance. */
    Optional<TaskRow> task(String dagId, String dagRunId, String taskId);

    /** The tries of a task instance, oldest first: those that a rail has archived, and the one that it stands at. */
    List<TryRow> tries(UUID taskInstanceId);

    /** The links that a task instance's attempts have left, a JSON object of names and URLs. */
    Optional<String> links(UUID taskInstanceId);

    /** The attempts of one try that may have left a log, oldest epoch first. */
    List<Integer> epochs(UUID taskInstanceId, int tryNumber);

    /** XCom entries, by run, task and key. */
    Page<XComEntry> xcoms(XComFilter filter, Paging paging);

    /** One XCom entry. */
    Optional<XComRow> xcom(UUID runId, String taskId, String key);

    /** Import errors by file. */
    Page<ImportErrorRow> importErrors(Paging paging);

    /**
     * When a DAG version was made, for the versions that the API shows beside runs and task instances. Versions never
     * change, so the answer may come from a cache; empty when there is none with that id.
     */
    default Optional<Instant> versionCreated(UUID versionId) {
        return Optional.empty();
    }

    /** A pool; empty when there is none of that name. */
    default Optional<PoolRow> pool(String name) {
        return Optional.empty();
    }

    /** When an attempt's agent was last heard of; empty when it was never. */
    default Optional<Instant> lastHeartbeat(UUID taskInstanceId) {
        return Optional.empty();
    }

    /**
     * For how long task instances had waited since the last of their upstreams ended, by the time they became queued. Just
     * of those that are queued and were never placed before; in no order.
     *
     * @param upstreams the tasks that each task instance depends on
     */
    default List<Duration> scheduleDelays(Map<UUID, List<String>> upstreams) {
        return List.of();
    }

    /** Who leads, which may be another host; empty while nobody holds the leader lock. */
    default Optional<LeaderRow> leader() {
        return Optional.empty();
    }

    /** The database's time, by a round trip; for health. */
    Instant ping();

    /**
     * Which piece of a list.
     *
     * @param orderBy column names of the API, parted by commas, with {@code -} before one for descending; null for the
     *     list's own order
     */
    record Paging(int offset, int limit, String orderBy) {}

    /** A piece of a list and how long the whole is. */
    record Page<T>(List<T> rows, long total) {

        public Page {
            rows = List.copyOf(rows);
        }
    }

    /**
     * Which DAGs.
     *
     * @param pattern part of the id, case ignored; null for all
     * @param paused null for both
     * @param withStale whether those without a file are listed
     * @param tags any of them; empty for all
     */
    record DagFilter(String pattern, Boolean paused, boolean withStale, Set<String> tags) {}

    /**
     * Which runs.
     *
     * @param dagId null for all DAGs
     * @param states any of them; empty or null for all
     * @param types any of them; empty or null for all
     * @param conditions what else must hold
     */
    record RunFilter(String dagId, Set<RunState> states, Set<RunType> types, List<Condition> conditions) {

        public RunFilter {
            conditions = List.copyOf(conditions);
        }

        public RunFilter(String dagId, Set<RunState> states, Set<RunType> types) {
            this(dagId, states, types, List.of());
        }
    }

    /**
     * Which task instances.
     *
     * @param dagId null for all DAGs
     * @param dagRunId null for all runs
     * @param states any of them; empty or null for all
     * @param conditions what else must hold
     */
    record TaskFilter(String dagId, String dagRunId, Set<TaskState> states, List<Condition> conditions) {

        public TaskFilter {
            conditions = List.copyOf(conditions);
        }

        public TaskFilter(String dagId, String dagRunId, Set<TaskState> states) {
            this(dagId, dagRunId, states, List.of());
        }
    }

    /**
     * Which XCom entries; null for all.
     *
     * @param conditions what else must hold, about the run, the task's id or the key
     */
    record XComFilter(String dagId, String dagRunId, String taskId, List<Condition> conditions) {

        public XComFilter {
            conditions = List.copyOf(conditions);
        }
    }

    /** A DAG. */
    record DagRow(String dagId, String file, boolean paused, boolean stale, UUID currentVersion, int versionNumber,
            Instant lastParsed) {}

    /** A run. */
    record RunRow(UUID id, String dagId, String dagRunId, RunState state, RunType type, Instant logicalDate,
            Instant intervalStart, Instant intervalEnd, Instant queuedAt, Instant startedAt, Instant endedAt,
            String confJson, String note, String triggeredBy, UUID versionId, int versionNumber) {}

    /** What is told of every try, of a past one and of the one that a task instance stands at; columns as R4 names them. */
    sealed interface Tried permits TaskRow, TryRow {
        int tryNumber();

        TaskState state();

        int maxTries();

        String pool();

        int poolSlots();

        String operator();

        String executor();

        Instant scheduledAt();

        Instant queuedAt();

        Instant startedAt();

        Instant endedAt();

        String hostname();
    }

    /** A task instance; columns as R4 names them. */
    record TaskRow(UUID id, UUID runId, String dagId, String dagRunId, String taskId, int ordinal, TaskState state,
            int tryNumber, int maxTries, int epoch, String pool, int poolSlots, String operator, String executor,
            Instant scheduledAt, Instant queuedAt, Instant startedAt, Instant endedAt, Instant rescheduleAt,
            Instant nextDispatchAt, int dispatchAttempts, int infraAttempts, String failureKind, Integer exitCode,
            String errorMessage, String hostname, String note, Instant logicalDate, Instant runAfter,
            UUID versionId, int versionNumber) implements Tried {}

    /** A try of a task instance; columns as R4 names them. */
    record TryRow(int tryNumber, TaskState state, int maxTries, String pool, int poolSlots, String operator,
            String executor, Instant scheduledAt, Instant queuedAt, Instant startedAt, Instant endedAt,
            String hostname) implements Tried {}

    /** An XCom entry in a list: where it stands, and not its value. */
    record XComEntry(String dagId, String dagRunId, Instant logicalDate, Instant runAfter, String key, String taskId,
            Instant timestamp) {}

    /** An XCom entry of a task instance. */
    record XComRow(String key, String taskId, Instant timestamp, String valueJson) {}

    /**
     * A pool.
     *
     * @param slots how many slots may be taken at once; no limit at 0 and below
     */
    record PoolRow(String name, int slots, String description) {}

    /**
     * The leadership row while somebody leads.
     *
     * @param holder the leader's host name and process id
     */
    record LeaderRow(String holder, long term, Instant since) {}

    /** An import error. */
    record ImportErrorRow(long id, Instant timestamp, String file, String text) {}
}
