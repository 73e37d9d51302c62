// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.backup;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.dexaflow.control.Backup;
import io.dexaflow.storepostgres.internal.sql.SqlFailures;
import java.io.IOException;
import java.io.OutputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/** Copies every table within one read-only transaction, on a connection of its own: nobody waits for it. */
public final class PostgresBackup implements Backup {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final DataSource source;

    /** @param source gives a connection that may be silent for as long as a reader takes */
    public PostgresBackup(DataSource source) {
        this.source = source;
    }

    @Override
    public void write(OutputStream out) throws IOException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            connection.setReadOnly(true);
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            write(connection, out);
            connection.rollback();
        } catch (SQLException failure) {
            throw SqlFailures.translate("copy the database", failure);
        }
    }

    private static void write(Connection connection, OutputStream out) throws SQLException, IOException {
        Map<String, List<String>> tables = Tables.of(connection);
        String now = Tables.rows(connection, "select to_char(dexaflow.now() at time zone 'UTC', "
                + "'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')").getFirst().getFirst();
        CopyManager copy = connection.unwrap(PGConnection.class).getCopyAPI();
        ZipOutputStream zip = new ZipOutputStream(out);
        json(zip, Manifest.NAME, new Manifest(Manifest.FORMAT, Tables.schema(connection), now, tables));
        Map<String, Long> rows = new LinkedHashMap<>();
        for (Map.Entry<String, List<String>> table : tables.entrySet()) {
            zip.putNextEntry(new ZipEntry(Manifest.entryOf(table.getKey())));
            rows.put(table.getKey(),
                    copy.copyOut("copy " + Tables.named(table.getKey(), table.getValue()) + " to stdout", zip));
            zip.closeEntry();
        }
        json(zip, Manifest.End.NAME, new Manifest.End(rows));
        zip.finish();
    }

    private static void json(ZipOutputStream zip, String name, Object value) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(JSON.writeValueAsBytes(value));
        zip.closeEntry();
    }
}
