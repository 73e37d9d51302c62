// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A home opened: its lock held, its server running, and a watcher that starts the server again when it dies. If that
 * fails it says so once and goes on trying, because clients come back by themselves as soon as the server does.
 */
public final class HomeServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HomeServer.class);

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(15);

    private final HomeLock lock;
    private final PostgresServer server;
    private final Credentials credentials;
    private final String jdbcUrl;
    private final Thread watcher;
    private volatile Optional<String> trouble = Optional.empty();

    private HomeServer(HomeLock lock, PostgresServer server, Credentials credentials) {
        this.lock = lock;
        this.server = server;
        this.credentials = credentials;
        this.jdbcUrl = "jdbc:postgresql://127.0.0.1:" + server.port() + "/" + Credentials.DATABASE;
        this.watcher = Thread.ofVirtual().name("dexaflow-postgres-watch").unstarted(this::watch);
    }

    /**
     * Opens a home; returns when its server accepts connections.
     *
     * @throws HomeRefusedException if this home must not be opened
     * @throws PostgresException if the server does not start
     * @throws InterruptedException if interrupted; nothing is left running
     */
    public static HomeServer open(Path home) throws InterruptedException {
        PostgresFolder folder = PostgresFolder.in(home);
        HomeLock lock = HomeLock.take(folder);
        try {
            HomeIdentity identity = HomeIdentity.establish(folder);
            Cluster.checkVersion(folder);
            folder.sweep();
            Credentials credentials = Credentials.of(folder);
            Binaries binaries = Binaries.in(folder);
            Commands commands = new Commands(folder, binaries, ServerUser.choose(folder, binaries));
            PostgresServer server = new PostgresServer(commands, identity, credentials);
            server.start();
            HomeServer opened = new HomeServer(lock, server, credentials);
            opened.watcher.start();
            return opened;
        } catch (InterruptedException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /** The URL of the database, without credentials; the same until closed. */
    public String jdbcUrl() {
        return jdbcUrl;
    }

    /** The user: owner of the database and superuser of the server. */
    public String user() {
        return Credentials.USER;
    }

    /** The user's password. */
    public String password() {
        return credentials.password();
    }

    /** What keeps the server from running at this moment, if anything does. */
    public Optional<String> trouble() {
        return trouble;
    }

    /** Stops the server, whoever started it, and lets the home go. */
    @Override
    public void close() {
        watcher.interrupt();
        boolean interrupted = false;
        while (watcher.isAlive()) {
            try {
                watcher.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        try (lock) {
            server.stop();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void watch() {
        boolean told = false;
        try {
            while (true) {
                Postmaster running = server.postmaster();
                try {
                    if (running.ends(BETWEEN_LOOKS)) {
                        bringBack(running.pid());
                    }
                } catch (RuntimeException e) {
                    if (!told) {
                        LOG.error("cannot look after postgres, trying on pid={}", running.pid(), e);
                        told = true;
                    }
                    Waiting.pause(BETWEEN_LOOKS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void bringBack(long lost) throws InterruptedException {
        Waiting waiting = new Waiting();
        trouble = Optional.of("its process " + lost + " is gone");
        LOG.warn("postgres is gone, starting it again pid={} port={}", lost, server.port());
        Duration pause = FIRST_PAUSE;
        boolean told = false;
        while (!isBack(told)) {
            told = true;
            Waiting.pause(pause);
            pause = pause.compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : pause;
        }
        trouble = Optional.empty();
        LOG.info("postgres is back pid={} port={} ms={}", server.postmaster().pid(), server.port(),
                waiting.elapsed().toMillis());
    }

    private boolean isBack(boolean told) throws InterruptedException {
        try {
            server.start();
            return true;
        } catch (RuntimeException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException("closed while starting again");
            }
            trouble = Optional.of(String.valueOf(e.getMessage()));
            if (told) {
                LOG.debug("postgres still does not start", e);
            } else {
                LOG.error("postgres does not start again, trying on: {}", e.getMessage());
            }
            return false;
        }
    }
}
