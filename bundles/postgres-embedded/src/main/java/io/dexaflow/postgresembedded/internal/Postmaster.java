// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The server's first process, whether we started it or found it running. */
final class Postmaster {

    private static final Duration FOR_AN_ORDERLY_STOP = Duration.ofSeconds(60);
    private static final Duration FOR_A_STOP_AT_ONCE = Duration.ofSeconds(10);

    private final long pid;
    private final OptionalLong startTicks;
    /** Ours: completes when it ends. Found: never completes, so that whoever waits looks again. */
    private final CompletableFuture<?> exit;

    private Postmaster(long pid, CompletableFuture<?> exit) {
        this.pid = pid;
        this.startTicks = ServerProcesses.startTicks(pid);
        this.exit = exit;
    }

    static Postmaster startedAs(Process process) {
        return new Postmaster(process.pid(), process.onExit());
    }

    static Postmaster foundAs(long pid) {
        return new Postmaster(pid, new CompletableFuture<>());
    }

    long pid() {
        return pid;
    }

    /** Same id and same start: a zombie and a stranger with its id are not it. */
    boolean isAlive() {
        OptionalLong now = ServerProcesses.startTicks(pid);
        return !exit.isDone() && now.isPresent() && now.equals(startTicks);
    }

    /** Waits for its end; false when it lives on after this time. */
    boolean ends(Duration within) throws InterruptedException {
        try {
            exit.get(within.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return !isAlive();
        } catch (ExecutionException e) {
            throw new IllegalStateException("waiting for a process cannot fail", e);
        }
    }

    /**
     * Stops it: orderly, without waiting for clients; if that takes too long, at once, which loses nothing either but
     * makes the next start recover. An interrupt does not keep it from being stopped.
     */
    void stop() {
        boolean interrupted = Thread.interrupted();
        try {
            if (!stops("INT", FOR_AN_ORDERLY_STOP) && !stops("QUIT", FOR_A_STOP_AT_ONCE)
                    && !stops("KILL", FOR_A_STOP_AT_ONCE)) {
                throw new PostgresException("PostgreSQL's process " + pid + " could not be stopped: end it by hand"
                        + " (kill -INT " + pid + ").");
            }
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean stops(String signal, Duration within) throws InterruptedException {
        if (!isAlive()) {
            return true;
        }
        boolean sent = Commands.signal(signal, pid);
        return sent ? Waiting.until(within, () -> !isAlive()) : !isAlive();
    }
}
