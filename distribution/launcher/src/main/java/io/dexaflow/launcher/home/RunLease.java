// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.home;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;

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
        return take(home, true);
    }

    /** Waits until nobody else relies on the home's host. */
    public static RunLease takeAlone(Home home) throws IOException {
        return take(home, false);
    }

    /** Whether somebody else relies on the home's host now. */
    public static boolean isShared(Home home) throws IOException {
        try (FileChannel channel = open(home); var lock = channel.tryLock()) {
            return lock == null;
        }
    }

    private static RunLease take(Home home, boolean shared) throws IOException {
        FileChannel channel = open(home);
        try {
            channel.lock(0, Long.MAX_VALUE, shared);
            return new RunLease(channel);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
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
