// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.support;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The host's database, seen as whoever runs it may see it. */
public final class Rows implements AutoCloseable {

    private final Connection connection;

    private Rows(Connection connection) {
        this.connection = connection;
    }

    /** A connection of its own, each statement committed as it is done. */
    public static Rows of(ServerJson server) {
        try {
            return new Rows(DriverManager.getConnection(server.jdbcUrl(), server.jdbcUser(), server.jdbcPassword()));
        } catch (SQLException e) {
            throw new IllegalStateException("cannot reach the host's database " + server.jdbcUrl(), e);
        }
    }

    /** The connection, for those who need a transaction. */
    public Connection connection() {
        return connection;
    }

    /** The rows of a query, each by column. */
    public List<Map<String, Object>> list(String sql, Object... values) {
        try (PreparedStatement statement = prepared(sql, values); ResultSet found = statement.executeQuery()) {
            List<Map<String, Object>> rows = new ArrayList<>();
            while (found.next()) {
                Map<String, Object> row = new LinkedHashMap<>();
                for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
                    row.put(found.getMetaData().getColumnLabel(i), found.getObject(i));
                }
                rows.add(row);
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** The one row of a query. */
    public Map<String, Object> one(String sql, Object... values) {
        List<Map<String, Object>> rows = list(sql, values);
        if (rows.size() != 1) {
            throw new AssertionError(rows.size() + " rows instead of one: " + sql);
        }
        return rows.getFirst();
    }

    /** The number that a query gives. */
    public long number(String sql, Object... values) {
        return ((Number) one(sql, values).values().iterator().next()).longValue();
    }

    /** Changes rows; gives how many. */
    public int change(String sql, Object... values) {
        try (PreparedStatement statement = prepared(sql, values)) {
            return statement.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    private PreparedStatement prepared(String sql, Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        return statement;
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
