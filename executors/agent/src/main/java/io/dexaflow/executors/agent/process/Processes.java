// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Signals, waiting and descriptors of processes. Results are the system's, or negative error numbers. */
public final class Processes {

    /** Ends a process, which cannot refuse. */
    public static final int SIGKILL = 9;
    /** Asks a process to end. */
    public static final int SIGTERM = 15;

    private static final int SIGCHLD = 17;
    private static final int SYS_PIDFD_OPEN = 434;
    private static final int PR_SET_CHILD_SUBREAPER = 36;
    private static final int CLOSE_ON_EXEC = 0x80000;
    private static final int WNOHANG = 1;
    private static final short POLLIN = 1;

    private static final MemorySegment KILL = Libc.function("kill");
    private static final MemorySegment WAITPID = Libc.function("waitpid");
    private static final MemorySegment PIPE2 = Libc.function("pipe2");
    private static final MemorySegment POLL = Libc.function("poll");
    private static final MemorySegment SIGNAL = Libc.function("signal");
    private static final MemorySegment GETPID = Libc.function("getpid");
    private static final MemorySegment GETUID = Libc.function("getuid");
    private static final ThreadLocal<MemorySegment> POLLED = ThreadLocal
            .withInitial(() -> Arena.ofAuto().allocate(16, 8));

    private Processes() {}

    /** This process. */
    public static int self() {
        return (int) Libc.call(GETPID, 0, 0, 0, 0, 0, 0);
    }

    /** The user this process runs as. */
    public static int uid() {
        return (int) Libc.call(GETUID, 0, 0, 0, 0, 0, 0);
    }

    /**
     * Signals one process.
     *
     * @param pid the process, above zero
     * @param signal the signal, 0 to ask only whether it is there
     * @return 0 or the (positive) error number
     */
    public static int signal(int pid, int signal) {
        if (pid <= 0) {
            throw new IllegalArgumentException("not one process: " + pid);
        }
        return -Libc.ints(KILL, pid, signal, 0, 0);
    }

    /**
     * Signals every member of a process group.
     *
     * @param group the group, above one: 1 and 0 would reach others than meant
     * @param signal the signal, 0 to ask only whether there is a member
     * @return 0 or the (positive) error number; 0 also for a group that has only zombies left
     */
    public static int signalGroup(int group, int signal) {
        if (group <= 1) {
            throw new IllegalArgumentException("not a task's process group: " + group);
        }
        return -Libc.ints(KILL, -group, signal, 0, 0);
    }

    /** Whether this process has become the parent of every orphan among its descendants. */
    public static boolean adoptOrphans() {
        return Libc.find("prctl").map(prctl -> Libc.ints(prctl, PR_SET_CHILD_SUBREAPER, 1, 0, 0) == 0).orElse(false);
    }

    /** Makes children stay until they are waited for, also where whoever started us ignored their end. */
    public static void keepEndedChildren() {
        Libc.call(SIGNAL, SIGCHLD, 0, 0, 0, 0, 0);
    }

    /** Waits for one child; null if it is no child of ours (any more). */
    static ExitStatus await(int pid) {
        return wait(pid, 0);
    }

    /** Takes one ended child away; false if it has not ended or is no child of ours. */
    static boolean takeEnded(int pid) {
        return wait(pid, WNOHANG) != null;
    }

    private static ExitStatus wait(int pid, int options) {
        if (pid <= 0) {
            throw new IllegalArgumentException("not one process: " + pid);
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment status = arena.allocate(JAVA_INT);
            int result = Libc.ints(WAITPID, pid, status.address(), options, 0);
            return result == pid ? ExitStatus.ofWait(status.get(JAVA_INT, 0)) : null;
        }
    }

    /** A descriptor that becomes readable when the process ends. */
    static int descriptorOf(int pid) {
        return Libc.system(SYS_PIDFD_OPEN, pid, 0, 0, 0, 0);
    }

    /** A pipe, neither end inherited: reading end and writing end, or null if there are too many open files. */
    static int[] pipe() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment ends = arena.allocate(JAVA_INT, 2);
            int result = Libc.ints(PIPE2, ends.address(), CLOSE_ON_EXEC, 0, 0);
            return result < 0 ? null : new int[]{ends.getAtIndex(JAVA_INT, 0), ends.getAtIndex(JAVA_INT, 1)};
        }
    }

    /**
     * Waits until one of two descriptors can be read or has come to its end; one below zero never does.
     *
     * @return bit 0 for the first, bit 1 for the second; 0 when the time is over or a signal came
     */
    static int poll(int first, int second, int millis) {
        MemorySegment polled = POLLED.get();
        polled.set(JAVA_INT, 0, first);
        polled.set(JAVA_INT, 4, POLLIN);
        polled.set(JAVA_INT, 8, second);
        polled.set(JAVA_INT, 12, POLLIN);
        int ready = (int) Libc.call(POLL, polled.address(), 2, millis, 0, 0, 0);
        if (ready <= 0) {
            return 0;
        }
        return (polled.get(JAVA_SHORT, 6) == 0 ? 0 : 1) | (polled.get(JAVA_SHORT, 14) == 0 ? 0 : 2);
    }
}
