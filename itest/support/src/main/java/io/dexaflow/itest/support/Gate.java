// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * Holds tasks back until the test says so, at no cost however many wait: they ask for a shared lock on a file that the
 * test's own process has alone. A task that comes later finds the gate open.
 */
public final class Gate implements AutoCloseable {

    private final Path file;
    private final Process holder;

    private Gate(Path file, Process holder) {
        this.file = file;
        this.holder = holder;
    }

    /** A closed gate. */
    public static Gate closed(Place place, String name) {
        Path file = place.files().resolve(name + ".gate");
        try {
            Process holder = new ProcessBuilder("flock", "-x", file.toString(), "sh", "-c", "echo held; read -r x")
                    .directory(place.files().toFile())
                    .start();
            if (holder.getInputStream().read() != 'h') {
                throw new IllegalStateException("cannot lock " + file);
            }
            return new Gate(file, holder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The shell words with which a task waits for it. */
    public String pass() {
        return "flock -s '" + file + "' true";
    }

    /** Lets everyone through. */
    public void open() {
        try {
            holder.getOutputStream().close();
            holder.waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        open();
    }
}
