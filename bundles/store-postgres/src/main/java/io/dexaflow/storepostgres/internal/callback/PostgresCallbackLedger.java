// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.callback;

import io.dexaflow.store.CallbackLedger;
import io.dexaflow.storepostgres.internal.callback.CallbackMapper.CallbackLine;
import io.dexaflow.storepostgres.internal.sql.Database;
import io.dexaflow.storepostgres.internal.sql.Seconds;
import io.dexaflow.storepostgres.internal.sql.Words;
import io.dexaflow.storepostgres.internal.trail.DecisionColumns;
import io.dexaflow.trail.Decision;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Callbacks in PostgreSQL; triggers of the schema note what may be owed. */
public final class PostgresCallbackLedger implements CallbackLedger {

    private final Database database;
    private final Duration confirmationValve;

    /**
     * @param database where it is kept
     * @param confirmationValve how long an infra mark stays provisional (R43), the ladder's word
     */
    public PostgresCallbackLedger(Database database, Duration confirmationValve) {
        this.database = database;
        this.confirmationValve = confirmationValve;
    }

    @Override
    public int settle(int infraBudget, long term) {
        return database.one(CallbackMapper.class, "look for failures that are final",
                mapper -> mapper.settle(infraBudget, Seconds.of(confirmationValve), term));
    }

    @Override
    public List<DueCallback> claim(int limit, Duration pause, Set<UUID> only, long term) {
        UUID[] runs = only == null ? null : only.toArray(UUID[]::new);
        return database.one(CallbackMapper.class, "take callbacks that are due",
                mapper -> mapper.claim(limit, Seconds.of(pause), runs, term))
                .stream()
                .map(PostgresCallbackLedger::due)
                .toList();
    }

    private static DueCallback due(CallbackLine line) {
        FailedRun run = new FailedRun(line.runId(), line.versionId(), line.dagId(), line.dagRunId(), line.logicalDate(),
                line.intervalStart(), line.intervalEnd(), line.confJson());
        FailedTask task = line.taskInstanceId() == null ? null
                : new FailedTask(line.taskInstanceId(), line.taskId(), line.tryNumber(), line.epoch());
        String reason = line.reason() == null || line.reason().isEmpty() ? null : line.reason();
        return new DueCallback(line.id(), line.attempt(), run, task, line.failedAt(), reason);
    }

    @Override
    public boolean conclude(DueCallback callback, Outcome outcome, String error, Decision told) {
        String state = switch (outcome) {
            case DELIVERED -> "delivered";
            case FAILED -> "owed";
            case DROPPED -> "dropped";
        };
        String words = error == null ? null : Words.storable(error);
        return database.one(CallbackMapper.class, "write what became of callback=" + callback.id(),
                mapper -> mapper.conclude(callback.id(), callback.attempt(), "owed", state, words,
                        DecisionColumns.of(List.of(told))))
                > 0;
    }
}
