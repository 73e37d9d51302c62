// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.backup;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The tables of the schema as the database describes them. */
final class Tables {

    /** All but who leads, how a test moved the clock, and which changes were made: these belong to a database. */
    private static final String COLUMNS = "select c.relname, a.attname from pg_catalog.pg_class c "
            + "join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped "
            + "and a.attgenerated = '' where c.relnamespace = 'dexaflow'::regnamespace and c.relkind = 'r' "
            + "and c.relname not in ('leadership', 'clock', 'changelog') order by c.relname, a.attnum";

    private Tables() {}

    /** The names of the columns by table. */
    static Map<String, List<String>> of(Connection connection) throws SQLException {
        Map<String, List<String>> tables = new LinkedHashMap<>();
        for (List<String> row : rows(connection, COLUMNS)) {
            tables.computeIfAbsent(row.get(0), table -> new ArrayList<>()).add(row.get(1));
        }
        return tables;
    }

    /** The newest change that was made to the schema. */
    static int schema(Connection connection) throws SQLException {
        return Integer.parseInt(rows(connection, "select max(id) from dexaflow.changelog").getFirst().getFirst());
    }

    static String named(String table) {
        return "dexaflow." + quoted(table);
    }

    static String named(String table, List<String> columns) {
        return named(table) + columns.stream().map(Tables::quoted).collect(Collectors.joining(", ", " (", ")"));
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /** What a query finds, as text. */
    static List<List<String>> rows(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet result = statement.executeQuery(query)) {
            List<List<String>> rows = new ArrayList<>();
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
                    row.add(result.getString(column));
                }
                rows.add(row);
            }
            return rows;
        }
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
