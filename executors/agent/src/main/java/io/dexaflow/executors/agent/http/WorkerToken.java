// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The token of the worker. It comes from a file, since an environment can be read by children, and is renewed by the
 * host. One that was refused is not used again (unless the address changed); a token that stays refused for long is
 * hopeless: then nothing of this agent can be delivered any more, and it must end rather than look alive for ever.
 */
public final class WorkerToken {

    private static final Duration HOPELESS = Duration.ofMinutes(5);

    private final Path file;
    private String token;
    private String refused;
    private long refusedSince;

    /**
     * @param file the file with the token
     * @throws IOException if it cannot be read or is empty
     */
    public WorkerToken(Path file) throws IOException {
        this.file = file;
        this.token = read();
    }

    /** The token to use; null while the one there is was refused. */
    public synchronized String current() {
        return token.equals(refused) ? null : token;
    }

    /** The host renewed it. */
    public synchronized void renew(String renewed) {
        token = renewed;
        refused = null;
    }

    /** The host refused a token. */
    public synchronized void refuse(String used) {
        if (token.equals(used)) {
            if (refused == null) {
                refusedSince = System.nanoTime();
            }
            refused = used;
        }
    }

    /** Reads the file again; returns whether there is a token that was not refused. */
    public synchronized boolean reread() {
        try {
            String read = read();
            if (!read.equals(refused)) {
                renew(read);
            }
        } catch (IOException keepTheOldOne) {
            // Whoever writes it anew may be between two steps.
        }
        return current() != null;
    }

    /** Whoever listens at another address has not refused anything yet. */
    public synchronized void addressChanged() {
        refused = null;
    }

    /** Whether it has been refused for so long that no other will come. */
    public synchronized boolean hopeless() {
        return refused != null && System.nanoTime() - refusedSince > HOPELESS.toNanos();
    }

    private String read() throws IOException {
        String read = Files.readString(file).strip();
        if (read.isEmpty()) {
            throw new IOException("the token file " + file + " is empty");
        }
        return read;
    }
}
