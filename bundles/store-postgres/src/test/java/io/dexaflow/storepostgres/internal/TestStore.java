// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import io.dexaflow.model.AttemptId;
import io.dexaflow.model.Command;
import io.dexaflow.model.Dag;
import io.dexaflow.model.Limits;
import io.dexaflow.model.Placement;
import io.dexaflow.model.RetryPolicy;
import io.dexaflow.model.RunType;
import io.dexaflow.model.Task;
import io.dexaflow.model.Work;
import io.dexaflow.store.AttemptLedger;
import io.dexaflow.store.BackfillLedger;
import io.dexaflow.store.CallbackLedger;
import io.dexaflow.store.ClearLedger;
import io.dexaflow.store.DagCatalog;
import io.dexaflow.store.DagLedger;
import io.dexaflow.store.DatabaseClock;
import io.dexaflow.store.DecisionLedger;
import io.dexaflow.store.EventLedger;
import io.dexaflow.store.LeaderLock;
import io.dexaflow.store.PoolLedger;
import io.dexaflow.store.Readings;
import io.dexaflow.store.ReapLedger;
import io.dexaflow.store.RetentionLedger;
import io.dexaflow.store.RunLedger;
import io.dexaflow.store.ScheduleLedger;
import io.dexaflow.store.TaskLedger;
import io.dexaflow.store.VariableLedger;
import io.dexaflow.storepostgres.internal.schema.SchemaMigrator;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A store on a database of the test class's own, emptied before each test; and plain SQL beside it. */
final class TestStore implements BeforeAllCallback, BeforeEachCallback, AfterAllCallback {

    /** The term of the leader that the tests write as. */
    static final long TERM = 7;
    static final Duration VALVE = Duration.ofMinutes(2);

    final Watched watched = new Watched();
    private TestServer server;
    private TestServer.Endpoint endpoint;
    private PostgresStore store;
    private Map<Class<?>, Object> services;
    private Connection plain;

    @Override
    public void beforeAll(ExtensionContext context) throws SQLException {
        server = TestServer.of(context);
        endpoint = server.database();
        Sources sources = endpoint.sources(30);
        new SchemaMigrator(sources.migration()).migrate();
        store = PostgresStore.open(new Sources(watched.watch(sources.pooled()), sources.lock(), sources.migration()),
                new StoreSettings(8, 30), VALVE);
        services = store.services();
        plain = endpoint.connect();
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        sql("truncate dexaflow.dag, dexaflow.dag_version, dexaflow.dag_run, dexaflow.task_instance, "
                + "dexaflow.task_instance_history, dexaflow.xcom, dexaflow.decision, dexaflow.import_error, "
                + "dexaflow.event_log, dexaflow.variable cascade");
        sql("delete from dexaflow.pool where name <> 'default_pool'");
        sql("update dexaflow.clock set shift = '0'");
        sql("update dexaflow.leadership set term = ?", TERM);
        watched.forget();
    }

    @Override
    public void afterAll(ExtensionContext context) throws SQLException {
        store.close();
        plain.close();
        server.drop(endpoint);
    }

    TestServer.Endpoint endpoint() {
        return endpoint;
    }

    DatabaseClock clock() {
        return service(DatabaseClock.class);
    }

    DagLedger dags() {
        return service(DagLedger.class);
    }

    RunLedger runs() {
        return service(RunLedger.class);
    }

    TaskLedger tasks() {
        return service(TaskLedger.class);
    }

    AttemptLedger attempts() {
        return service(AttemptLedger.class);
    }

    ReapLedger reaps() {
        return service(ReapLedger.class);
    }

    ClearLedger clears() {
        return service(ClearLedger.class);
    }

    BackfillLedger backfills() {
        return service(BackfillLedger.class);
    }

    CallbackLedger callbacks() {
        return service(CallbackLedger.class);
    }

    RetentionLedger retention() {
        return service(RetentionLedger.class);
    }

    DecisionLedger decisions() {
        return service(DecisionLedger.class);
    }

    ScheduleLedger schedules() {
        return service(ScheduleLedger.class);
    }

    Readings readings() {
        return service(Readings.class);
    }

    DagCatalog catalog() {
        return service(DagCatalog.class);
    }

    PoolLedger pools() {
        return service(PoolLedger.class);
    }

    VariableLedger variables() {
        return service(VariableLedger.class);
    }

    EventLedger events() {
        return service(EventLedger.class);
    }

    LeaderLock lock() {
        return service(LeaderLock.class);
    }

    private <T> T service(Class<T> type) {
        return type.cast(services.get(type));
    }

    /** These task instances, all for one executor. */
    static Map<UUID, String> executors(Collection<UUID> taskInstances) {
        return taskInstances.stream().collect(Collectors.toMap(Function.identity(), id -> "subprocess"));
    }

    /** A DAG of that many tasks, t0, t1, … */
    static Dag dag(String dagId, int tasks, Limits limits) {
        List<Task> made = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            made.add(new Task("t" + i, new Work(new Command(List.of("true"), null), null, null, null, null),
                    List.of(), null, RetryPolicy.NONE, Placement.DEFAULT, null));
        }
        return new Dag(dagId, null, null, limits, List.of(), null, null, made);
    }

    UUID version(String dagId, int tasks, Limits limits) {
        return dags().register(dag(dagId, tasks, limits), new DagLedger.Origin("/dags/" + dagId + ".yaml", "x"), true)
                .id();
    }

    /** A queued run; its DAG is registered by that. */
    UUID queuedRun(String dagId, int tasks) {
        return queuedRun(dagId, tasks, Limits.DEFAULT);
    }

    UUID queuedRun(String dagId, int tasks, Limits limits) {
        UUID version = version(dagId, tasks, limits);
        RunLedger.CreateResult result = runs().create(new RunLedger.NewRun(dagId, version, "r" + UUID.randomUUID(),
                RunType.MANUAL, null, null, null, "{}", null, null));
        return ((RunLedger.CreateResult.Created) result).runId();
    }

    /** A running run with its task instances in state none, three tries each. */
    UUID run(String dagId, int tasks) {
        return run(dagId, tasks, Limits.DEFAULT);
    }

    UUID run(String dagId, int tasks, Limits limits) {
        return start(queuedRun(dagId, tasks, limits), tasks);
    }

    UUID start(UUID run, int tasks) {
        runs().start(List.of(new RunLedger.RunStart(run, 0, newTasks(tasks))), TERM);
        return run;
    }

    static List<RunLedger.NewTask> newTasks(int count) {
        List<RunLedger.NewTask> tasks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            tasks.add(new RunLedger.NewTask(i, "t" + i, "CommandOperator", 3, Placement.DEFAULT_POOL, 1, null));
        }
        return tasks;
    }

    /** Sets columns of a task instance, for the state a test begins in. */
    void set(UUID run, int ordinal, String assignments) {
        sql("update dexaflow.task_instance set " + assignments + " where run_id = ? and ordinal = ?", run, ordinal);
    }

    /** The task instance's columns by name. */
    Map<String, Object> row(UUID run, int ordinal) {
        return rows("select * from dexaflow.task_instance where run_id = ? and ordinal = ?", run, ordinal).getFirst();
    }

    String state(UUID run, int ordinal) {
        return (String) row(run, ordinal).get("state");
    }

    UUID id(UUID run, int ordinal) {
        return (UUID) row(run, ordinal).get("id");
    }

    /** The attempt that the row stands at. */
    AttemptId attempt(UUID run, int ordinal) {
        Map<String, Object> row = row(run, ordinal);
        return new AttemptId(run, (String) row.get("task_id"), (int) row.get("try_number"),
                (int) row.get("attempt_epoch"));
    }

    /** Claims a scheduled task instance and writes it as queued and then running. */
    AttemptId running(UUID run, int ordinal) {
        set(run, ordinal, "state = 'scheduled', scheduled_at = dexaflow.now()");
        AttemptId attempt =
                tasks().claim(TestStore.executors(List.of(id(run, ordinal))), TERM).claims().getFirst().attempt();
        tasks().queued(List.of(attempt), TERM);
        set(run, ordinal, "state = 'running', started_at = dexaflow.now()");
        return attempt;
    }

    /** The plan, as a session of the pool makes and keeps it. */
    String plan(Watched.Executed executed) {
        sql("deallocate all");
        sql(PostgresStore.session(new StoreSettings(8, 30)));
        sql(executed.prepare("it"));
        return rows(executed.explain("it")).stream()
                .map(row -> (String) row.get("QUERY PLAN"))
                .collect(Collectors.joining("\n"));
    }

    void moveClock(Duration shift) {
        sql("update dexaflow.clock set shift = shift + ? * interval '1 second'", (double) shift.toSeconds());
    }

    Instant now() {
        return (Instant) rows("select dexaflow.now() as now").getFirst().get("now");
    }

    synchronized int sql(String sql, Object... parameters) {
        try (PreparedStatement statement = prepared(sql, parameters)) {
            return statement.executeUpdate();
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    synchronized List<Map<String, Object>> rows(String sql, Object... parameters) {
        List<Map<String, Object>> rows = new ArrayList<>();
        try (PreparedStatement statement = prepared(sql, parameters); ResultSet result = statement.executeQuery()) {
            while (result.next()) {
                Map<String, Object> row = new LinkedHashMap<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    Object value = result.getObject(i);
                    row.put(result.getMetaData().getColumnName(i),
                            value instanceof java.sql.Timestamp time ? time.toInstant() : value);
                }
                rows.add(row);
            }
            return rows;
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    long count(String sql, Object... parameters) {
        return ((Number) rows(sql, parameters).getFirst().values().iterator().next()).longValue();
    }

    private PreparedStatement prepared(String sql, Object... parameters) throws SQLException {
        PreparedStatement statement = plain.prepareStatement(sql);
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        return statement;
    }
}
