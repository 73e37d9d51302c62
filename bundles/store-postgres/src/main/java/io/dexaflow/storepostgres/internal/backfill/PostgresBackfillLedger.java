// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.backfill;

import io.dexaflow.model.RunType;
import io.dexaflow.schedule.ScheduledRun;
import io.dexaflow.store.BackfillLedger;
import io.dexaflow.store.Readings.Page;
import io.dexaflow.store.Readings.Paging;
import io.dexaflow.storepostgres.internal.backfill.BackfillMapper.AdvanceLine;
import io.dexaflow.storepostgres.internal.backfill.BackfillMapper.BackfillLine;
import io.dexaflow.storepostgres.internal.backfill.BackfillMapper.PlanColumns;
import io.dexaflow.storepostgres.internal.backfill.BackfillMapper.RunColumns;
import io.dexaflow.storepostgres.internal.backfill.BackfillMapper.TaskColumns;
import io.dexaflow.storepostgres.internal.sql.Database;
import io.dexaflow.storepostgres.internal.sql.Ordering;
import io.dexaflow.storepostgres.internal.sql.Ordering.Piece;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Backfills in PostgreSQL: one statement for a tick, whatever there is to do. */
public final class PostgresBackfillLedger implements BackfillLedger {

    private static final Ordering ORDER = new Ordering("b.id", "b.id", false, Map.of("id", "b.id"));

    private final Database database;

    public PostgresBackfillLedger(Database database) {
        this.database = database;
    }

    @Override
    public Page<Backfill> list(String dagId, Paging paging) {
        Piece piece = ORDER.piece(paging);
        return new Page<>(ask("list backfills of dag=" + dagId, mapper -> mapper.list(dagId, piece)).stream()
                .map(PostgresBackfillLedger::backfill)
                .toList(), ask("count backfills of dag=" + dagId, mapper -> mapper.count(dagId)));
    }

    @Override
    public Optional<Backfill> find(long id) {
        return Optional.ofNullable(ask("read backfill=" + id, mapper -> mapper.find(id)))
                .map(PostgresBackfillLedger::backfill);
    }

    @Override
    public List<Instant> wanted(String dagId, Collection<Instant> dates, Reprocess reprocess) {
        return ask("read what a backfill of dag=" + dagId + " would make",
                mapper -> mapper.wanted(dagId, dates.toArray(Instant[]::new), again(reprocess)));
    }

    @Override
    public Optional<Backfill> create(NewBackfill backfill, List<ScheduledRun> runs) {
        Plan plan = backfill.plan();
        PlanColumns columns = new PlanColumns(plan.dagId(), plan.from(), plan.to(), plan.confJson(),
                plan.maxActiveRuns(), plan.reprocess().wireName());
        RunColumns wanted = new RunColumns(
                runs.stream().map(run -> run.dagRunId(RunType.BACKFILL)).toArray(String[]::new),
                runs.stream().map(ScheduledRun::logicalDate).toArray(Instant[]::new),
                runs.stream().map(run -> run.dataInterval().end()).toArray(Instant[]::new));
        return Optional.ofNullable(database.together(BackfillMapper.class, "begin a backfill of dag=" + plan.dagId(),
                mapper -> {
                    Long id = mapper.create(columns, backfill.by());
                    if (id == null) {
                        return null;
                    }
                    mapper.addRuns(id, wanted, again(plan.reprocess()));
                    return backfill(mapper.find(id));
                }));
    }

    @Override
    public Change setPaused(long id, boolean paused) {
        return changed(id, ask("pause backfill=" + id, mapper -> mapper.setPaused(id, paused)) > 0);
    }

    @Override
    public Change cancel(long id, String by) {
        return changed(id, database.together(BackfillMapper.class, "cancel backfill=" + id, mapper -> {
            boolean open = mapper.lock(id) != null;
            if (open) {
                mapper.cancel(id, by);
            }
            return open;
        }));
    }

    private Change changed(long id, boolean done) {
        if (done) {
            return Change.DONE;
        }
        return find(id).isPresent() ? Change.COMPLETED : Change.UNKNOWN;
    }

    @Override
    public Advance advance(int limit, long term) {
        List<AdvanceLine> lines = ask("move backfills on", mapper -> mapper.advance(limit, term));
        return new Advance(
                lines.stream().filter(line -> !line.again()).map(AdvanceLine::runId).collect(Collectors.toSet()),
                lines.stream()
                        .filter(AdvanceLine::again)
                        .map(line -> new Finished(line.runId(), line.versionId()))
                        .toList());
    }

    @Override
    public Set<UUID> runAgain(Collection<Again> runs, long term) {
        if (runs.isEmpty()) {
            return Set.of();
        }
        List<UUID> ids = new ArrayList<>();
        List<Integer> ordinals = new ArrayList<>();
        List<Integer> retries = new ArrayList<>();
        for (Again run : runs) {
            for (int ordinal = 0; ordinal < run.retries().size(); ordinal++) {
                ids.add(run.runId());
                ordinals.add(ordinal);
                retries.add(run.retries().get(ordinal));
            }
        }
        TaskColumns tasks = new TaskColumns(ids.toArray(UUID[]::new), ordinals.toArray(Integer[]::new),
                retries.toArray(Integer[]::new));
        return Set.copyOf(ask("queue " + runs.size() + " runs of backfills again",
                mapper -> mapper.runAgain(runs.stream().map(Again::runId).toArray(UUID[]::new), tasks, term)));
    }

    /** The states in which a run is to run again. */
    private static String[] again(Reprocess reprocess) {
        return switch (reprocess) {
            case NONE -> new String[0];
            case FAILED -> new String[]{"failed"};
            case COMPLETED -> new String[]{"success", "failed"};
        };
    }

    private static Backfill backfill(BackfillLine line) {
        Plan plan = new Plan(line.dagId(), line.fromDate(), line.toDate(), line.confJson(), line.maxActiveRuns(),
                Reprocess.valueOf(line.reprocess().toUpperCase(Locale.ROOT)));
        return new Backfill(line.id(), plan, line.paused(), line.createdAt(), line.updatedAt(), line.completedAt());
    }

    private <T> T ask(String what, Function<BackfillMapper, T> statement) {
        return database.one(BackfillMapper.class, what, statement);
    }
}
