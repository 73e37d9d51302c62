// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.home;

import io.dexaflow.launcher.CommandException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Lets one host at a time work on a home. The kernel drops the lock with the process, however that ends. The file says
 * who holds it, for as long as {@code server.json} does not yet: only for reading it by other processes, since closing
 * the file anywhere in the holder's own process would give the lock back.
 */
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
                sign(channel);
                return new HomeLock(channel);
            }
            channel.close();
        } catch (IOException e) {
            closeQuietly(channel);
            throw CommandException.refused("the home " + home + " cannot be used: " + IoWords.of(e)
                    + "; choose another with --home");
        }
        throw new HomeBusyException("another host works on the home " + home + " (" + words(home)
                + "); stop it with dexaflow stop --home " + home + ", or choose another with --home");
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    private static void sign(FileChannel channel) throws IOException {
        ProcessStamp self = ProcessStamp.ofThisProcess();
        String line = self.pid() + " " + self.startTicks() + " " + self.bootId() + "\n";
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.US_ASCII)), 0);
    }

    /** The living process that works on the home; empty when there is none, or it has just come and not signed yet. */
    public static Optional<ProcessStamp> holder(Home home) {
        try {
            String[] fields =
                    Files.readString(home.hostLock(), StandardCharsets.US_ASCII).stripTrailing().split(" ", 3);
            return fields.length < 3 ? Optional.empty()
                    : Optional.of(new ProcessStamp(Long.parseLong(fields[0]), Long.parseLong(fields[1]), fields[2]))
                            .filter(ProcessStamp::isAlive);
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static String words(Home home) {
        return ServerFile.readLive(home)
                .map(server -> "pid " + server.pid())
                .orElseGet(() -> holder(home).map(holder -> "pid " + holder.pid() + ", ").orElse("")
                        + "just starting or stopping");
    }

    private static void closeQuietly(FileChannel channel) {
        try (channel) {
            // Closing is all there is to do.
        } catch (IOException e) {
            // The refusal that follows says more.
        }
    }

    /** Gives the home back. */
    @Override
    public void close() {
        try {
            channel.truncate(0);
        } catch (IOException e) {
            // What it says is of a process that ends.
        }
        closeQuietly(channel);
    }
}
