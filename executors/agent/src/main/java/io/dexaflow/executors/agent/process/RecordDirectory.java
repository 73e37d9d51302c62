// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The folder of the attempts' records (R202-R205, T134, T135, T137). A directory that could be somebody else's work is
 * refused: to write there fails, to read there is an error and not "no record".
 * <p>
 * Each operation opens the directory anew and works relative to it, under its lock: it may have been cleaned away and
 * made again in between, and two agents may be at the same name (the old one removing, the new one writing).
 */
public final class RecordDirectory {

    private static final String AGENT = ".pid";
    private static final String GROUP = ".pgid";
    private static final int OWNER_ONLY = 0700;
    private static final int FILE_MODE = 0600;
    private static final int WRITABLE_BY_OTHERS = 022;
    private static final int LONGEST_RECORD = 4096;
    private static final int LOCK_TRIES = 200;
    private static final long LOCK_PAUSE_NANOS = 5_000_000;
    private static final AtomicLong TEMPORARY = new AtomicLong();

    private final String path;

    /** @param path the folder; it is made at the first writing */
    public RecordDirectory(String path) {
        this.path = path;
    }

    /** The folder of this user and this {@code TMPDIR}. */
    public static RecordDirectory ofThisUser() {
        String tmp = System.getenv("TMPDIR");
        if (tmp == null || tmp.isBlank()) {
            tmp = System.getProperty("java.io.tmpdir", "/tmp");
        }
        return new RecordDirectory(tmp.replaceAll("/+$", "") + "/dexaflow-agent-pids-" + Processes.uid());
    }

    /** Where it is. */
    public String path() {
        return path;
    }

    /** Writes the record of an attempt's agent over what was there. */
    public void write(AttemptKey key, AgentRecord record) throws IOException {
        write(key.fileStem() + AGENT, record.encode());
    }

    /** Writes the record of an attempt's group over what was there. */
    public void write(AttemptKey key, GroupRecord record) throws IOException {
        write(key.fileStem() + GROUP, record.encode());
    }

    /** The record of an attempt's agent; empty if there is none, or no folder. */
    public Optional<AgentRecord> agent(AttemptKey key) throws IOException {
        try (Opened directory = open(false)) {
            return directory == null ? Optional.empty() : agent(directory, key.fileStem());
        }
    }

    /** The record of an attempt's group; empty if there is none, or no folder. */
    public Optional<GroupRecord> group(AttemptKey key) throws IOException {
        try (Opened directory = open(false)) {
            return directory == null ? Optional.empty() : group(directory, key.fileStem());
        }
    }

    /**
     * Removes the records of an attempt that is over and whose group is gone, each only if it still names this agent
     * and this epoch: a newer execution of the same try may have put its own in their place (T137).
     */
    public void remove(AttemptKey key, int agentPid, int epoch) throws IOException {
        try (Opened directory = open(false)) {
            if (directory == null) {
                return;
            }
            directory.lock();
            String stem = key.fileStem();
            if (group(directory, stem).filter(r -> r.agentPid() == agentPid && r.epoch() == epoch).isPresent()) {
                NativeFiles.removeAt(directory.descriptor, stem + GROUP);
            }
            if (agent(directory, stem).filter(r -> r.agentPid() == agentPid && r.epoch() == epoch).isPresent()) {
                NativeFiles.removeAt(directory.descriptor, stem + AGENT);
            }
        }
    }

    /**
     * Writes the records of a live attempt again: whoever cleans such folders by age leaves them alone then, and if
     * they were cleaned away they are back. Records that name another agent or epoch stay as they are.
     *
     * @param group null if the task has not been started, or is over
     */
    public void refresh(AttemptKey key, AgentRecord agent, GroupRecord group) throws IOException {
        try (Opened directory = open(true)) {
            directory.lock();
            String stem = key.fileStem();
            boolean ours = agent(directory, stem)
                    .map(r -> r.agentPid() == agent.agentPid() && r.epoch() == agent.epoch())
                    .orElse(true);
            if (ours) {
                put(directory, stem + AGENT, agent.encode());
            }
            if (ours && group != null) {
                put(directory, stem + GROUP, group.encode());
            }
        }
    }

    private void write(String name, byte[] content) throws IOException {
        try (Opened directory = open(true)) {
            directory.lock();
            put(directory, name, content);
        }
    }

    private void put(Opened directory, String name, byte[] content) throws IOException {
        String temporary = name + "." + Processes.self() + "." + TEMPORARY.incrementAndGet() + ".tmp";
        int file = NativeFiles.openAt(directory.descriptor, temporary,
                NativeFiles.WRITE | NativeFiles.CREATE | NativeFiles.EXCLUSIVE, FILE_MODE);
        int result = file;
        if (file >= 0) {
            result = NativeFiles.writeAll(file, content);
            NativeFiles.close(file);
        }
        if (result >= 0) {
            result = NativeFiles.renameAt(directory.descriptor, temporary, name);
        }
        if (result < 0) {
            NativeFiles.removeAt(directory.descriptor, temporary);
            throw new ErrnoException("cannot write the record " + path + "/" + name, -result);
        }
    }

    private Optional<AgentRecord> agent(Opened directory, String stem) throws IOException {
        byte[] content = content(directory, stem + AGENT);
        return content == null ? Optional.empty() : Optional.of(AgentRecord.decode(stem + AGENT, content));
    }

    private Optional<GroupRecord> group(Opened directory, String stem) throws IOException {
        byte[] content = content(directory, stem + GROUP);
        return content == null ? Optional.empty() : Optional.of(GroupRecord.decode(stem + GROUP, content));
    }

    private byte[] content(Opened directory, String name) throws IOException {
        int file = NativeFiles.openAt(directory.descriptor, name,
                NativeFiles.READ | NativeFiles.NOFOLLOW | NativeFiles.NONBLOCK, 0);
        if (file == -Errno.ENOENT) {
            return null;
        }
        if (file < 0) {
            throw new ErrnoException("read the record " + path + "/" + name, -file);
        }
        try {
            byte[] content = NativeFiles.readAll(file, LONGEST_RECORD, name);
            if (content == null) {
                throw new RecordException("record " + path + "/" + name + " is too long to be one");
            }
            return content;
        } finally {
            NativeFiles.close(file);
        }
    }

    /** Opens the folder if it is fit; null if it is not there and not to be made. */
    private Opened open(boolean make) throws IOException {
        int flags = NativeFiles.READ | NativeFiles.DIRECTORY | NativeFiles.NOFOLLOW;
        int descriptor = NativeFiles.open(path, flags, 0);
        if (descriptor == -Errno.ENOENT && make) {
            int made = NativeFiles.makeDirectory(path, OWNER_ONLY);
            if (made < 0 && made != -Errno.EEXIST) {
                throw new ErrnoException("cannot make the record directory " + path, -made);
            }
            descriptor = NativeFiles.open(path, flags, 0);
        }
        if (descriptor == -Errno.ENOENT && !make) {
            return null;
        }
        if (descriptor == -Errno.ENOTDIR || descriptor == -Errno.ELOOP) {
            throw refused("is a link or no directory", "remove it");
        }
        if (descriptor < 0) {
            throw new ErrnoException("cannot open the record directory " + path, -descriptor);
        }
        Opened directory = new Opened(descriptor);
        try {
            check(NativeFiles.status(descriptor));
            return directory;
        } catch (IOException unfit) {
            directory.close();
            throw unfit;
        }
    }

    private void check(FileStatus status) throws RecordException {
        if (status.uid() != Processes.uid()) {
            throw refused("belongs to user " + status.uid(), "remove it, or set another TMPDIR");
        }
        if ((status.permissions() & WRITABLE_BY_OTHERS) != 0) {
            throw refused("can be written by others (mode " + Integer.toOctalString(status.permissions()) + ")",
                    "chmod 700 it once you know what is in it");
        }
    }

    private RecordException refused(String why, String advice) {
        return new RecordException("the record directory " + path + " " + why + "; " + advice);
    }

    /** An open directory; closing gives its lock back. */
    private record Opened(int descriptor) implements AutoCloseable {

        /** Waits a second at most: whoever holds it that long was stopped in the middle, and must not stop others. */
        void lock() {
            for (int tries = 0; NativeFiles.lock(descriptor) == -Errno.EAGAIN && tries < LOCK_TRIES; tries++) {
                LockSupport.parkNanos(LOCK_PAUSE_NANOS);
            }
        }

        @Override
        public void close() {
            NativeFiles.close(descriptor);
        }
    }
}
