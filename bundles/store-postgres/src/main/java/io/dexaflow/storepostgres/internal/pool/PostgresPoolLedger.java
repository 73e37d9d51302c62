// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.pool;

import io.dexaflow.store.PoolLedger;
import io.dexaflow.store.Readings.Page;
import io.dexaflow.store.Readings.Paging;
import io.dexaflow.storepostgres.internal.sql.Database;
import io.dexaflow.storepostgres.internal.sql.Ordering;
import io.dexaflow.storepostgres.internal.sql.Ordering.Piece;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Pools in PostgreSQL. */
public final class PostgresPoolLedger implements PoolLedger {

    private static final String NAME = "p.name";
    private static final Ordering ORDER =
            new Ordering(NAME, NAME, false, Map.of("id", NAME, "pool", NAME, "name", NAME));

    private final Database database;

    public PostgresPoolLedger(Database database) {
        this.database = database;
    }

    @Override
    public Page<PoolUse> list(List<String> patterns, Paging paging) {
        Piece piece = ORDER.piece(paging);
        String[] like = patterns.toArray(String[]::new);
        return new Page<>(ask("list pools", mapper -> mapper.list(like, piece)),
                ask("count pools", mapper -> mapper.count(like)));
    }

    @Override
    public Optional<PoolUse> find(String name) {
        return Optional.ofNullable(ask("read pool=" + name, mapper -> mapper.find(name)));
    }

    @Override
    public boolean create(Pool pool) {
        return ask("create pool=" + pool.name(), mapper -> mapper.create(pool)) > 0;
    }

    @Override
    public Update update(String name, Pool pool) {
        if (ask("update pool=" + name, mapper -> mapper.update(name, pool)) > 0) {
            return Update.DONE;
        }
        return find(name).isPresent() ? Update.NAME_TAKEN : Update.UNKNOWN;
    }

    @Override
    public boolean delete(String name) {
        return ask("delete pool=" + name, mapper -> mapper.delete(name)) > 0;
    }

    private <T> T ask(String what, Function<PoolMapper, T> statement) {
        return database.one(PoolMapper.class, what, statement);
    }
}
