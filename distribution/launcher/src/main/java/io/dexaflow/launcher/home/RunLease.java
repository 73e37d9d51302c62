// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.home;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Keeps a host that {@code dexaflow run} started alive while others' runs rely on it: each of them holds the lease
 * shared; the one that started the host takes it alone before it stops it. A process that dies gives its lease back.
 */
public final class RunLease implements AutoCloseable {

    private final FileChannel channel;

    private RunLease(FileChannel channel) {
        this.channel = channel;
    }

    /** Says that this process relies on the home's host; waits while that host is stopping. */
    public static RunLease share(Home home) throws IOException {
        FileChannel channel = open(home);
        try {
            channel.lock(0, Long.MAX_VALUE, true);
            return new RunLease(channel);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** Takes it so that nobody else can rely on the home's host any more; empty while somebody does. */
    public static Optional<RunLease> tryAlone(Home home) throws IOException {
        FileChannel channel = open(home);
        try {
            if (channel.tryLock() != null) {
                return Optional.of(new RunLease(channel));
            }
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        channel.close();
        return Optional.empty();
    }

    private static FileChannel open(Home home) throws IOException {
        return FileChannel.open(home.runLock(), StandardOpenOption.CREATE, StandardOpenOption.READ,
                StandardOpenOption.WRITE);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
