// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.home;

import io.dexaflow.launcher.CommandException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.StandardOpenOption;

/** Lets one host at a time work on a home. The kernel drops the lock with the process, however that ends. */
public final class HomeLock implements AutoCloseable {

    private final FileChannel channel;

    private HomeLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes the home for this process.
     *
     * @throws HomeBusyException when another host has it
     */
    public static HomeLock take(Home home) {
        FileChannel channel = null;
        try {
            channel = FileChannel.open(home.hostLock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (isLocked(channel)) {
                return new HomeLock(channel);
            }
            channel.close();
        } catch (IOException e) {
            closeQuietly(channel);
            throw CommandException.refused("no permission on the home " + home + ": cannot lock " + e.getMessage()
                    + "; give it to this user, or choose another with --home");
        }
        throw new HomeBusyException("another host works on the home " + home + holder(home)
                + "; stop it with dexaflow stop --home " + home + ", or choose another with --home");
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    private static String holder(Home home) {
        return ServerFile.readLive(home)
                .map(server -> " (pid " + server.pid() + ")")
                .orElse(" (it is just starting"
                        + " or stopping)");
    }

    private static void closeQuietly(FileChannel channel) {
        try (channel) {
            // Closing is all there is to do.
        } catch (IOException e) {
            // The refusal that follows says more.
        }
    }

    @Override
    public void close() {
        closeQuietly(channel);
    }
}
