// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.backup;

import io.dexaflow.storepostgres.internal.sql.SqlFailures;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/**
 * Puts a backup into a database whose schema is there and holds nothing, all of it in one transaction. Triggers are
 * silent meanwhile, for what they would add is in the backup; foreign keys are made anew at the end, which checks them.
 */
public final class Restore {

    private static final String FOREIGN_KEYS = "select conrelid::regclass::text, quote_ident(conname), "
            + "pg_get_constraintdef(oid) from pg_catalog.pg_constraint "
            + "where contype = 'f' and connamespace = 'dexaflow'::regnamespace";
    private static final String IDENTITIES = "select c.relname, a.attname from pg_catalog.pg_attribute a "
            + "join pg_catalog.pg_class c on c.oid = a.attrelid "
            + "where c.relnamespace = 'dexaflow'::regnamespace and c.relkind = 'r' and a.attidentity <> ''";
    private static final String POOL = "pool";

    private final DataSource source;

    /** @param source gives a connection of its own, the schema's owner's */
    public Restore(DataSource source) {
        this.source = source;
    }

    /**
     * Restores.
     *
     * @return what was restored, as the launcher prints it
     * @throws RestoreRefusedException when this file and this database do not fit; nothing has changed then
     * @throws SQLException when the database did not answer
     */
    public String from(Path file) throws SQLException {
        try (BackupFile backup = BackupFile.open(file); Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            try {
                String restored = restore(connection, backup);
                connection.commit();
                return restored;
            } catch (SQLException | RuntimeException failure) {
                connection.rollback();
                throw failure;
            }
        } catch (SQLException failure) {
            if (SqlFailures.isOutage(failure) || SqlFailures.isContention(failure)) {
                throw failure;
            }
            throw new RestoreRefusedException(file + " cannot be restored into this database: " + failure.getMessage(),
                    failure);
        }
    }

    /** Refuses a database that is in use, before anything is brought up to date in it. */
    public void refuseUsed() throws SQLException {
        try (Connection connection = source.getConnection()) {
            boolean isUsed =
                    !Tables.rows(connection, "select 1 where to_regclass('dexaflow.dag') is not null").isEmpty()
                            && !Tables.rows(connection, "select 1 from dexaflow.dag limit 1").isEmpty();
            if (isUsed) {
                throw full("dag");
            }
        }
    }

    private static RestoreRefusedException full(String table) {
        return new RestoreRefusedException("the database holds something already (in the table " + table
                + "); a backup is restored into an empty one: name another home or another database");
    }

    private static String restore(Connection connection, BackupFile backup) throws SQLException {
        Map<String, List<String>> tables = Tables.of(connection);
        refuseOther(backup.manifest(), Tables.schema(connection), tables);
        refuseFull(connection, tables);
        // Whoever reads or writes there is not kept waiting behind this for longer.
        Tables.execute(connection, "set local lock_timeout = '5s'");
        Tables.execute(connection, tables.keySet()
                .stream()
                .map(Tables::named)
                .collect(Collectors.joining(", ", "lock table ", " in access exclusive mode")));
        refuseFull(connection, tables);
        List<List<String>> keys = Tables.rows(connection, FOREIGN_KEYS);
        for (List<String> key : keys) {
            Tables.execute(connection, "alter table " + key.get(0) + " drop constraint " + key.get(1));
        }
        Tables.execute(connection, "delete from " + Tables.named(POOL));
        CopyManager copy = connection.unwrap(PGConnection.class).getCopyAPI();
        for (String table : tables.keySet()) {
            fill(connection, backup, copy, table);
        }
        for (List<String> key : keys) {
            Tables.execute(connection, "alter table " + key.get(0) + " add constraint " + key.get(1) + " "
                    + key.get(2));
        }
        for (List<String> identity : Tables.rows(connection, IDENTITIES)) {
            moveOn(connection, identity.get(0), identity.get(1));
        }
        return words(backup, tables);
    }

    private static void fill(Connection connection, BackupFile backup, CopyManager copy, String table)
            throws SQLException {
        String named = Tables.named(table);
        Tables.execute(connection, "alter table " + named + " disable trigger user");
        backup.copy(copy, table, "copy " + Tables.named(table, backup.manifest().tables().get(table))
                + " from stdin");
        Tables.execute(connection, "alter table " + named + " enable trigger user");
        Tables.execute(connection, "analyze " + named);
    }

    /** The next number is one that no row has. */
    private static void moveOn(Connection connection, String table, String column) throws SQLException {
        Tables.rows(connection, "select setval(pg_get_serial_sequence('dexaflow." + table + "', '" + column
                + "'), coalesce(max(" + column + "), 1), max(" + column + ") is not null) from "
                + Tables.named(table));
    }

    private static void refuseOther(Manifest manifest, int schema, Map<String, List<String>> tables) {
        if (manifest.format() > Manifest.FORMAT || manifest.schema() > schema) {
            throw new RestoreRefusedException("the backup is of a newer program (schema change "
                    + "%05d".formatted(manifest.schema()) + ", and this one is of " + "%05d".formatted(schema)
                    + "): restore it with the program that made it, or a newer one");
        }
        if (manifest.schema() < schema) {
            throw new RestoreRefusedException("the backup is of an older program (schema change "
                    + "%05d".formatted(manifest.schema()) + ", and this database is of " + "%05d".formatted(schema)
                    + "): restore it into an empty database with the program that made it; this program then brings"
                    + " that database up to date");
        }
        boolean isSame = manifest.tables() != null && manifest.tables().keySet().equals(tables.keySet())
                && tables.entrySet()
                        .stream()
                        .allMatch(table -> new HashSet<>(table.getValue())
                                .equals(new HashSet<>(manifest.tables().get(table.getKey()))));
        if (!isSame) {
            throw new RestoreRefusedException("the backup's tables are not those of this program; it is damaged, or of"
                    + " a build between two releases");
        }
    }

    private static void refuseFull(Connection connection, Map<String, List<String>> tables) throws SQLException {
        for (String table : tables.keySet()) {
            String own = table.equals(POOL) ? " where name <> 'default_pool'" : "";
            if (!Tables.rows(connection, "select 1 from " + Tables.named(table) + own + " limit 1").isEmpty()) {
                throw full(table);
            }
        }
    }

    private static String words(BackupFile backup, Map<String, List<String>> tables) {
        List<String> counts = new ArrayList<>();
        for (String table : tables.keySet()) {
            if (backup.rowsOf(table) > 0) {
                counts.add(table + " " + backup.rowsOf(table));
            }
        }
        return "the database as of " + backup.manifest().createdAt() + ", rows: " + String.join(", ", counts);
    }
}
