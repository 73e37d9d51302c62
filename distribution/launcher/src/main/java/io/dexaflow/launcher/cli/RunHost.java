// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import io.dexaflow.launcher.Clocks;
import io.dexaflow.launcher.CommandException;
import io.dexaflow.launcher.home.Home;
import io.dexaflow.launcher.home.HomeBusyException;
import io.dexaflow.launcher.home.RunLease;
import io.dexaflow.launcher.home.ServerFile;
import io.dexaflow.launcher.home.ServerInfo;
import io.dexaflow.launcher.host.BootConsole;
import io.dexaflow.launcher.host.Host;
import io.dexaflow.launcher.host.HostOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * The host that a {@code dexaflow run} uses: the one that is running on the home, or one of its own for the duration.
 * Runs that start side by side share the first one's host, which stays until the last of them is done.
 */
final class RunHost implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration GLANCE = Duration.ofMillis(100);

    private final Home home;
    private final ServerInfo server;
    private final Host own;
    private final RunLease lease;
    /** Kept so that it is not collected, and with it given back, while the host stops. */
    private RunLease leaving;

    private RunHost(Home home, ServerInfo server, Host own, RunLease lease) {
        this.home = home;
        this.server = server;
        this.own = own;
        this.lease = lease;
    }

    /** Finds or boots one. */
    static RunHost open(HostOptions options, BootConsole console) throws IOException {
        Duration begun = Clocks.monotonic();
        while (true) {
            Optional<RunHost> running = borrow(options.home());
            if (running.isPresent()) {
                refuseSettings(options, running.get());
                return running.get();
            }
            try {
                Host host = Host.boot(options, console);
                return new RunHost(options.home(), host.server(), host, null);
            } catch (HomeBusyException e) {
                // Somebody is just starting a host, or stopping one.
                if (Clocks.since(begun).compareTo(PATIENCE) > 0) {
                    throw e;
                }
                Clocks.pause(GLANCE);
            }
        }
    }

    /** What would be ignored is refused: whoever sets something relies on it. */
    private static void refuseSettings(HostOptions options, RunHost running) {
        if (!options.settings().isEmpty()) {
            running.close();
            throw CommandException.badInput("a host is running on the home " + options.home() + " (pid "
                    + running.server().pid() + "), and -D/--set has no effect on it; leave it out, or stop that host"
                    + " first, or choose another home with --home");
        }
    }

    private static Optional<RunHost> borrow(Home home) throws IOException {
        if (ServerFile.readLive(home).isEmpty()) {
            return Optional.empty();
        }
        RunLease lease = RunLease.share(home);
        // The host may have stopped while it had the lease alone.
        Optional<ServerInfo> server = ServerFile.readLive(home);
        if (server.isEmpty()) {
            lease.close();
            return Optional.empty();
        }
        return Optional.of(new RunHost(home, server.get(), null, lease));
    }

    /** How to reach it. */
    ServerInfo server() {
        return server;
    }

    /** The home it works on. */
    Home home() {
        return home;
    }

    /** Whether it is this run's own, and ends with it. */
    boolean isOwn() {
        return own != null;
    }

    /** What becomes of a run without its host, after the run's name. */
    static String goesOn(Home home) {
        return " goes on with the next one, its running tasks meanwhile with their agents: dexaflow lite --home "
                + home;
    }

    /**
     * Waits until nobody else uses the host, if it is this run's own.
     *
     * @param isGivenUp whether nobody wants to wait any more
     */
    void waitForOthers(BootConsole console, BooleanSupplier isGivenUp) {
        if (own == null) {
            return;
        }
        try {
            // Held until the process ends, so that nobody borrows a host that is stopping.
            leaving = RunLease.tryAlone(home).orElse(null);
            if (leaving == null) {
                console.say(
                        "Another dexaflow run uses this host; it stays until that one is done. Ctrl-C stops the host"
                                + " now.");
            }
            while (leaving == null && !isGivenUp.getAsBoolean()) {
                Clocks.pause(GLANCE);
                leaving = RunLease.tryAlone(home).orElse(null);
            }
        } catch (IOException e) {
            throw CommandException.refused("cannot lock " + home.runLock() + ": " + e.getMessage());
        }
    }

    /** Stops the host if it is this run's own. */
    @Override
    public void close() {
        if (own != null) {
            own.close();
            return;
        }
        try {
            lease.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
