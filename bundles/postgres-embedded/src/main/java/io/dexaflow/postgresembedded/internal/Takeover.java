// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for the server that an earlier host of this home left running, or clears the way for a new one: what a killed
 * server left behind (a stale pid file, backends that have not noticed) would keep a new one from starting.
 */
final class Takeover {

    private static final Logger LOG = LoggerFactory.getLogger(Takeover.class);

    /** Backends end by themselves when they next wait for something; only endless computing takes longer. */
    private static final Duration PATIENCE_WITH_LEFTOVERS = Duration.ofSeconds(10);
    private static final Duration PATIENCE_AFTER_TERM = Duration.ofSeconds(15);
    /** Crash recovery of a small home takes seconds, on a bad disk minutes. */
    private static final Duration PATIENCE_WITH_A_SERVER = Duration.ofMinutes(5);
    private static final Duration BETWEEN_SIGNALS = Duration.ofSeconds(1);

    private final PostgresFolder folder;
    private final ServerProcesses processes;
    private final SignIn signIn;
    private Waiting sinceHeadless;
    private Waiting sinceSignal;

    Takeover(PostgresFolder folder, String serverName, Credentials credentials) {
        this.folder = folder;
        this.processes = new ServerProcesses(folder.data(), serverName);
        this.signIn = new SignIn(credentials);
    }

    /** A living server of this home that accepts our password; or nothing, and then nothing is in a new one's way. */
    Optional<PidFile> settle() throws InterruptedException {
        Waiting waiting = new Waiting();
        sinceHeadless = null;
        sinceSignal = null;
        while (true) {
            List<Long> running = processes.running();
            Optional<PidFile> file = PidFile.read(folder);
            if (running.isEmpty()) {
                deleteStalePidFile(file);
                return Optional.empty();
            }
            Optional<PidFile> server = file.filter(claim -> running.contains(claim.pid()));
            if (server.isPresent()) {
                if (server.get().ready() && isUsable(server.get())) {
                    return server;
                }
                if (waiting.longerThan(PATIENCE_WITH_A_SERVER)) {
                    throw new PostgresException("PostgreSQL's process " + server.get().pid() + " in " + folder.data()
                            + " lives but does not accept connections: see " + folder.log() + ".");
                }
            } else {
                hurry(running);
            }
            waiting.betweenLooks();
        }
    }

    private boolean isUsable(PidFile server) {
        return switch (signIn.attempt(server.port())) {
            case SignIn.Answer.Accepted() -> true;
            case SignIn.Answer.NoServer(String reason) -> {
                LOG.debug("running server not usable yet pid={} reason={}", server.pid(), reason);
                yield false;
            }
            case SignIn.Answer.WrongPassword() -> {
                LOG.warn("stopping a server that does not know the home's password data={} pid={}", folder.data(),
                        server.pid());
                Postmaster.foundAs(server.pid()).stop();
                yield false;
            }
        };
    }

    /** Ends processes whose postmaster is gone; each would be killed by crash recovery anyway. */
    private void hurry(List<Long> leftovers) {
        if (sinceHeadless == null) {
            sinceHeadless = new Waiting();
        }
        boolean recently = sinceSignal != null && !sinceSignal.longerThan(BETWEEN_SIGNALS);
        if (recently || !sinceHeadless.longerThan(PATIENCE_WITH_LEFTOVERS)) {
            return;
        }
        boolean kill = sinceHeadless.longerThan(PATIENCE_AFTER_TERM);
        LOG.warn("ending server processes without a postmaster data={} pids={} signal={}", folder.data(), leftovers,
                kill ? "KILL" : "TERM");
        leftovers.forEach(pid -> ProcessHandle.of(pid)
                .ifPresent(
                        process -> {
                            if (kill) {
                                process.destroyForcibly();
                            } else {
                                process.destroy();
                            }
                        }));
        sinceSignal = new Waiting();
    }

    private void deleteStalePidFile(Optional<PidFile> claim) {
        Path file = folder.data().resolve("postmaster.pid");
        try {
            if (Files.deleteIfExists(file)) {
                LOG.info("removed stale postmaster.pid data={} pid={}", folder.data(),
                        claim.map(PidFile::pid).orElse(0L));
            }
        } catch (IOException e) {
            throw new PostgresException("The stale file " + file + " could not be deleted: " + e, e);
        }
    }
}
