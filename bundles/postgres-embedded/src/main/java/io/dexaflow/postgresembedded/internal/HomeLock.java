// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Held while a host has this home open; the kernel lets go of it when the host dies, however it dies. A home that is
 * open already is refused with the process id of who has it.
 */
final class HomeLock implements AutoCloseable {

    /**
     * Marks the homes this JVM has open, in the system properties because those are the same for every class loader.
     * Needed because a POSIX lock belongs to the process: closing <em>any</em> channel on the file, also that of a
     * refused second attempt, would give the lock away.
     */
    private static final String OPEN_HERE = "dexaflow.postgres.open:";

    private final Path file;
    private final FileChannel channel;

    private HomeLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    static HomeLock take(PostgresFolder folder) {
        Path file = folder.lock();
        if (System.getProperties().putIfAbsent(OPEN_HERE + file, "true") != null) {
            throw refused(folder, "this very process");
        }
        boolean taken = false;
        try {
            FileChannel channel = FileChannel.open(file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ,
                    StandardOpenOption.WRITE),
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------")));
            taken = lock(channel);
            if (!taken) {
                String holder = readHolder(channel);
                channel.close();
                throw refused(folder, "process " + holder);
            }
            return new HomeLock(file, channel);
        } catch (IOException e) {
            throw new HomeRefusedException("The lock " + file + " cannot be taken (" + e + "): the home must lie on a"
                    + " file system with locks, and the user that runs Dexaflow must own it.", e);
        } finally {
            if (!taken) {
                System.getProperties().remove(OPEN_HERE + file);
            }
        }
    }

    private static boolean lock(FileChannel channel) throws IOException {
        FileLock lock = channel.tryLock();
        if (lock == null) {
            return false;
        }
        channel.truncate(0);
        channel.write(StandardCharsets.US_ASCII.encode(ProcessHandle.current().pid() + "\n"), 0);
        return true;
    }

    private static String readHolder(FileChannel channel) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(32);
        channel.read(buffer, 0);
        String pid = StandardCharsets.US_ASCII.decode(buffer.flip()).toString().strip();
        return pid.isEmpty() ? "(unknown)" : pid;
    }

    private static HomeRefusedException refused(PostgresFolder folder, String holder) {
        return new HomeRefusedException("The home " + folder.root().getParent() + " is open already, in " + holder
                + ": a home has one host at a time. Stop that host (dexaflow stop), or start this one with another"
                + " --home.");
    }

    /** Lets go. The file stays: deleting it would let two hosts lock two files of the same name. */
    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException("could not release " + file, e);
        } finally {
            System.getProperties().remove(OPEN_HERE + file);
        }
    }
}
