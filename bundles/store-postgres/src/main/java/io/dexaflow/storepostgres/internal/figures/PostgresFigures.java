// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.figures;

import io.dexaflow.model.TaskState;
import io.dexaflow.store.Figures;
import io.dexaflow.storepostgres.internal.figures.FiguresMapper.StateLine;
import io.dexaflow.storepostgres.internal.figures.FiguresMapper.SuccessLine;
import io.dexaflow.storepostgres.internal.sql.Database;
import io.dexaflow.storepostgres.internal.sql.Seconds;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The figures as PostgreSQL has them: four statements, each for itself. Without a database there are none. */
public final class PostgresFigures implements Figures {

    private final Database database;

    public PostgresFigures(Database database) {
        this.database = database;
    }

    @Override
    public Reading read() {
        return new Reading(tasks(), oldestQueued(),
                database.one(FiguresMapper.class, "count import errors", FiguresMapper::importErrors), lastSuccess());
    }

    private Map<TaskState, Long> tasks() {
        Map<TaskState, Long> counts = new EnumMap<>(TaskState.class);
        for (TaskState state : TaskState.values()) {
            counts.put(state, 0L);
        }
        for (StateLine line : database.one(FiguresMapper.class, "count task instances", FiguresMapper::tasks)) {
            counts.put(line.state(), line.count());
        }
        return counts;
    }

    private Optional<Duration> oldestQueued() {
        Double seconds = database.one(FiguresMapper.class, "find what is queued longest",
                FiguresMapper::oldestQueuedSeconds);
        return Optional.ofNullable(seconds).map(Seconds::toDuration);
    }

    private Map<String, Instant> lastSuccess() {
        Map<String, Instant> ends = new HashMap<>();
        for (SuccessLine line : database.one(FiguresMapper.class, "list last successes", FiguresMapper::lastSuccess)) {
            ends.put(line.dagId(), line.endedAt());
        }
        return ends;
    }
}
