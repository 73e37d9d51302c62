// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.schema;

import io.dexaflow.storepostgres.internal.BootRefusedException;
import io.dexaflow.storepostgres.internal.sql.SqlFailures;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.apache.ibatis.migration.MigrationException;
import org.apache.ibatis.migration.operations.UpOperation;
import org.apache.ibatis.migration.options.DatabaseOperationOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the schema up to date, all of it in one transaction and under an advisory lock, so that two hosts that boot at
 * once do it one after the other and a host that dies in between leaves nothing half done. A schema that is too new for
 * this program, or a server too old, is refused.
 */
public final class SchemaMigrator {

    private static final Logger LOG = LoggerFactory.getLogger(SchemaMigrator.class);

    /** "dexaflow" in ASCII; taken for the length of the transaction. */
    private static final String LOCK = "select pg_advisory_xact_lock(" + 0x6465786166_6C6F77L + ")";
    private static final String CHANGELOG = "dexaflow.changelog";
    private static final int OLDEST_SERVER = 140_000;

    private final DataSource source;

    /** @param source gives a connection of its own; nobody else may be using it */
    public SchemaMigrator(DataSource source) {
        this.source = source;
    }

    /**
     * Migrates.
     *
     * @throws BootRefusedException when this program and this database do not fit
     * @throws SQLException when the database did not answer or refused a script
     */
    public void migrate() throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            try {
                migrate(connection);
                connection.commit();
            } catch (SQLException | RuntimeException failure) {
                connection.rollback();
                throw failure;
            }
        }
    }

    private static void migrate(Connection connection) throws SQLException {
        refuseOldServer(connection);
        makeChangelog(connection);
        SchemaVersion program = Scripts.newest();
        SchemaVersion before = newest(connection);
        refuseNewSchema(program, before);
        if (before != null && before.compareTo(program) >= 0) {
            return;
        }
        DatabaseOperationOption option = new DatabaseOperationOption();
        option.setChangelogTable(CHANGELOG);
        option.setSendFullScript(true);
        try {
            new UpOperation().operate(() -> Uncommitted.of(connection), new Scripts(), option, null);
        } catch (MigrationException failure) {
            SQLException cause = SqlFailures.sqlCause(failure);
            if (cause != null) {
                throw cause;
            }
            throw failure;
        }
        LOG.info("schema migrated from={} to={}", before == null ? "nothing" : before, program);
    }

    private static void refuseOldServer(Connection connection) throws SQLException {
        int server = Integer.parseInt(text(connection, "select current_setting('server_version_num')"));
        if (server < OLDEST_SERVER) {
            throw new BootRefusedException("the database server is PostgreSQL "
                    + text(connection, "select current_setting('server_version')")
                    + ", and Dexaflow needs 14 or newer: update the server, or give the URL of a newer one");
        }
    }

    private static void makeChangelog(Connection connection) throws SQLException {
        text(connection, LOCK);
        if (text(connection, "select to_regclass('" + CHANGELOG + "')") == null) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("create schema if not exists dexaflow");
                statement.execute("create table " + CHANGELOG
                        + " (id numeric(20, 0) primary key, applied_at text not null, description text not null)");
            }
        }
    }

    private static SchemaVersion newest(Connection connection) throws SQLException {
        String newest = text(connection, "select max(id) from " + CHANGELOG);
        return newest == null ? null : SchemaVersion.of(new BigDecimal(newest));
    }

    private static void refuseNewSchema(SchemaVersion program, SchemaVersion database) {
        if (database != null && !program.runsOn(database)) {
            throw new BootRefusedException("the database's schema is of release " + database
                    + ", and this program is of release " + program + ": it runs on schemas of its own and of the "
                    + "next minor release. Start a program of release " + database.release()
                    + ", or restore a backup that was made before the update");
        }
    }

    private static String text(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }
}
