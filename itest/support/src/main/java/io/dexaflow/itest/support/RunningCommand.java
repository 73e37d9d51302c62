// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.support;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A command that was started. Its output is read all the time, so it never waits for us. */
public final class RunningCommand {

    private static final Duration LAST_WORDS = Duration.ofSeconds(5);

    private final String words;
    private final Process process;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Thread outReader;
    private final Thread errReader;

    RunningCommand(String words, Process process, byte[] input) {
        this.words = words;
        this.process = process;
        this.outReader = Thread.ofPlatform().daemon().start(() -> copy(process.getInputStream(), out));
        this.errReader = Thread.ofPlatform().daemon().start(() -> copy(process.getErrorStream(), err));
        Thread.ofPlatform().daemon().start(() -> feed(input));
    }

    private void feed(byte[] input) {
        try (OutputStream in = process.getOutputStream()) {
            in.write(input);
        } catch (IOException e) {
            // It ended without reading all of it.
        }
    }

    private static void copy(InputStream from, ByteArrayOutputStream to) {
        byte[] buffer = new byte[8192];
        try (from) {
            for (int length = from.read(buffer); length >= 0; length = from.read(buffer)) {
                to.write(buffer, 0, length);
            }
        } catch (IOException e) {
            // The process is gone, and so is the rest.
        }
    }

    /** Its process id, which is its process group's as well. */
    public long pid() {
        return process.pid();
    }

    /** Whether it runs. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** What it has written to standard output so far. */
    public String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    /** What it has written to standard error so far. */
    public String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    /** Both. */
    public String all() {
        return out() + err();
    }

    /** Waits until its output contains this. */
    public void awaitText(String text) {
        Waits.until("'" + words + "' says '" + text + "'", Waits.PATIENCE, () -> {
            boolean isSaid = all().contains(text);
            if (!isSaid && !isAlive()) {
                throw new AssertionError("'" + words + "' has ended with " + process.exitValue() + " and never said '"
                        + text + "':\n" + all());
            }
            return isSaid;
        }, this::all);
    }

    /** Sends a signal to the whole process group, as a terminal does. */
    public void signalGroup(String signal) {
        Processes.signal(signal, -pid());
    }

    /** Sends a signal to the process. */
    public void signal(String signal) {
        Processes.signal(signal, pid());
    }

    /** Waits for its end; one that takes too long is killed, and fails the test. */
    public Result end(Duration limit) {
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                Processes.signal("KILL", -pid());
                throw new AssertionError("'" + words + "' did not end within " + limit.toSeconds() + " s; it said:\n"
                        + all());
            }
            boolean isWhole = outReader.join(LAST_WORDS) & errReader.join(LAST_WORDS);
            if (!isWhole) {
                throw new AssertionError("'" + words + "' has ended, but something it started still holds its output");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        return new Result(process.exitValue(), out(), err());
    }
}
