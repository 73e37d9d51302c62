// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.reap;

import io.dexaflow.executor.Signal;
import io.dexaflow.executor.Suspect;
import io.dexaflow.model.AttemptId;
import io.dexaflow.reaper.OrphanRun;
import io.dexaflow.store.ReapLedger;
import io.dexaflow.store.StoreException;
import io.dexaflow.storepostgres.internal.reap.ReapMapper.MarkColumns;
import io.dexaflow.storepostgres.internal.reap.ReapMapper.OrphanLine;
import io.dexaflow.storepostgres.internal.reap.ReapMapper.SuspectLine;
import io.dexaflow.storepostgres.internal.sql.Database;
import io.dexaflow.storepostgres.internal.sql.Seconds;
import io.dexaflow.storepostgres.internal.sql.SqlFailures;
import io.dexaflow.storepostgres.internal.sql.Words;
import io.dexaflow.storepostgres.internal.trail.DecisionColumns;
import io.dexaflow.trail.Decision;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** What reapers read and write, in PostgreSQL. */
public final class PostgresReapLedger implements ReapLedger {

    private final Database database;

    public PostgresReapLedger(Database database) {
        this.database = database;
    }

    /** One of the lists of candidates. */
    @FunctionalInterface
    private interface Listing {

        List<SuspectLine> list(ReapMapper mapper, Instant after, UUID afterId);
    }

    @Override
    public List<Suspect> silent(Duration threshold, Position after, int limit) {
        return list("list silent attempts", after,
                (mapper, since, id) -> mapper.silent(Seconds.of(threshold), since, id, limit));
    }

    @Override
    public List<Suspect> neverBeaten(Duration threshold, Position after, int limit) {
        return list("list attempts that have never beaten", after,
                (mapper, since, id) -> mapper.neverBeaten(Seconds.of(threshold), since, id, limit));
    }

    @Override
    public List<Suspect> notStarted(Duration threshold, Position after, int limit) {
        return list("list attempts that have not started", after,
                (mapper, since, id) -> mapper.notStarted(Seconds.of(threshold), since, id, limit));
    }

    private List<Suspect> list(String what, Position after, Listing listing) {
        Instant since = after == null ? null : after.since();
        UUID id = after == null ? null : after.taskInstanceId();
        return database.one(ReapMapper.class, what, mapper -> listing.list(mapper, since, id))
                .stream()
                .map(PostgresReapLedger::suspect)
                .toList();
    }

    private static Suspect suspect(SuspectLine line) {
        return new Suspect(new AttemptId(line.runId(), line.taskId(), line.tryNumber(), line.epoch()), line.id(),
                line.dagId(), line.dagRunId(), line.executor(), line.warmWorkerId(), line.since(),
                Seconds.toDuration(line.ageSeconds()));
    }

    @Override
    public List<OrphanRun> orphans(Duration threshold, int limit) {
        return database
                .one(ReapMapper.class, "list orphaned runs", mapper -> mapper.orphans(Seconds.of(threshold), limit))
                .stream()
                .map(PostgresReapLedger::orphan)
                .toList();
    }

    private static OrphanRun orphan(OrphanLine line) {
        return new OrphanRun(line.runId(), line.dagId(), line.dagRunId(), line.lastActivity(),
                line.quietSeconds() == null ? null : Seconds.toDuration(line.quietSeconds()));
    }

    @Override
    public boolean mark(Mark mark, long term) {
        Suspect suspect = mark.suspect();
        MarkColumns columns = new MarkColumns(suspect.taskInstanceId(), suspect.attempt().tryNumber(),
                suspect.attempt().epoch(), mark.signal() == Signal.NOT_STARTED ? "queued" : "running",
                stamp(mark.signal()), suspect.since(), suspect.warmWorkerId(), Words.storable(mark.message()),
                mark.provisional());
        DecisionColumns told = DecisionColumns.of(List.of(mark.decision()));
        return database.one(ReapMapper.class, "mark as lost " + suspect.attempt(),
                mapper -> mapper.mark(columns, told, term)) == 1;
    }

    private static String stamp(Signal signal) {
        return switch (signal) {
            case SILENT -> "heartbeat";
            case NEVER_BEATEN -> "start_unbeaten";
            case NOT_STARTED -> "queue";
            case NO_POD -> "start";
            case WARM_WORKER_GONE -> "warm_worker";
        };
    }

    @Override
    public boolean reapRun(OrphanRun run, Duration threshold, Decision decision, long term) {
        String note = Words.storable("orphaned: " + decision.words());
        DecisionColumns told = DecisionColumns.of(List.of(decision));
        try {
            return database.together(ReapMapper.class, "fail the orphaned run=" + run.runId(), mapper -> {
                mapper.lockRun(run.runId());
                mapper.lockTasks(run.runId());
                return mapper.reapRun(run.runId(), Seconds.of(threshold), note, told, term) == 1;
            });
        } catch (StoreException failure) {
            if (SqlFailures.isLocked(failure)) {
                return false;
            }
            throw failure;
        }
    }
}
