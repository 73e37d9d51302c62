// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.schedule;

import io.dexaflow.model.RunType;
import io.dexaflow.schedule.DataInterval;
import io.dexaflow.schedule.ScheduledRun;
import io.dexaflow.store.ScheduleLedger;
import io.dexaflow.storepostgres.internal.schedule.ScheduleMapper.DagColumns;
import io.dexaflow.storepostgres.internal.schedule.ScheduleMapper.DueLine;
import io.dexaflow.storepostgres.internal.schedule.ScheduleMapper.RunColumns;
import io.dexaflow.storepostgres.internal.sql.Database;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/** Schedules in PostgreSQL: a statement to look, and one to write for all that is due. */
public final class PostgresScheduleLedger implements ScheduleLedger {

    private final Database database;

    public PostgresScheduleLedger(Database database) {
        this.database = database;
    }

    @Override
    public Due due(int limit) {
        List<DueLine> lines = database.one(ScheduleMapper.class, "look for DAGs that are due",
                mapper -> mapper.due(limit));
        List<DueDag> dags = new ArrayList<>();
        for (DueLine line : lines) {
            if (line.dagId() != null) {
                DataInterval last = line.lastStart() == null ? null
                        : new DataInterval(line.lastStart(), line.lastEnd());
                dags.add(new DueDag(line.dagId(), line.versionId(), last));
            }
        }
        return new Due(lines.getFirst().now(), dags);
    }

    @Override
    public Set<UUID> make(Collection<Progress> progress, long term) {
        if (progress.isEmpty()) {
            return Set.of();
        }
        // In the order of the DAGs, so that it never waits for another in a circle.
        List<Progress> ordered = progress.stream()
                .sorted((one, other) -> one.dag().dagId().compareTo(other.dag().dagId()))
                .toList();
        return Set.copyOf(database.one(ScheduleMapper.class, "move the schedules of " + ordered.size() + " DAGs on",
                mapper -> mapper.make(dags(ordered), runs(ordered), term)));
    }

    private static DagColumns dags(List<Progress> progress) {
        return new DagColumns(texts(progress, each -> each.dag().dagId()),
                progress.stream().map(each -> each.dag().versionId()).toArray(UUID[]::new),
                times(progress, each -> end(each.dag().last())),
                times(progress, each -> start(newest(each))), times(progress, each -> end(newest(each))),
                times(progress, each -> each.next() == null ? null : each.next().dataInterval().start()),
                times(progress, each -> each.next() == null ? null : each.next().dataInterval().end()),
                times(progress, each -> each.next() == null ? null : each.next().runAfter()));
    }

    private static RunColumns runs(List<Progress> progress) {
        List<String> dagIds = new ArrayList<>();
        List<ScheduledRun> runs = new ArrayList<>();
        for (Progress each : progress) {
            for (ScheduledRun run : each.runs()) {
                dagIds.add(each.dag().dagId());
                runs.add(run);
            }
        }
        return new RunColumns(dagIds.toArray(String[]::new), texts(runs, run -> run.dagRunId(RunType.SCHEDULED)),
                times(runs, run -> run.dataInterval().start()), times(runs, run -> run.dataInterval().end()));
    }

    private static DataInterval newest(Progress progress) {
        return progress.runs().isEmpty() ? progress.dag().last() : progress.runs().getLast().dataInterval();
    }

    private static Instant start(DataInterval interval) {
        return interval == null ? null : interval.start();
    }

    private static Instant end(DataInterval interval) {
        return interval == null ? null : interval.end();
    }

    private static <T> String[] texts(List<T> items, Function<T, String> text) {
        return items.stream().map(text).toArray(String[]::new);
    }

    private static <T> Instant[] times(List<T> items, Function<T, Instant> time) {
        return items.stream().map(time).toArray(Instant[]::new);
    }
}
