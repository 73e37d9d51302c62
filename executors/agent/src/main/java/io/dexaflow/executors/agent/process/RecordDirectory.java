// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * The folder of the attempts' records (R202-R205, T134, T135, T137). A directory that could be somebody else's work is
 * refused: to write there fails, to read there is an error and not "no record".
 * <p>
 * Each operation opens the directory anew and works relative to it, since it may have been cleaned away and made again in
 * between. Two agents may be at one name, the old one removing, the new one writing; no lock keeps them apart, since one
 * that somebody stops in the middle would stop all: only writing for a new execution replaces what is there.
 */
public final class RecordDirectory {

    private static final String AGENT = ".pid";
    private static final String GROUP = ".pgid";
    private static final int READ = NativeFiles.READ | NativeFiles.NOFOLLOW | NativeFiles.NONBLOCK;
    private static final int OWNER_ONLY = 0700;
    private static final int FILE_MODE = 0600;
    private static final int WRITABLE_BY_OTHERS = 022;
    private static final int LONGEST_RECORD = 4096;
    private static final int MOST_SPARES = 512;

    private final String path;
    private final Spares spares = new Spares(MOST_SPARES);

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
            if (directory != null) {
                String stem = key.fileStem();
                retire(directory, stem + GROUP, content -> {
                    GroupRecord record = GroupRecord.decode(stem + GROUP, content);
                    return record.agentPid() == agentPid && record.epoch() == epoch;
                });
                retire(directory, stem + AGENT, content -> {
                    AgentRecord record = AgentRecord.decode(stem + AGENT, content);
                    return record.agentPid() == agentPid && record.epoch() == epoch;
                });
            }
        }
    }

    /**
     * Makes the records of a live attempt look new, so that whoever cleans such folders by age leaves them alone, and
     * brings them back if they were cleaned away or spoilt: one that is no record, or names another agent for this very
     * epoch, was written by nobody who may. Records of another epoch stay as they are.
     *
     * @param group null if the task has not been started, or is over
     */
    public void refresh(AttemptKey key, AgentRecord agent, GroupRecord group) throws IOException {
        try (Opened directory = open(true)) {
            String stem = key.fileStem();
            keep(directory, stem + AGENT, agent.encode(),
                    there -> AgentRecord.decode(stem + AGENT, there).epoch() == agent.epoch());
            if (group != null) {
                keep(directory, stem + GROUP, group.encode(),
                        there -> GroupRecord.decode(stem + GROUP, there).epoch() == group.epoch());
            }
        }
    }

    /** Removes the files that are kept for further records, and those that agents kept who are dead now. */
    public void clear() throws IOException {
        try (Opened directory = open(false)) {
            if (directory == null) {
                return;
            }
            for (String spare = spares.take(); spare != null; spare = spares.take()) {
                NativeFiles.removeAt(directory.descriptor, spare);
            }
            for (String left : Spares.ofTheDead(directory.descriptor)) {
                NativeFiles.removeAt(directory.descriptor, left);
            }
        }
    }

    private void write(String name, byte[] content) throws IOException {
        try (Opened directory = open(true)) {
            String written = fill(directory, name, content);
            int result = NativeFiles.renameAt(directory.descriptor, written, name);
            if (result < 0) {
                NativeFiles.removeAt(directory.descriptor, written);
                throw notWritten(name, result);
            }
        }
    }

    private void keep(Opened directory, String name, byte[] content, Ours sameEpoch) throws IOException {
        int file = NativeFiles.openAt(directory.descriptor, name, READ, 0);
        try {
            if (file >= 0 && Arrays.equals(content, NativeFiles.readAll(file, LONGEST_RECORD, name))) {
                NativeFiles.touch(file);
                return;
            }
            if (file >= 0) {
                retire(directory, name, there -> !Arrays.equals(content, there) && spoilt(there, sameEpoch));
            }
            bringBack(directory, name, content);
        } finally {
            NativeFiles.close(file);
        }
    }

    private static boolean spoilt(byte[] content, Ours sameEpoch) {
        try {
            return sameEpoch.is(content);
        } catch (RecordException noRecord) {
            return true;
        }
    }

    private void bringBack(Opened directory, String name, byte[] content) throws IOException {
        String written = fill(directory, name, content);
        int result = NativeFiles.linkAt(directory.descriptor, written, name);
        NativeFiles.removeAt(directory.descriptor, written);
        if (result < 0 && result != -Errno.EEXIST) {
            throw notWritten(name, result);
        }
    }

    private interface Ours {

        boolean is(byte[] content) throws RecordException;
    }

    /** Takes a record away if it is ours; looks again once no one else can reach it, and gives it back if it is not. */
    private void retire(Opened directory, String name, Ours ours) throws IOException {
        byte[] content = content(directory, name);
        if (content == null || !ours.is(content)) {
            return;
        }
        String spare = Spares.newName();
        if (NativeFiles.renameAt(directory.descriptor, name, spare) < 0) {
            return;
        }
        byte[] taken = content(directory, spare);
        if (taken != null && !ours.is(taken)) {
            NativeFiles.linkAt(directory.descriptor, spare, name);
        } else if (spares.wanted()) {
            spares.keep(spare);
            return;
        }
        NativeFiles.removeAt(directory.descriptor, spare);
    }

    private ErrnoException notWritten(String name, int result) {
        return new ErrnoException("cannot write the record " + path + "/" + name, -result);
    }

    /** Writes under a name that is nobody's, to be renamed: a reader sees a whole record or none. Returns that name. */
    private String fill(Opened directory, String name, byte[] content) throws IOException {
        String spare = spares.take();
        int result = spare == null ? -Errno.ENOENT : fill(directory, spare, NativeFiles.NOFOLLOW, content);
        if (result == -Errno.ENOENT) {
            // None was kept, or somebody cleaned it away.
            spare = Spares.newName();
            result = fill(directory, spare, NativeFiles.CREATE | NativeFiles.EXCLUSIVE, content);
        }
        if (result < 0) {
            NativeFiles.removeAt(directory.descriptor, spare);
            throw notWritten(name, result);
        }
        return spare;
    }

    private static int fill(Opened directory, String name, int flags, byte[] content) {
        int file = NativeFiles.openAt(directory.descriptor, name, NativeFiles.WRITE | flags, FILE_MODE);
        if (file < 0) {
            return file;
        }
        int result = NativeFiles.writeAll(file, content);
        if (result >= 0 && NativeFiles.end(file) > content.length) {
            result = NativeFiles.truncate(file, content.length);
        }
        NativeFiles.close(file);
        return result;
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
        int file = NativeFiles.openAt(directory.descriptor, name, READ, 0);
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

    /** The open directory. */
    private record Opened(int descriptor) implements AutoCloseable {

        @Override
        public void close() {
            NativeFiles.close(descriptor);
        }
    }
}
