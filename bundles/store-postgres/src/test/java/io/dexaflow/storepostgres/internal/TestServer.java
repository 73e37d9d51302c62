// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import io.dexaflow.postgresembedded.EmbeddedPostgres;
import io.dexaflow.store.DatabaseEndpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.postgresql.osgi.PGDataSourceFactory;

/**
 * One PostgreSQL server for all tests of this module; a database of its own for each class. The server is the embedded
 * one, or another one where {@code dexaflow.test.jdbc_url} (to a database of a superuser, with user and password in it)
 * says so.
 */
final class TestServer implements AutoCloseable {

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final Endpoint server;
    private final EmbeddedPostgres embedded;
    private final Path home;

    private TestServer() throws IOException {
        String url = System.getProperty("dexaflow.test.jdbc_url");
        if (url != null) {
            embedded = null;
            home = null;
            server = new Endpoint(url, System.getProperty("dexaflow.test.jdbc_user"), "");
        } else {
            home = Files.createTempDirectory("dexaflow-store");
            embedded = EmbeddedPostgres.start(home);
            server = new Endpoint(embedded.jdbcUrl(), embedded.user(), embedded.password());
        }
    }

    /** The one server; it stops after the last test. */
    static TestServer of(ExtensionContext context) {
        return context.getRoot()
                .getStore(ExtensionContext.Namespace.GLOBAL)
                .computeIfAbsent(TestServer.class, key -> started(), TestServer.class);
    }

    private static TestServer started() {
        try {
            return new TestServer();
        } catch (IOException e) {
            throw new IllegalStateException("cannot start PostgreSQL for the tests", e);
        }
    }

    /** A new, empty database. */
    Endpoint database() throws SQLException {
        String name = "store_" + ProcessHandle.current().pid() + "_" + NUMBER.incrementAndGet();
        try (Connection connection = server.connect(); Statement statement = connection.createStatement()) {
            statement.execute("create database " + name);
        }
        return server.database(name);
    }

    /** Ends the sessions of a database and drops it. */
    void drop(Endpoint database) throws SQLException {
        try (Connection connection = server.connect(); Statement statement = connection.createStatement()) {
            statement.execute("drop database " + database.name() + " with (force)");
        }
    }

    @Override
    public void close() throws IOException {
        if (embedded != null) {
            embedded.close();
            try (Stream<Path> files = Files.walk(home)) {
                files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
            }
        }
    }

    /** Where a database is. */
    record Endpoint(String jdbcUrl, String user, String password) implements DatabaseEndpoint {

        Connection connect() throws SQLException {
            return sources(0).migration().getConnection();
        }

        Sources sources(int statementTimeoutSeconds) throws SQLException {
            return Sources.of(new PGDataSourceFactory(), this, statementTimeoutSeconds);
        }

        String name() {
            return jdbcUrl.replaceAll(".*/|\\?.*", "");
        }

        Endpoint database(String name) {
            return new Endpoint(jdbcUrl.replaceAll("/[^/?]*(\\?|$)", "/" + name + "$1"), user, password);
        }
    }
}
