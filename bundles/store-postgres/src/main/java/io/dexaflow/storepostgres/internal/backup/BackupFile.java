// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.backup;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.postgresql.copy.CopyManager;

/** A backup that is being read. What is not as it was written is refused. */
final class BackupFile implements AutoCloseable {

    private static final ObjectMapper JSON =
            new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private final Path file;
    private final ZipFile zip;
    private final Manifest manifest;
    private final Manifest.End end;

    private BackupFile(Path file, ZipFile zip) throws IOException {
        this.file = file;
        this.zip = zip;
        this.manifest = json(Manifest.NAME, Manifest.class);
        this.end = json(Manifest.End.NAME, Manifest.End.class);
    }

    static BackupFile open(Path file) {
        ZipFile zip = null;
        try {
            zip = new ZipFile(file.toFile());
            return new BackupFile(file, zip);
        } catch (IOException | RuntimeException failure) {
            closeQuietly(zip);
            throw failure instanceof RestoreRefusedException refused ? refused
                    : new RestoreRefusedException(file + " is no whole backup, or cannot be read: "
                            + failure.getMessage(), failure);
        }
    }

    private static void closeQuietly(ZipFile zip) {
        try {
            if (zip != null) {
                zip.close();
            }
        } catch (IOException alsoFailed) {
            // What went wrong first is told.
        }
    }

    Manifest manifest() {
        return manifest;
    }

    /** How many rows a table had. */
    long rowsOf(String table) {
        Long rows = end.rows().get(table);
        if (rows == null) {
            throw damaged("it does not say how many rows the table " + table + " has", null);
        }
        return rows;
    }

    /** Copies a table's rows into the database. */
    void copy(CopyManager copy, String table, String sql) throws SQLException {
        long rows;
        try (CheckedInputStream in = entry(Manifest.entryOf(table))) {
            rows = copy.copyIn(sql, in);
            if (in.getChecksum().getValue() != zip.getEntry(Manifest.entryOf(table)).getCrc()) {
                throw damaged("the rows of the table " + table + " are not those that were written", null);
            }
        } catch (IOException failure) {
            throw damaged(failure.getMessage(), failure);
        }
        if (rows != rowsOf(table)) {
            throw damaged("the table " + table + " has " + rows + " rows instead of " + rowsOf(table), null);
        }
    }

    private <T> T json(String name, Class<T> type) throws IOException {
        try (CheckedInputStream in = entry(name)) {
            return JSON.readValue(in, type);
        }
    }

    private CheckedInputStream entry(String name) throws IOException {
        ZipEntry entry = zip.getEntry(name);
        if (entry == null) {
            throw damaged("there is no " + name + " in it", null);
        }
        return new CheckedInputStream(zip.getInputStream(entry), new CRC32());
    }

    private RestoreRefusedException damaged(String why, Throwable cause) {
        return new RestoreRefusedException(file + " is damaged, or no backup of Dexaflow's: " + why, cause);
    }

    @Override
    public void close() {
        closeQuietly(zip);
    }
}
