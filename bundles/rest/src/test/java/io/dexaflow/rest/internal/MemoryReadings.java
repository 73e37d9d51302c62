// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal;

import io.dexaflow.model.RunState;
import io.dexaflow.model.RunType;
import io.dexaflow.model.TaskState;
import io.dexaflow.store.Condition;
import io.dexaflow.store.Readings;
import io.dexaflow.store.StoreException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** Rows in memory, in the order they were added; the database can be away. */
final class MemoryReadings implements Readings {

    static final Instant TIME = Instant.parse("2026-03-01T10:00:00.123456Z");
    static final UUID VERSION = new UUID(0, 3);

    final List<DagRow> dags = new ArrayList<>();
    final List<RunRow> runs = new CopyOnWriteArrayList<>();
    final List<TaskRow> tasks = new ArrayList<>();
    final AtomicInteger runReads = new AtomicInteger();
    final List<TryRow> tries = new ArrayList<>();
    final List<RunFilter> runFilters = new ArrayList<>();
    final List<TaskFilter> taskFilters = new ArrayList<>();
    final List<XComFilter> xcomFilters = new ArrayList<>();
    final List<XComRow> xcoms = new ArrayList<>();
    final List<ImportErrorRow> errors = new ArrayList<>();
    final Map<String, List<Integer>> epochs = new HashMap<>();
    volatile LeaderRow leader;
    volatile boolean away;

    void addDag(String dagId, UUID version) {
        dags.add(new DagRow(dagId, "/dags/team/" + dagId + ".yaml", false, false, version, 1, TIME));
    }

    RunRow addRun(String dagId, String dagRunId, RunState state) {
        RunRow row =
                new RunRow(new UUID(1, runs.size()), dagId, dagRunId, state, RunType.MANUAL, null, TIME, TIME, TIME,
                        state == RunState.QUEUED ? null : TIME, state.isFinished() ? TIME.plusMillis(1500) : null,
                        "{\"a\": 1.10}", "a note", "admin", VERSION, 1);
        runs.add(row);
        return row;
    }

    TaskRow addTask(RunRow run, String taskId, TaskState state, int tryNumber) {
        boolean ended = state.isTerminal();
        TaskRow row = new TaskRow(new UUID(2, tasks.size()), run.id(), run.dagId(), run.dagRunId(), taskId,
                tasks.size(), state, tryNumber, 3, 7, "default_pool", 1, "BashOperator", "subprocess", TIME, TIME, TIME,
                ended ? TIME.plusSeconds(90) : null, null, null, 0, 2, null, ended ? 7 : null,
                state == TaskState.FAILED ? "exit code 7" : null, "host", null, run.logicalDate(), TIME, VERSION, 1);
        tasks.add(row);
        return row;
    }

    @Override
    public Page<DagRow> dags(DagFilter filter, Paging paging) {
        return page(dags, row -> (filter.pattern() == null || row.dagId().contains(filter.pattern()))
                && (filter.paused() == null || filter.paused() == row.paused())
                && (filter.withStale() || !row.stale()), paging);
    }

    @Override
    public Optional<DagRow> dag(String dagId) {
        return first(dags, row -> row.dagId().equals(dagId));
    }

    /** Pauses or unpauses a DAG; false when there is none. */
    boolean setPaused(String dagId, boolean paused) {
        check();
        dags.replaceAll(row -> row.dagId().equals(dagId) ? new DagRow(dagId, row.file(), paused, row.stale(),
                row.currentVersion(), row.versionNumber(), row.lastParsed()) : row);
        return dag(dagId).isPresent();
    }

    @Override
    public Page<RunRow> runs(RunFilter filter, Paging paging) {
        runFilters.add(filter);
        return page(runs, row -> (filter.dagId() == null || filter.dagId().equals(row.dagId()))
                && in(filter.states(), row.state()) && in(filter.types(), row.type()), paging);
    }

    @Override
    public Optional<RunRow> run(String dagId, String dagRunId) {
        runReads.incrementAndGet();
        return first(runs, row -> row.dagId().equals(dagId) && row.dagRunId().equals(dagRunId));
    }

    @Override
    public Page<TaskRow> tasks(TaskFilter filter, Paging paging) {
        taskFilters.add(filter);
        return page(tasks, row -> (filter.dagId() == null || row.dagId().equals(filter.dagId()))
                && (filter.dagRunId() == null || row.dagRunId().equals(filter.dagRunId()))
                && in(filter.states(), row.state()) && filter.conditions().stream().allMatch(it -> holds(it, row)),
                paging);
    }

    /** Task ids are told apart; what else may be asked for is the store's to test. */
    private static boolean holds(Condition condition, TaskRow row) {
        return !(condition instanceof Condition.OneOf(var attribute, var values))
                || attribute != Condition.Attribute.TASK_ID || values.contains(row.taskId());
    }

    @Override
    public List<TryRow> tries(UUID taskInstanceId) {
        check();
        return tries;
    }

    @Override
    public Optional<String> links(UUID taskInstanceId) {
        check();
        return Optional.of("{\"Docs\": \"https://example.com/d\"}");
    }

    @Override
    public Optional<TaskRow> task(String dagId, String dagRunId, String taskId) {
        return first(tasks, row -> row.dagId().equals(dagId) && row.dagRunId().equals(dagRunId)
                && row.taskId().equals(taskId));
    }

    @Override
    public List<Integer> epochs(UUID taskInstanceId, int tryNumber) {
        check();
        return epochs.getOrDefault(taskInstanceId + "/" + tryNumber, List.of());
    }

    @Override
    public Page<XComEntry> xcoms(XComFilter filter, Paging paging) {
        xcomFilters.add(filter);
        Page<XComRow> rows =
                page(xcoms, row -> filter.taskId() == null || row.taskId().equals(filter.taskId()), paging);
        return new Page<>(rows.rows()
                .stream()
                .map(row -> new XComEntry("sales", "r1", null, TIME, row.key(), row.taskId(), row.timestamp()))
                .toList(), rows.total());
    }

    @Override
    public Optional<XComRow> xcom(UUID runId, String taskId, String key) {
        return first(xcoms, row -> row.taskId().equals(taskId) && row.key().equals(key));
    }

    @Override
    public Page<ImportErrorRow> importErrors(Paging paging) {
        return page(errors, row -> true, paging);
    }

    @Override
    public Optional<Instant> versionCreated(UUID versionId) {
        check();
        return versionId.equals(VERSION) ? Optional.of(TIME) : Optional.empty();
    }

    @Override
    public Instant ping() {
        check();
        return TIME;
    }

    @Override
    public Optional<LeaderRow> leader() {
        check();
        return Optional.ofNullable(leader);
    }

    <R, T> Page<T> page(List<R> rows, Predicate<R> wanted, Paging paging, Function<R, T> view) {
        Page<R> page = page(rows, wanted, paging);
        return new Page<>(page.rows().stream().map(view).toList(), page.total());
    }

    <T> Page<T> page(List<T> rows, Predicate<T> wanted, Paging paging) {
        check();
        if (paging.orderBy() != null && paging.orderBy().contains("nonsense")) {
            throw new IllegalArgumentException("cannot order by " + paging.orderBy());
        }
        List<T> found = rows.stream().filter(wanted).toList();
        return new Page<>(found.stream().skip(paging.offset()).limit(paging.limit()).toList(), found.size());
    }

    private <T> Optional<T> first(List<T> rows, Predicate<T> wanted) {
        check();
        return rows.stream().filter(wanted).findFirst();
    }

    private static <E> boolean in(Set<E> wanted, E state) {
        return wanted.isEmpty() || wanted.contains(state);
    }

    private void check() {
        if (away) {
            throw new StoreException("the database is away", null);
        }
    }
}
