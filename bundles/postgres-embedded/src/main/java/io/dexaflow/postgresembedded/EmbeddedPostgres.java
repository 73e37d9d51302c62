// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded;

import io.dexaflow.postgresembedded.internal.HomeServer;
import io.dexaflow.postgresembedded.internal.PostgresException;
import java.nio.file.Path;

/**
 * A home's PostgreSQL server without OSGi, for plain programs and tests. Not part of the bundle's exports: put the jar
 * on a class path. The same server, lock and rules as in a host.
 */
public final class EmbeddedPostgres implements AutoCloseable {

    private final HomeServer server;

    private EmbeddedPostgres(HomeServer server) {
        this.server = server;
    }

    /**
     * Starts the server of this home, or takes over the one that a crashed host left running there. Makes home and
     * database if they are not there.
     *
     * @param home the home folder; everything is written to {@code postgres/} in it
     * @return when the server accepts connections; close it to stop the server
     * @throws RuntimeException with words if the home must not be opened or the server does not start
     */
    public static EmbeddedPostgres start(Path home) {
        try {
            return new EmbeddedPostgres(HomeServer.open(home));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PostgresException("interrupted while PostgreSQL was starting in " + home, e);
        }
    }

    /** The URL of the database {@code dexaflow}, without credentials; the same for as long as this is open. */
    public String jdbcUrl() {
        return server.jdbcUrl();
    }

    /** The user; owner of the database and superuser of the server. */
    public String user() {
        return server.user();
    }

    /** The user's password. */
    public String password() {
        return server.password();
    }

    /** Stops the server and lets the home go. */
    @Override
    public void close() {
        server.close();
    }
}
