// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.retention;

import io.dexaflow.store.RetentionLedger;
import io.dexaflow.storepostgres.internal.sql.Database;
import io.dexaflow.storepostgres.internal.sql.Seconds;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;

/** Retention in PostgreSQL. */
public final class PostgresRetentionLedger implements RetentionLedger {

    private final Database database;

    public PostgresRetentionLedger(Database database) {
        this.database = database;
    }

    @Override
    public Expired expired(Duration age) {
        return database.one(RetentionMapper.class, "count runs that are old",
                mapper -> mapper.expired(Seconds.of(age)));
    }

    @Override
    public int prune(Duration age, int limit, long term) {
        return database.one(RetentionMapper.class, "take away runs that are old",
                mapper -> mapper.prune(Seconds.of(age), limit, term));
    }

    @Override
    public Set<UUID> logsExpired(Set<UUID> runs, Duration age) {
        if (runs.isEmpty()) {
            return Set.of();
        }
        UUID[] ids = runs.toArray(UUID[]::new);
        Double seconds = age == null ? null : Seconds.of(age);
        return Set.copyOf(database.one(RetentionMapper.class, "look which of " + ids.length + " runs need no logs",
                mapper -> mapper.logsExpired(ids, seconds)));
    }
}
