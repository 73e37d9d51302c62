// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.variable;

import io.dexaflow.store.Readings.Page;
import io.dexaflow.store.Readings.Paging;
import io.dexaflow.store.VariableLedger;
import io.dexaflow.storepostgres.internal.sql.Database;
import io.dexaflow.storepostgres.internal.sql.Ordering;
import io.dexaflow.storepostgres.internal.sql.Ordering.Piece;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Variables in PostgreSQL. */
public final class PostgresVariableLedger implements VariableLedger {

    private static final String KEY = "v.key";
    // None is encrypted, so that this order is that of the keys.
    private static final Ordering ORDER = new Ordering(KEY, KEY, false, Map.of("key", KEY, "id", KEY, "_val", "v.value",
            "description", "v.description", "is_encrypted", KEY));

    private final Database database;

    public PostgresVariableLedger(Database database) {
        this.database = database;
    }

    @Override
    public Page<Variable> list(List<String> patterns, Paging paging) {
        Piece piece = ORDER.piece(paging);
        String[] like = patterns.toArray(String[]::new);
        return new Page<>(ask("list variables", mapper -> mapper.list(like, piece)),
                ask("count variables", mapper -> mapper.count(like)));
    }

    @Override
    public Optional<Variable> find(String key) {
        return Optional.ofNullable(ask("read variable=" + key, mapper -> mapper.find(key)));
    }

    @Override
    public boolean create(Variable variable) {
        return ask("create variable=" + variable.key(), mapper -> mapper.create(variable)) > 0;
    }

    @Override
    public boolean update(Variable variable) {
        return ask("update variable=" + variable.key(), mapper -> mapper.update(variable)) > 0;
    }

    @Override
    public boolean delete(String key) {
        return ask("delete variable=" + key, mapper -> mapper.delete(key)) > 0;
    }

    private <T> T ask(String what, Function<VariableMapper, T> statement) {
        return database.one(VariableMapper.class, what, statement);
    }
}
