// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.leader;

import io.dexaflow.storepostgres.internal.BootRefusedException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * Finds out whether a proxy hands out server sessions per transaction: there, a lock that belongs to a session belongs to
 * nobody. While a second connection keeps a transaction open on whichever session it got, the first must still be on its
 * own.
 */
public final class PoolerProbe {

    private PoolerProbe() {}

    /**
     * Looks.
     *
     * @param source where the lock's connections come from
     * @throws BootRefusedException when sessions are shared
     */
    public static void refuseTransactionPooling(DataSource source) throws SQLException {
        try (Connection first = source.getConnection(); Connection second = source.getConnection()) {
            int before = backendPid(first);
            second.setAutoCommit(false);
            int other = backendPid(second);
            int after = backendPid(first);
            second.rollback();
            if (before != after || before == other) {
                throw new BootRefusedException("the database URL leads to a proxy that pools by transaction (one "
                        + "connection was on the server sessions " + before + " and " + after + ", another on "
                        + other + "): the leader lock belongs to a session. Give a URL that leads to the server, or "
                        + "let the proxy pool by session");
            }
        }
    }

    private static int backendPid(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select pg_backend_pid()")) {
            row.next();
            return row.getInt(1);
        }
    }
}
