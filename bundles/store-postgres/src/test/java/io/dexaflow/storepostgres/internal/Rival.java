// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Somebody else's open transaction; it is rolled back unless it was told to commit. */
final class Rival implements AutoCloseable {

    private final TestStore store;
    private final Connection connection;

    Rival(TestStore store) throws SQLException {
        this.store = store;
        this.connection = store.endpoint().connect();
        connection.setAutoCommit(false);
    }

    Rival sql(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
        return this;
    }

    /** Makes the call, which must come to wait for this transaction, and commits then. */
    <T> T commitsBefore(Supplier<T> call) throws SQLException {
        CompletableFuture<T> answer = CompletableFuture.supplyAsync(call);
        await().until(() -> store.count("select count(*) from pg_stat_activity where datname = current_database() "
                + "and wait_event_type = 'Lock'") == 1);
        connection.commit();
        return answer.join();
    }

    @Override
    public void close() throws SQLException {
        connection.rollback();
        connection.close();
    }
}
