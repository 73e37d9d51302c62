// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.chaos;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.itest.support.Clock;
import io.dexaflow.itest.support.Distribution;
import io.dexaflow.itest.support.Homes;
import io.dexaflow.itest.support.LiteHost;
import io.dexaflow.itest.support.Place;
import io.dexaflow.itest.support.Rows;
import io.dexaflow.itest.support.ServerJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * A database for several hosts, in the server of another one that has nothing else to do with them; and the distribution
 * that such hosts run, which brings no server of its own. The system property that names the distribution names this one
 * while it is open.
 */
final class SharedDatabase implements AutoCloseable {

    private static final String NAME = "flows";

    private final LiteHost server;
    private final ServerJson database;
    private final String usual = System.getProperty(Distribution.PROPERTY);

    private SharedDatabase(LiteHost server) {
        this.server = server;
        this.database = new ServerJson(((ObjectNode) server.server().json().deepCopy())
                .put("jdbc_url", server.server().jdbcUrl().replaceFirst("/dexaflow$", "/" + NAME)));
    }

    /** Makes it in the server of a host. */
    static SharedDatabase in(LiteHost host) {
        host.rows().change("create database " + NAME);
        SharedDatabase made = new SharedDatabase(host);
        System.setProperty(Distribution.PROPERTY, made.distribution().toString());
        return made;
    }

    private Path distribution() {
        Path copy = server.place().files().resolve("without-a-server");
        try {
            if (new ProcessBuilder("cp", "-a", usual, copy.toString()).start().waitFor() != 0) {
                throw new IllegalStateException("cannot copy " + usual);
            }
            try (DirectoryStream<Path> embedded =
                    Files.newDirectoryStream(copy.resolve("bundle"), "io.dexaflow.postgres-embedded-*.jar")) {
                for (Path jar : embedded) {
                    Files.delete(jar);
                }
            }
            return copy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /**
     * A host on it with a home of its own. Like hosts of one user on one machine they share a folder for temporary files, in
     * which their agents leave their records.
     */
    LiteHost host(String name) {
        Place place = Homes.fresh(name);
        return new LiteHost(place).with(Map.of(variable("URL"), database.jdbcUrl(), variable("USER"),
                database.jdbcUser(), variable("PASSWORD_FILE"), password(place).toString(), "TMPDIR",
                server.place().tmp().toString()));
    }

    private Path password(Place place) {
        try {
            return Files.writeString(place.files().resolve("password"), database.jdbcPassword() + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String variable(String key) {
        return "DEXAFLOW_CFG_IO_DEXAFLOW_STORE_POSTGRES__DATABASE_" + key;
    }

    /** What is in it, over a connection of the caller's own. */
    Rows rows() {
        return Rows.of(database);
    }

    /** Lets time pass, for all hosts. */
    void pass(Duration time) {
        try (Rows rows = rows()) {
            Clock.move(rows, time);
        }
    }

    /** The latest leadership's term. */
    long term() {
        try (Rows rows = rows()) {
            return rows.number("select term from dexaflow.leadership");
        }
    }

    @Override
    public void close() {
        System.setProperty(Distribution.PROPERTY, usual);
    }
}
