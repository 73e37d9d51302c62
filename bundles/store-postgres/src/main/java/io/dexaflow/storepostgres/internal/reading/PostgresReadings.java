// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.reading;

import io.dexaflow.model.RunState;
import io.dexaflow.model.RunType;
import io.dexaflow.model.TaskState;
import io.dexaflow.store.Readings;
import io.dexaflow.storepostgres.internal.clock.ClockMapper;
import io.dexaflow.storepostgres.internal.leader.LeadershipMapper;
import io.dexaflow.storepostgres.internal.leader.PostgresLeaderLock;
import io.dexaflow.storepostgres.internal.reading.ReadingMapper.DagWish;
import io.dexaflow.storepostgres.internal.reading.ReadingMapper.RunWish;
import io.dexaflow.storepostgres.internal.reading.ReadingMapper.TaskWish;
import io.dexaflow.storepostgres.internal.reading.ReadingMapper.XComWish;
import io.dexaflow.storepostgres.internal.sql.Database;
import io.dexaflow.storepostgres.internal.sql.Ordering.Piece;
import io.dexaflow.storepostgres.internal.sql.Seconds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** What the API, the shell and the commands read from PostgreSQL. An order that is not known is refused with its names. */
public final class PostgresReadings implements Readings {

    private final Database database;

    public PostgresReadings(Database database) {
        this.database = database;
    }

    @Override
    public Page<DagRow> dags(DagFilter filter, Paging paging) {
        DagWish wish = new DagWish(filter.pattern(), filter.paused(), filter.withStale(),
                filter.tags() == null ? new String[0] : filter.tags().toArray(String[]::new));
        Piece piece = Orders.DAGS.piece(paging);
        return page("list DAGs", mapper -> mapper.dags(wish, piece), mapper -> mapper.countDags(wish));
    }

    @Override
    public Optional<DagRow> dag(String dagId) {
        return found("read dag=" + dagId, mapper -> mapper.dag(dagId));
    }

    @Override
    public Page<RunRow> runs(RunFilter filter, Paging paging) {
        RunWish wish = new RunWish(filter.dagId(), names(filter.states(), RunState::wireName),
                names(filter.types(), RunType::wireName), Clause.ofRuns(filter.conditions()));
        Piece piece = Orders.RUNS.piece(paging);
        return page("list runs", mapper -> mapper.runs(wish, piece), mapper -> mapper.countRuns(wish));
    }

    @Override
    public Optional<RunRow> run(String dagId, String dagRunId) {
        return found("read the run " + dagRunId + " of dag=" + dagId, mapper -> mapper.run(dagId, dagRunId));
    }

    @Override
    public Page<TaskRow> tasks(TaskFilter filter, Paging paging) {
        boolean ofOneRun = filter.dagId() != null && filter.dagRunId() != null;
        List<Clause> clauses = Clause.ofTasks(filter.conditions());
        TaskWish wish = new TaskWish(filter.dagId(), filter.dagRunId(), names(filter.states(), TaskState::wireName),
                clauses, filter.dagId() != null || filter.dagRunId() != null
                        || clauses.stream().anyMatch(Clause::isAboutRun));
        Piece piece = (ofOneRun ? Orders.TASKS : Orders.ALL_TASKS).piece(paging);
        return page(ofOneRun ? "list the task instances of the run " + filter.dagRunId() + " of dag=" + filter.dagId()
                : "list task instances",
                mapper -> mapper.tasks(wish, piece), mapper -> mapper.countTasks(wish));
    }

    @Override
    public Optional<TaskRow> task(String dagId, String dagRunId, String taskId) {
        return found("read task=" + taskId + " in the run " + dagRunId + " of dag=" + dagId,
                mapper -> mapper.task(dagId, dagRunId, taskId));
    }

    @Override
    public List<TryRow> tries(UUID taskInstanceId) {
        return ask("list the tries of ti=" + taskInstanceId, mapper -> mapper.tries(taskInstanceId));
    }

    @Override
    public Optional<String> links(UUID taskInstanceId) {
        return found("read the links of ti=" + taskInstanceId, mapper -> mapper.links(taskInstanceId));
    }

    @Override
    public List<Integer> epochs(UUID taskInstanceId, int tryNumber) {
        return ask("list the epochs of a try of ti=" + taskInstanceId,
                mapper -> mapper.epochs(taskInstanceId, tryNumber));
    }

    @Override
    public Page<XComEntry> xcoms(XComFilter filter, Paging paging) {
        XComWish wish = new XComWish(filter.dagId(), filter.dagRunId(), filter.taskId(),
                Clause.ofXComs(filter.conditions()));
        Piece piece = Orders.XCOMS.piece(paging);
        return page("list XCom entries", mapper -> mapper.xcoms(wish, piece), mapper -> mapper.countXComs(wish));
    }

    @Override
    public Optional<XComRow> xcom(UUID runId, String taskId, String key) {
        return found("read an XCom entry of run=" + runId + " task=" + taskId,
                mapper -> mapper.xcom(runId, taskId, key));
    }

    @Override
    public Optional<Instant> versionCreated(UUID versionId) {
        return found("read when version=" + versionId + " was made", mapper -> mapper.versionCreated(versionId));
    }

    @Override
    public Optional<PoolRow> pool(String name) {
        return found("read the pool " + name, mapper -> mapper.pool(name));
    }

    @Override
    public Optional<Instant> lastHeartbeat(UUID taskInstanceId) {
        return found("read the last heartbeat of ti=" + taskInstanceId,
                mapper -> mapper.lastHeartbeat(taskInstanceId));
    }

    @Override
    public List<Duration> scheduleDelays(Map<UUID, List<String>> upstreams) {
        List<UUID> tasks = new ArrayList<>();
        List<String> ids = new ArrayList<>();
        upstreams.forEach((task, some) -> some.forEach(id -> {
            tasks.add(task);
            ids.add(id);
        }));
        return ask("measure how long " + upstreams.size() + " task instances waited",
                mapper -> mapper.scheduleDelays(tasks.toArray(UUID[]::new), ids.toArray(String[]::new)))
                .stream()
                .map(Seconds::toDuration)
                .toList();
    }

    @Override
    public Optional<LeaderRow> leader() {
        return Optional.ofNullable(database.one(LeadershipMapper.class, "find out who leads",
                mapper -> mapper.leader(PostgresLeaderLock.KEY)));
    }

    @Override
    public Page<ImportErrorRow> importErrors(Paging paging) {
        Piece piece = Orders.IMPORT_ERRORS.piece(paging);
        return page("list import errors", mapper -> mapper.importErrors(piece), ReadingMapper::countImportErrors);
    }

    @Override
    public Instant ping() {
        return database.one(ClockMapper.class, "read the database's clock", ClockMapper::now);
    }

    private <T> Page<T> page(String what, Function<ReadingMapper, List<T>> rows, Function<ReadingMapper, Long> total) {
        return new Page<>(ask(what, rows), ask(what, total));
    }

    private <T> Optional<T> found(String what, Function<ReadingMapper, T> row) {
        return Optional.ofNullable(ask(what, row));
    }

    private <T> T ask(String what, Function<ReadingMapper, T> statement) {
        return database.one(ReadingMapper.class, what, statement);
    }

    private static <E> String[] names(Collection<E> wanted, Function<E, String> name) {
        return wanted == null ? new String[0] : wanted.stream().map(name).toArray(String[]::new);
    }
}
