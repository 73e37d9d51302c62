// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The home's server: starts it or takes over the one that runs, starts it again on the same port, stops it. */
final class PostgresServer {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresServer.class);

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int TRIES = 3;
    private static final long LONGEST_LOG = 10L << 20;

    private final PostgresFolder folder;
    private final Commands commands;
    private final Cluster cluster;
    private final Takeover takeover;
    private final SignIn signIn;
    private final String name;
    private OptionalInt port = OptionalInt.empty();
    private Optional<Postmaster> postmaster = Optional.empty();

    PostgresServer(Commands commands, HomeIdentity identity, Credentials credentials) {
        this.folder = commands.folder();
        this.commands = commands;
        this.cluster = new Cluster(commands, credentials);
        this.name = identity.serverName();
        this.takeover = new Takeover(folder, name, credentials);
        this.signIn = new SignIn(credentials);
    }

    int port() {
        return port.orElseThrow();
    }

    Postmaster postmaster() {
        return postmaster.orElseThrow();
    }

    /** Returns when the server accepts connections; leaves none behind that does not. */
    void start() throws InterruptedException {
        try {
            findOrLaunch();
            Ports.remember(folder, port());
        } catch (InterruptedException | RuntimeException e) {
            stop();
            throw e;
        }
    }

    void stop() {
        if (postmaster.isPresent()) {
            Postmaster running = postmaster.get();
            running.stop();
            postmaster = Optional.empty();
            LOG.info("postgres stopped data={} pid={}", folder.data(), running.pid());
        }
    }

    private void findOrLaunch() throws InterruptedException {
        Waiting waiting = new Waiting();
        postmaster = Optional.empty();
        Optional<PidFile> running = takeover.settle();
        if (running.isPresent()) {
            attach(running.get());
        } else {
            boolean first = !folder.hasData();
            if (first && port.isPresent()) {
                throw new PostgresException("The data directory " + folder.data() + " is gone: put it back, or stop"
                        + " Dexaflow and start it again with an empty database.");
            }
            rotateLog();
            cluster.prepare();
            launch();
            folder.sweepBinaries(commands.binaries().folder());
            LOG.info("postgres started data={} pid={} port={} user=\"{}\" first={} ms={}", folder.data(),
                    postmaster().pid(), port(), commands.user().words(), first, waiting.elapsed().toMillis());
        }
    }

    private void attach(PidFile running) {
        if (port.isPresent() && port.getAsInt() != running.port()) {
            throw new PostgresException("Another server runs in " + folder.data() + " on port " + running.port()
                    + ": stop process " + running.pid() + ".");
        }
        port = OptionalInt.of(running.port());
        postmaster = Optional.of(Postmaster.foundAs(running.pid()));
        LOG.info("postgres found running data={} pid={} port={}", folder.data(), running.pid(), running.port());
    }

    private void launch() throws InterruptedException {
        OptionalInt fixed = port;
        int chosen = 0;
        for (int i = 0; i < TRIES; i++) {
            chosen = fixed.isPresent() ? fixed.getAsInt() : Ports.choose(folder);
            if (isUp(chosen) && knowsPassword(chosen)) {
                port = OptionalInt.of(chosen);
                return;
            }
        }
        throw new PostgresException("PostgreSQL could not listen on port " + chosen + " of 127.0.0.1: stop what does."
                + " " + commands.logTail());
    }

    /** Starts it; false when another program took the port in the meantime. */
    private boolean isUp(int chosen) throws InterruptedException {
        Process process = commands.spawn("postgres", arguments(chosen));
        Postmaster started = Postmaster.startedAs(process);
        boolean up = false;
        try {
            up = Waiting.until(PATIENCE, () -> !process.isAlive() || isReady(started)) && isReady(started);
        } finally {
            if (!up) {
                started.stop();
            }
        }
        if (!up && Ports.isFree(chosen)) {
            throw new PostgresException("PostgreSQL in " + folder.data() + " did not start: " + commands.logTail());
        }
        postmaster = up ? Optional.of(started) : Optional.empty();
        return up;
    }

    private boolean isReady(Postmaster started) {
        return PidFile.read(folder).filter(file -> file.pid() == started.pid() && file.ready()).isPresent();
    }

    /** A password file that was lost or exchanged is healed: the new password is written into the database. */
    private boolean knowsPassword(int chosen) throws InterruptedException {
        return switch (signIn.attempt(chosen)) {
            case SignIn.Answer.Accepted() -> true;
            case SignIn.Answer.WrongPassword() -> {
                LOG.warn("setting the database's password anew, the home's file had another one file={}",
                        folder.password());
                stop();
                cluster.resetPassword();
                yield false;
            }
            case SignIn.Answer.NoServer(String reason) -> {
                stop();
                throw new PostgresException("PostgreSQL in " + folder.data() + " runs but lets nobody in (" + reason
                        + "): see " + folder.log() + ".");
            }
        };
    }

    private List<String> arguments(int chosen) {
        return List.of("-D", folder.data().toString(), "-p", Integer.toString(chosen), "-c",
                "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "cluster_name=" + name,
                "-c", "fsync=on", "-c", "full_page_writes=on", "-c", "synchronous_commit=on",
                "-c", "password_encryption=scram-sha-256", "-c", "jit=off", "-c", "logging_collector=off");
    }

    private void rotateLog() {
        Path log = folder.log();
        try {
            if (Files.exists(log) && Files.size(log) > LONGEST_LOG) {
                Files.move(log, folder.root().resolve("pg.log.1"), StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new PostgresException("The log " + log + " could not be rotated: " + e, e);
        }
    }
}
