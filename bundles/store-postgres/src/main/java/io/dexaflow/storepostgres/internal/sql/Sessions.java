// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.sql;

import io.dexaflow.model.AttemptId;
import io.dexaflow.model.RunState;
import io.dexaflow.model.RunType;
import io.dexaflow.model.TaskState;
import io.dexaflow.store.DagCatalog;
import io.dexaflow.store.DagLedger;
import io.dexaflow.store.EventLedger;
import io.dexaflow.store.LeadershipTerm;
import io.dexaflow.store.PoolLedger;
import io.dexaflow.store.Readings;
import io.dexaflow.store.RetentionLedger;
import io.dexaflow.store.VariableLedger;
import io.dexaflow.storepostgres.internal.attempt.AttemptMapper;
import io.dexaflow.storepostgres.internal.backfill.BackfillMapper;
import io.dexaflow.storepostgres.internal.callback.CallbackMapper;
import io.dexaflow.storepostgres.internal.catalog.CatalogMapper;
import io.dexaflow.storepostgres.internal.clear.ClearMapper;
import io.dexaflow.storepostgres.internal.clock.ClockMapper;
import io.dexaflow.storepostgres.internal.dag.DagMapper;
import io.dexaflow.storepostgres.internal.event.EventMapper;
import io.dexaflow.storepostgres.internal.figures.FiguresMapper;
import io.dexaflow.storepostgres.internal.leader.LeadershipMapper;
import io.dexaflow.storepostgres.internal.pool.PoolMapper;
import io.dexaflow.storepostgres.internal.reading.ReadingMapper;
import io.dexaflow.storepostgres.internal.reap.ReapMapper;
import io.dexaflow.storepostgres.internal.retention.RetentionMapper;
import io.dexaflow.storepostgres.internal.run.RunMapper;
import io.dexaflow.storepostgres.internal.schedule.ScheduleMapper;
import io.dexaflow.storepostgres.internal.task.OfferMapper;
import io.dexaflow.storepostgres.internal.task.TaskMapper;
import io.dexaflow.storepostgres.internal.trail.DecisionMapper;
import io.dexaflow.storepostgres.internal.variable.VariableMapper;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import javax.sql.DataSource;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.LocalCacheScope;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.apache.ibatis.type.TypeAliasRegistry;
import org.apache.ibatis.type.TypeHandlerRegistry;

/**
 * MyBatis as this bundle uses it: no cache, records as results (columns in the order of their components), every class
 * that the mapper files name given as an alias, so that MyBatis never looks for a class by name.
 */
public final class Sessions {

    private static final List<Class<?>> MAPPERS =
            List.of(AttemptMapper.class, BackfillMapper.class, CallbackMapper.class,
                    CatalogMapper.class, ClearMapper.class, ClockMapper.class, DagMapper.class, DecisionMapper.class,
                    EventMapper.class, FiguresMapper.class, LeadershipMapper.class, OfferMapper.class, PoolMapper.class,
                    ReadingMapper.class, ReapMapper.class, RetentionMapper.class, RunMapper.class, ScheduleMapper.class,
                    TaskMapper.class, VariableMapper.class);

    private static final List<Class<?>> RESULTS = List.of(AttemptId.class, AttemptMapper.BeatLine.class,
            AttemptMapper.FactsLine.class, AttemptMapper.XComLine.class, BackfillMapper.AdvanceLine.class,
            BackfillMapper.BackfillLine.class, CallbackMapper.CallbackLine.class,
            CatalogMapper.CountLine.class, ClearMapper.ClearLine.class, DagCatalog.DagEntry.class,
            DagCatalog.Source.class, DagCatalog.VersionRow.class, DagLedger.DagVersion.class,
            DagLedger.KnownDag.class, DecisionMapper.DecisionLine.class, EventLedger.EventRow.class,
            FiguresMapper.StateLine.class, FiguresMapper.SuccessLine.class, Instant.class, LeadershipTerm.class,
            OfferMapper.CandidateLine.class, PoolLedger.PoolUse.class, Readings.DagRow.class,
            Readings.ImportErrorRow.class, Readings.LeaderRow.class, Readings.PoolRow.class, Readings.RunRow.class,
            Readings.TaskRow.class, Readings.TryRow.class, Readings.XComEntry.class, Readings.XComRow.class,
            ReapMapper.OrphanLine.class,
            ReapMapper.SuspectLine.class, RetentionLedger.Expired.class, RunMapper.ActiveLine.class, RunState.class,
            ScheduleMapper.DueLine.class, TaskMapper.ClaimLine.class, TaskMapper.Place.class,
            TaskMapper.SettledLine.class, UUID.class, VariableLedger.Variable.class);

    private Sessions() {}

    /**
     * Reads the mapper files.
     *
     * @param source where connections come from
     */
    public static SqlSessionFactory over(DataSource source) {
        Configuration configuration = new Configuration(
                new Environment("dexaflow", new JdbcTransactionFactory(), source));
        configuration.setCacheEnabled(false);
        configuration.setLocalCacheScope(LocalCacheScope.STATEMENT);
        registerHandlers(configuration.getTypeHandlerRegistry());
        TypeAliasRegistry aliases = configuration.getTypeAliasRegistry();
        RESULTS.forEach(result -> aliases.registerAlias(result.getSimpleName(), result));
        MAPPERS.forEach(configuration::addMapper);
        return new SqlSessionFactoryBuilder().build(configuration);
    }

    private static void registerHandlers(TypeHandlerRegistry handlers) {
        handlers.register(UUID.class, new ColumnHandler<>(UUID.class, Function.identity(), Function.identity()));
        handlers.register(Instant.class, new ColumnHandler<Instant, OffsetDateTime>(OffsetDateTime.class,
                instant -> instant.atOffset(ZoneOffset.UTC), OffsetDateTime::toInstant));
        handlers.register(TaskState.class, new ColumnHandler<>(String.class, TaskState::wireName, TaskState::ofWire));
        handlers.register(RunState.class, new ColumnHandler<>(String.class, RunState::wireName, RunState::ofWire));
        handlers.register(RunType.class, new ColumnHandler<>(String.class, RunType::wireName, RunType::ofWire));
        registerArray(handlers, UUID[].class, "uuid");
        registerArray(handlers, String[].class, "text");
        registerArray(handlers, Integer[].class, "int4");
        registerArray(handlers, Double[].class, "float8");
        registerArray(handlers, Instant[].class, "timestamptz");
    }

    private static <E> void registerArray(TypeHandlerRegistry handlers, Class<E[]> array, String elementType) {
        handlers.register(array, new ArrayHandler<E>(elementType));
    }
}
