// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.attempt;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.dexaflow.executors.agent.process.Errno;
import io.dexaflow.executors.agent.process.NativeFiles;
import io.dexaflow.executors.agent.support.AgentLog;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/**
 * The log of one attempt: the bytes its processes write, as they are, and a few lines of the agent's own. Made at the
 * first byte. It never fails a task: what cannot be written is lost, which is said in the agent's log, and here as soon
 * as writing works again (R164).
 */
final class TaskLog implements AutoCloseable {

    private static final String MARK = "[dexaflow] ";
    private static final int DIRECTORY_MODE = 0700;
    private static final int FILE_MODE = 0600;

    private final String path;
    private final long limit;
    private final AgentLog log;
    private SecretMask mask;
    private int file = -1;
    private long size;
    private long lost;
    private boolean capped;
    private boolean freshLine = true;

    /**
     * @param path the file, null: everything is discarded
     * @param limit how many bytes of output are kept
     * @param log the agent's own log
     */
    TaskLog(String path, long limit, AgentLog log) {
        this.path = path;
        this.limit = limit;
        this.log = log;
    }

    /** Hides these values from now on. */
    void hide(SecretMask values) {
        mask = values;
    }

    /** Appends output. */
    void output(MemorySegment buffer, int length) {
        if (length == 0 || path == null || capped) {
            return;
        }
        if (mask == null) {
            append(buffer, length);
            return;
        }
        byte[] chunk = new byte[length];
        MemorySegment.copy(buffer, JAVA_BYTE, 0, chunk, 0, length);
        append(mask.mask(chunk));
    }

    /** Writes a line of the agent's own, on a line of its own, beyond the limit too. */
    void note(String words) {
        if (path == null) {
            return;
        }
        flush();
        write((freshLine ? "" : "\n") + MARK + words.replace('\n', ' ') + "\n");
    }

    @Override
    public void close() {
        flush();
        NativeFiles.close(file);
        file = -1;
        if (path != null) {
            log.forget(path);
        }
    }

    private void flush() {
        if (mask != null && !capped) {
            append(mask.flush());
        }
    }

    private void append(byte[] bytes) {
        if (bytes.length > 0) {
            try (Arena arena = Arena.ofConfined()) {
                append(arena.allocateFrom(JAVA_BYTE, bytes), bytes.length);
            }
        }
    }

    private void append(MemorySegment bytes, int length) {
        if (!open()) {
            lost += length;
            return;
        }
        int kept = (int) Math.min(length, Math.max(0, limit - size));
        long written = put(bytes, kept);
        size += written;
        lost += kept - written;
        if (kept < length) {
            capped = true;
            write((freshLine ? "" : "\n") + MARK + "the log ends here: it has reached its limit of " + limit
                    + " bytes; the task goes on\n");
        }
    }

    private void write(String line) {
        if (open()) {
            put(line);
        }
    }

    /** Writes a line; returns whether all of it went. */
    private boolean put(String line) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        try (Arena arena = Arena.ofConfined()) {
            return put(arena.allocateFrom(JAVA_BYTE, bytes), bytes.length) == bytes.length;
        }
    }

    /** Writes as much as goes; returns how much it was. */
    private long put(MemorySegment bytes, int length) {
        long done = 0;
        while (done < length) {
            long written = NativeFiles.write(file, bytes, done, length - done);
            if (written <= 0) {
                trouble((int) -written);
                break;
            }
            done += written;
        }
        if (done > 0) {
            freshLine = bytes.get(JAVA_BYTE, done - 1) == '\n';
        }
        return done;
    }

    private boolean open() {
        if (file < 0) {
            file = openOrMakeFolder();
            if (file < 0) {
                trouble(-file);
                return false;
            }
            size = Math.max(0, NativeFiles.end(file));
        }
        return lost == 0 || sayWhatIsLost();
    }

    private int openOrMakeFolder() {
        int flags = NativeFiles.WRITE | NativeFiles.CREATE | NativeFiles.APPEND;
        int opened = NativeFiles.open(path, flags, FILE_MODE);
        if (opened == -Errno.ENOENT && path.lastIndexOf('/') > 0) {
            NativeFiles.makeDirectories(path.substring(0, path.lastIndexOf('/')), DIRECTORY_MODE);
            opened = NativeFiles.open(path, flags, FILE_MODE);
        }
        return opened;
    }

    private boolean sayWhatIsLost() {
        if (!put((freshLine ? "" : "\n") + MARK + lost + " bytes of output could not be written and are lost\n")) {
            return false;
        }
        lost = 0;
        log.over(path, "task log can be written again: " + path);
        return true;
    }

    private void trouble(int errno) {
        log.trouble(path, "task log cannot be written, the task goes on: " + path + ": " + Errno.words(errno));
    }
}
