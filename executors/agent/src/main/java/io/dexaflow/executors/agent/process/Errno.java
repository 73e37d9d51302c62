// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/** Error numbers of the C library, as Linux has them on every machine. */
public final class Errno {

    /** Not permitted: for a signal, the process exists and belongs to somebody else. */
    public static final int EPERM = 1;
    /** No such file or directory. */
    public static final int ENOENT = 2;
    /** No such process. */
    public static final int ESRCH = 3;
    /** Interrupted by a signal. */
    public static final int EINTR = 4;
    /** Arguments and environment too large. */
    public static final int E2BIG = 7;
    /** Not something that can be executed. */
    public static final int ENOEXEC = 8;
    /** No child to wait for. */
    public static final int ECHILD = 10;
    /** Not now; too many processes. */
    public static final int EAGAIN = 11;
    /** No memory. */
    public static final int ENOMEM = 12;
    /** Access refused. */
    public static final int EACCES = 13;
    /** It is there already. */
    public static final int EEXIST = 17;
    /** A part of the path is no directory. */
    public static final int ENOTDIR = 20;
    /** The process has too many open files. */
    public static final int EMFILE = 24;
    /** No space left. */
    public static final int ENOSPC = 28;
    /** The system has no such call. */
    public static final int ENOSYS = 38;
    /** The directory is not empty. */
    public static final int ENOTEMPTY = 39;
    /** A link where none may be. */
    public static final int ELOOP = 40;

    private static final int LONGEST_MESSAGE = 256;
    private static final MemorySegment STRERROR = Libc.function("strerror");

    private Errno() {}

    /** The C library's words for an error number. */
    @SuppressWarnings("restricted")
    public static String words(int errno) {
        long address = Libc.call(STRERROR, errno, 0, 0, 0, 0, 0);
        MemorySegment text = MemorySegment.ofAddress(address).reinterpret(LONGEST_MESSAGE);
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < LONGEST_MESSAGE && text.get(JAVA_BYTE, i) != 0; i++) {
            words.append((char) text.get(JAVA_BYTE, i));
        }
        return words.toString();
    }
}
