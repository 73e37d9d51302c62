// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import io.dexaflow.launcher.CommandException;
import io.dexaflow.launcher.ExitCode;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What Ctrl-C does to a {@code dexaflow run}: stops the run's tasks, then the host if it is its own; exit code 130. */
final class Interruption {

    /** A run that is just being created is waited for: otherwise nobody would stop its tasks. */
    private static final Duration CREATION = Duration.ofSeconds(3);

    private final RunHost host;
    private final PrintWriter err;
    private final CompletableFuture<RunStop> stop = new CompletableFuture<>();
    private final Thread hook = new Thread(this::interrupted, "dexaflow-interrupt");
    private volatile boolean underWay;

    Interruption(RunHost host, PrintWriter err) {
        this.host = host;
        this.err = err;
    }

    /** From now on an interrupt is handled here. */
    void arm() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** The run is there; this is how to stop it. */
    void stopsWith(RunStop runStop) {
        stop.complete(runStop);
    }

    /** From now on an interrupt has nothing to stop. */
    void disarm() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            parkIfUnderWay();
        }
    }

    /** While an interrupt is being handled, the thread that runs the command has nothing more to say. */
    void parkIfUnderWay() {
        while (underWay) {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                // The process ends in a moment.
            }
        }
    }

    private void interrupted() {
        underWay = true;
        try {
            say("Interrupted; stopping the run's tasks.");
            stop.get(CREATION.toMillis(), TimeUnit.MILLISECONDS).stop();
        } catch (CommandException e) {
            say(e.getMessage());
        } catch (Exception e) {
            say("The run was not created yet.");
        } finally {
            host.close();
            Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
        }
    }

    private void say(String line) {
        err.println(line);
        err.flush();
    }
}
