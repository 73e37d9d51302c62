// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Files by descriptor: what {@code java.nio} does not offer (relative to an open directory, without following links,
 * appending to a pipe's other end) and what it would do in the locale's charset instead of UTF-8. Every method returns
 * the system's result, or the negative error number ({@link Errno}); none blocks on a FIFO unless told to.
 */
public final class NativeFiles {

    /** Open for reading. */
    public static final int READ = 0;
    /** Open for writing. */
    public static final int WRITE = 1;
    /** Make the file if it is not there. */
    public static final int CREATE = 0x40;
    /** With {@link #CREATE}: fail if it is there. */
    public static final int EXCLUSIVE = 0x80;
    /** Write at the end, always. */
    public static final int APPEND = 0x400;
    /** Do not wait, neither for a FIFO's other end nor for data. */
    public static final int NONBLOCK = 0x800;
    /** Only a directory will do. */
    public static final int DIRECTORY = Libc.arm() ? 0x4000 : 0x10000;
    /** Fail if the last part of the path is a link. */
    public static final int NOFOLLOW = Libc.arm() ? 0x8000 : 0x20000;

    private static final int CLOSE_ON_EXEC = 0x80000;
    private static final int AT_WORKING_DIRECTORY = -100;
    private static final int AT_NOFOLLOW = 0x100;
    private static final int AT_EMPTY_PATH = 0x1000;
    private static final int AT_REMOVE_DIRECTORY = 0x200;
    private static final int EXECUTABLE = 1;
    private static final int SYS_STATX = Libc.arm() ? 291 : 332;
    private static final int STATX_BYTES = 256;
    private static final int STATX_BASIC = 0x7ff;
    private static final int DIRENT_NAME = 19;
    private static final int DIRENT_BYTES = DIRENT_NAME + 256;

    private static final MemorySegment OPENAT = Libc.function("openat");
    private static final MemorySegment CLOSE = Libc.function("close");
    private static final MemorySegment READ_FN = Libc.function("read");
    private static final MemorySegment WRITE_FN = Libc.function("write");
    private static final MemorySegment LSEEK = Libc.function("lseek");
    private static final MemorySegment MKDIR = Libc.function("mkdir");
    private static final MemorySegment RENAMEAT = Libc.function("renameat");
    private static final MemorySegment FTRUNCATE = Libc.function("ftruncate");
    private static final MemorySegment UNLINKAT = Libc.function("unlinkat");
    private static final MemorySegment ACCESS = Libc.function("access");
    private static final MemorySegment FUTIMENS = Libc.function("futimens");
    private static final MemorySegment LINKAT = Libc.function("linkat");
    private static final MemorySegment FDOPENDIR = Libc.function("fdopendir");
    private static final MemorySegment READDIR = Libc.function("readdir");
    private static final MemorySegment CLOSEDIR = Libc.function("closedir");

    private NativeFiles() {}

    /** Opens; the descriptor is not inherited by children. */
    public static int open(String path, int flags, int mode) {
        return openAt(AT_WORKING_DIRECTORY, path, flags, mode);
    }

    /** Opens relative to an open directory. */
    public static int openAt(int directory, String name, int flags, int mode) {
        try (Arena arena = Arena.ofConfined()) {
            return Libc.ints(OPENAT, directory, text(arena, name), flags | CLOSE_ON_EXEC, mode);
        }
    }

    /** Closes; a descriptor below zero is none. */
    public static void close(int descriptor) {
        if (descriptor >= 0) {
            Libc.call(CLOSE, descriptor, 0, 0, 0, 0, 0);
        }
    }

    /** Reads at most {@code bytes} to the beginning of the buffer. */
    public static long read(int descriptor, MemorySegment buffer, long bytes) {
        return Libc.longs(READ_FN, descriptor, buffer.address(), bytes);
    }

    /** Writes from an offset of the buffer; may write less. */
    public static long write(int descriptor, MemorySegment buffer, long offset, long bytes) {
        return Libc.longs(WRITE_FN, descriptor, buffer.address() + offset, bytes);
    }

    /** Writes them all, or returns the negative error number. */
    public static int writeAll(int descriptor, byte[] bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(Math.max(1, bytes.length));
            MemorySegment.copy(bytes, 0, buffer, JAVA_BYTE, 0, bytes.length);
            for (long done = 0; done < bytes.length;) {
                long written = write(descriptor, buffer, done, bytes.length - done);
                if (written < 0) {
                    return (int) written;
                }
                done += written;
            }
            return 0;
        }
    }

    /**
     * Reads to the end.
     *
     * @return the content, or null if there is more than {@code limit}
     * @throws IOException if reading fails; {@code name} is for the message
     */
    public static byte[] readAll(int descriptor, int limit, String name) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            int chunk = 4096;
            MemorySegment buffer = arena.allocate(chunk);
            byte[] content = new byte[chunk];
            int length = 0;
            while (true) {
                long got = read(descriptor, buffer, chunk);
                if (got < 0) {
                    throw new ErrnoException("read " + name, (int) -got);
                }
                if (got == 0) {
                    return Arrays.copyOf(content, length);
                }
                if (length + got > limit) {
                    return null;
                }
                if (length + got > content.length) {
                    content = Arrays.copyOf(content, content.length * 2);
                }
                MemorySegment.copy(buffer, JAVA_BYTE, 0, content, length, (int) got);
                length += (int) got;
            }
        }
    }

    /** The offset of the end of an open file. */
    public static long end(int descriptor) {
        return Libc.longs(LSEEK, descriptor, 0, 2);
    }

    /** Makes one directory. */
    public static int makeDirectory(String path, int mode) {
        try (Arena arena = Arena.ofConfined()) {
            return Libc.ints(MKDIR, text(arena, path), mode, 0, 0);
        }
    }

    /** Makes a directory and those above it; 0 also if it was there. */
    public static int makeDirectories(String path, int mode) {
        int result = makeDirectory(path, mode);
        int parent = path.lastIndexOf('/');
        if (result == -Errno.ENOENT && parent > 0) {
            int above = makeDirectories(path.substring(0, parent), mode);
            result = above == 0 ? makeDirectory(path, mode) : above;
        }
        return result == -Errno.EEXIST ? 0 : result;
    }

    /** Removes an empty directory. */
    public static int removeDirectory(String path) {
        return unlink(AT_WORKING_DIRECTORY, path, AT_REMOVE_DIRECTORY);
    }

    /** Removes an empty directory in an open one. */
    public static int removeDirectoryAt(int directory, String name) {
        return unlink(directory, name, AT_REMOVE_DIRECTORY);
    }

    /** Removes a file. */
    public static int remove(String path) {
        return unlink(AT_WORKING_DIRECTORY, path, 0);
    }

    /** Removes a file in an open directory. */
    public static int removeAt(int directory, String name) {
        return unlink(directory, name, 0);
    }

    private static int unlink(int directory, String name, int flags) {
        try (Arena arena = Arena.ofConfined()) {
            return Libc.ints(UNLINKAT, directory, text(arena, name), flags, 0);
        }
    }

    /** Renames; an existing file, or an empty directory, is replaced. */
    public static int rename(String from, String to) {
        try (Arena arena = Arena.ofConfined()) {
            return Libc.ints(RENAMEAT, AT_WORKING_DIRECTORY, text(arena, from), AT_WORKING_DIRECTORY,
                    text(arena, to));
        }
    }

    /** Makes an open file shorter. */
    public static int truncate(int descriptor, long bytes) {
        return Libc.ints(FTRUNCATE, descriptor, bytes, 0, 0);
    }

    /** Gives a file in an open directory one more name; what has that name already stays. */
    public static int linkAt(int directory, String from, String to) {
        try (Arena arena = Arena.ofConfined()) {
            return Libc.ints(LINKAT, directory, text(arena, from), directory, text(arena, to), 0);
        }
    }

    /** Renames within an open directory; what was there is replaced. */
    public static int renameAt(int directory, String from, String to) {
        try (Arena arena = Arena.ofConfined()) {
            return Libc.ints(RENAMEAT, directory, text(arena, from), directory, text(arena, to));
        }
    }

    /** Whether the caller may execute (or, a directory, enter) it: 0 or the negative error number. */
    public static int executable(String path) {
        try (Arena arena = Arena.ofConfined()) {
            return Libc.ints(ACCESS, text(arena, path), EXECUTABLE, 0, 0);
        }
    }

    /** Sets the time of the last change of an open file to now. */
    public static int touch(int descriptor) {
        return Libc.ints(FUTIMENS, descriptor, 0, 0, 0);
    }

    /** The status of an open file. */
    public static FileStatus status(int descriptor) throws ErrnoException {
        return statx(descriptor, "", AT_EMPTY_PATH);
    }

    /** The status of a path, following links. */
    public static FileStatus status(String path) throws ErrnoException {
        return statx(AT_WORKING_DIRECTORY, path, 0);
    }

    /** The status of a path, a link itself if it is one. */
    public static FileStatus statusOfLink(String path) throws ErrnoException {
        return statx(AT_WORKING_DIRECTORY, path, AT_NOFOLLOW);
    }

    private static FileStatus statx(int directory, String path, int flags) throws ErrnoException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment status = arena.allocate(STATX_BYTES, 8);
            int result = Libc.system(SYS_STATX, directory, text(arena, path), flags, STATX_BASIC, status.address());
            if (result < 0) {
                throw new ErrnoException("stat " + path, -result);
            }
            return new FileStatus(status.get(JAVA_SHORT, 28) & 0xffff, status.get(JAVA_INT, 20),
                    status.get(JAVA_LONG, 40));
        }
    }

    /**
     * The names in an open directory, {@code .} and {@code ..} left out; a name that is not UTF-8 holds U+FFFD.
     *
     * @throws IOException if it cannot be read, or holds more than {@code limit} names
     */
    public static List<String> list(int directory, int limit) throws IOException {
        int again = openAt(directory, ".", READ | DIRECTORY, 0);
        long stream = again < 0 ? 0 : Libc.call(FDOPENDIR, again, 0, 0, 0, 0, 0);
        if (stream == 0) {
            close(again);
            throw new ErrnoException("list directory", again < 0 ? -again : Libc.errno());
        }
        try {
            List<String> names = new ArrayList<>();
            for (String name = next(stream); name != null; name = next(stream)) {
                if (names.size() == limit) {
                    throw new IOException("more than " + limit + " files");
                }
                if (!name.equals(".") && !name.equals("..")) {
                    names.add(name);
                }
            }
            return names;
        } finally {
            Libc.call(CLOSEDIR, stream, 0, 0, 0, 0, 0);
        }
    }

    @SuppressWarnings("restricted")
    private static String next(long stream) {
        long entry = Libc.call(READDIR, stream, 0, 0, 0, 0, 0);
        if (entry == 0) {
            return null;
        }
        MemorySegment record = MemorySegment.ofAddress(entry).reinterpret(DIRENT_BYTES);
        int length = 0;
        while (record.get(JAVA_BYTE, DIRENT_NAME + length) != 0) {
            length++;
        }
        byte[] name = new byte[length];
        MemorySegment.copy(record, JAVA_BYTE, DIRENT_NAME, name, 0, length);
        return new String(name, StandardCharsets.UTF_8);
    }

    static long text(Arena arena, String text) {
        return arena.allocateFrom(text).address();
    }
}
