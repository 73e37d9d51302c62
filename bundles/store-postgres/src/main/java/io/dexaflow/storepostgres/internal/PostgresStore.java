// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.dexaflow.control.Backup;
import io.dexaflow.diagnosis.DoctorCheck;
import io.dexaflow.store.AttemptLedger;
import io.dexaflow.store.BackfillLedger;
import io.dexaflow.store.CallbackLedger;
import io.dexaflow.store.ClearLedger;
import io.dexaflow.store.DagCatalog;
import io.dexaflow.store.DagLedger;
import io.dexaflow.store.DatabaseClock;
import io.dexaflow.store.DecisionLedger;
import io.dexaflow.store.EventLedger;
import io.dexaflow.store.Figures;
import io.dexaflow.store.LeaderLock;
import io.dexaflow.store.PoolLedger;
import io.dexaflow.store.Readings;
import io.dexaflow.store.ReapLedger;
import io.dexaflow.store.RetentionLedger;
import io.dexaflow.store.RunLedger;
import io.dexaflow.store.ScheduleLedger;
import io.dexaflow.store.TaskLedger;
import io.dexaflow.store.VariableLedger;
import io.dexaflow.storepostgres.internal.attempt.PostgresAttemptLedger;
import io.dexaflow.storepostgres.internal.backfill.PostgresBackfillLedger;
import io.dexaflow.storepostgres.internal.backup.PostgresBackup;
import io.dexaflow.storepostgres.internal.callback.PostgresCallbackLedger;
import io.dexaflow.storepostgres.internal.catalog.PostgresDagCatalog;
import io.dexaflow.storepostgres.internal.clear.PostgresClearLedger;
import io.dexaflow.storepostgres.internal.clock.ClockCheck;
import io.dexaflow.storepostgres.internal.clock.PostgresDatabaseClock;
import io.dexaflow.storepostgres.internal.dag.PostgresDagLedger;
import io.dexaflow.storepostgres.internal.event.PostgresEventLedger;
import io.dexaflow.storepostgres.internal.figures.PostgresFigures;
import io.dexaflow.storepostgres.internal.leader.PostgresLeaderLock;
import io.dexaflow.storepostgres.internal.pool.PostgresPoolLedger;
import io.dexaflow.storepostgres.internal.reading.PostgresReadings;
import io.dexaflow.storepostgres.internal.reap.PostgresReapLedger;
import io.dexaflow.storepostgres.internal.retention.PostgresRetentionLedger;
import io.dexaflow.storepostgres.internal.run.PostgresRunLedger;
import io.dexaflow.storepostgres.internal.schedule.PostgresScheduleLedger;
import io.dexaflow.storepostgres.internal.sql.Database;
import io.dexaflow.storepostgres.internal.sql.Sessions;
import io.dexaflow.storepostgres.internal.task.PostgresTaskLedger;
import io.dexaflow.storepostgres.internal.trail.PostgresDecisionLedger;
import io.dexaflow.storepostgres.internal.variable.PostgresVariableLedger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.apache.ibatis.session.SqlSessionFactory;

/**
 * The pool and everything that works on it; knows nothing of OSGi. The schema is up to date before this is opened.
 */
public final class PostgresStore implements AutoCloseable {

    private static final long CONNECT_MILLIS = 3_000;
    private static final long VALIDATE_MILLIS = 1_000;

    private final Sources sources;
    private final HikariDataSource pool;
    private final PostgresDatabaseClock clock;
    private final PostgresLeaderLock lock;
    private final Database database;
    private final Duration confirmationValve;

    private PostgresStore(Sources sources, HikariDataSource pool, Duration confirmationValve) {
        SqlSessionFactory sessions = Sessions.over(pool);
        this.sources = sources;
        this.pool = pool;
        this.database = new Database(sessions);
        this.clock = new PostgresDatabaseClock(database);
        this.lock = new PostgresLeaderLock(sources.lock(), sessions, holder());
        this.confirmationValve = confirmationValve;
    }

    /**
     * Opens the pool.
     *
     * @param sources where connections come from
     * @param settings how many and how long
     * @param confirmationValve how long an infra mark stays provisional (R43), the ladder's word
     * @throws RuntimeException when the database does not answer
     */
    public static PostgresStore open(Sources sources, StoreSettings settings, Duration confirmationValve) {
        HikariDataSource pool = pool(sources.pooled(), settings);
        try {
            return new PostgresStore(sources, pool, confirmationValve);
        } catch (RuntimeException failure) {
            pool.close();
            throw failure;
        }
    }

    private static HikariDataSource pool(DataSource source, StoreSettings settings) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(source);
        config.setPoolName("dexaflow");
        config.setMaximumPoolSize(settings.poolSize());
        config.setMinimumIdle(Math.min(2, settings.poolSize()));
        config.setConnectionTimeout(CONNECT_MILLIS);
        config.setValidationTimeout(VALIDATE_MILLIS);
        config.setConnectionInitSql(session(settings));
        return new HikariDataSource(config);
    }

    /**
     * What a pooled session is set to. Our statements look up rows by key, whatever the tables' size; the plans that a
     * session keeps must do so too, even when they were made while a table was still empty and nothing had analysed it.
     * A host that stands still in the middle of a transaction does not hold up the others for more than a minute.
     */
    static String session(StoreSettings settings) {
        return "set statement_timeout = '" + settings.statementTimeoutSeconds() + "s'; "
                + "set idle_in_transaction_session_timeout = '60s'; set jit = off; "
                + "set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set enable_hashjoin = off; "
                + "set enable_mergejoin = off; set random_page_cost = 1.1";
    }

    private static String holder() {
        try {
            return InetAddress.getLocalHost().getHostName() + ":" + ProcessHandle.current().pid();
        } catch (UnknownHostException nameless) {
            return "unknown:" + ProcessHandle.current().pid();
        }
    }

    /** The services, each by the interface under which it is published, in that order. */
    public Map<Class<?>, Object> services() {
        Map<Class<?>, Object> services = new LinkedHashMap<>();
        services.put(DatabaseClock.class, clock);
        services.put(DagLedger.class, new PostgresDagLedger(database));
        services.put(RunLedger.class, new PostgresRunLedger(database, confirmationValve));
        services.put(ScheduleLedger.class, new PostgresScheduleLedger(database));
        services.put(BackfillLedger.class, new PostgresBackfillLedger(database));
        services.put(TaskLedger.class, new PostgresTaskLedger(database, confirmationValve));
        services.put(AttemptLedger.class, new PostgresAttemptLedger(database));
        services.put(ClearLedger.class, new PostgresClearLedger(database));
        services.put(ReapLedger.class, new PostgresReapLedger(database));
        services.put(CallbackLedger.class, new PostgresCallbackLedger(database, confirmationValve));
        services.put(RetentionLedger.class, new PostgresRetentionLedger(database));
        services.put(DecisionLedger.class, new PostgresDecisionLedger(database));
        services.put(Readings.class, new PostgresReadings(database));
        services.put(DagCatalog.class, new PostgresDagCatalog(database));
        services.put(PoolLedger.class, new PostgresPoolLedger(database));
        services.put(VariableLedger.class, new PostgresVariableLedger(database));
        services.put(EventLedger.class, new PostgresEventLedger(database));
        services.put(Figures.class, new PostgresFigures(database));
        services.put(LeaderLock.class, lock);
        services.put(Backup.class, new PostgresBackup(sources.migration()));
        services.put(DoctorCheck.class, new ClockCheck(database));
        return services;
    }

    /** Gives back the lock, ends the clock's reading and closes every connection. */
    @Override
    public void close() {
        lock.close();
        clock.close();
        pool.close();
    }
}
