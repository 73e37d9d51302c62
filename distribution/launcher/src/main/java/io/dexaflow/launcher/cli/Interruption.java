// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import io.dexaflow.launcher.CommandException;
import io.dexaflow.launcher.ExitCode;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What signals do to a {@code dexaflow run}.
 * <p>
 * SIGINT is Ctrl-C, the user's word about the run: its tasks are stopped, and the command ends with 130. A host of its
 * own stays until others' runs on it are done; a second signal ends the waiting.
 * <p>
 * SIGTERM and SIGHUP say nothing about the run. They are what {@code dexaflow stop}, a service manager, a machine that
 * shuts down and a terminal that closes send, and whoever sends them to a host expects tasks to outlive it. So the run is
 * left as it is: with its host, if that was this command's own (3), or on the host that it borrowed (130).
 */
final class Interruption {

    /** A run that is just being created is waited for: otherwise nobody would stop its tasks. */
    private static final Duration CREATION = Duration.ofSeconds(3);

    private final PrintWriter err;
    private final CompletableFuture<RunStop> stop = new CompletableFuture<>();
    private final AtomicBoolean heard = new AtomicBoolean();
    private volatile RunHost host;
    private volatile Integer verdict;
    private volatile boolean givenUp;

    Interruption(PrintWriter err) {
        this.err = err;
    }

    /** From now on signals are handled here. */
    void arm() {
        Signals.on("INT", () -> signalled(true));
        Signals.on("TERM", () -> signalled(false));
        Signals.on("HUP", () -> signalled(false));
    }

    /** The host is there; a signal before that ends its boot. */
    void uses(RunHost runHost) {
        host = runHost;
        parkIfUnderWay();
    }

    /** The run is there; this is how to stop it. */
    void stopsWith(RunStop runStop) {
        stop.complete(runStop);
    }

    /** The run is over; from now on a signal ends only the waiting for others. */
    void ended(int exitCode) {
        verdict = exitCode;
    }

    /** Whether a signal is being handled. */
    boolean isUnderWay() {
        return heard.get();
    }

    /** While a signal is being handled, the thread that runs the command has nothing more to say. */
    void parkIfUnderWay() {
        while (heard.get()) {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                // The process ends in a moment.
            }
        }
    }

    private void signalled(boolean isUsersWord) {
        if (!heard.compareAndSet(false, true)) {
            givenUp = true;
            return;
        }
        RunHost used = host;
        if (used == null) {
            say(isUsersWord ? "Interrupted; there is no run yet." : "Told to end; there is no run yet.");
            // The hook that a boot has stops what is there of the host.
            System.exit(ExitCode.INTERRUPTED);
        }
        int exitCode = ExitCode.INTERRUPTED;
        try {
            exitCode = verdict != null ? verdict : isUsersWord ? stopRun(used) : leaveRun(used);
        } catch (CommandException e) {
            say(e.getMessage());
        } finally {
            used.close();
            Runtime.getRuntime().halt(exitCode);
        }
    }

    private int stopRun(RunHost used) {
        say("Interrupted; stopping the run's tasks.");
        try {
            stop.get(CREATION.toMillis(), TimeUnit.MILLISECONDS).stop(this::say, () -> givenUp);
        } catch (TimeoutException e) {
            say("The run was not created yet.");
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
        used.waitForOthers(this::say, () -> givenUp);
        return ExitCode.INTERRUPTED;
    }

    private int leaveRun(RunHost used) {
        RunStop run = stop.getNow(null);
        String what = run == null ? "The run was not created yet, or is just being created." : run.leave();
        if (used.isOwn()) {
            say("The host is being stopped. " + (run == null ? what : what + RunHost.goesOn(used.home())));
            return ExitCode.NO_HOST;
        }
        say("Told to end. " + (run == null ? what : what + " goes on on its host."));
        return ExitCode.INTERRUPTED;
    }

    private void say(String line) {
        err.println(line);
        err.flush();
    }
}
