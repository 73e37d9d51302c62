// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Descendants whose parent is gone. They become children of this process when it adopts orphans
 * ({@link Processes#adoptOrphans}); each that has ended must be waited for, by its pid and never by "any child", since
 * every child with a driver is waited for by that driver alone.
 */
public final class Orphans {

    private static final long SHORTEST_PAUSE_NANOS = 1_000_000;
    private static final long LONGEST_PAUSE_NANOS = 64_000_000;
    private static final int LONGEST_LIST = 1 << 20;

    private final Leaders leaders;
    private final Set<Integer> seenByScan = new HashSet<>();

    Orphans(Leaders leaders) {
        this.leaders = leaders;
    }

    /**
     * Takes the ended orphans away.
     *
     * @return the orphans that live
     */
    public synchronized List<Integer> sweep() {
        List<Integer> alive = new ArrayList<>();
        for (int pid : adopted()) {
            if (!Processes.takeEnded(pid)) {
                alive.add(pid);
            }
        }
        return alive;
    }

    /**
     * Waits until a killed group has no member that lives, a given time at most, taking its orphans away meanwhile. Its
     * leader must have been waited for.
     *
     * @return whether the group is gone
     */
    public boolean awaitGone(int group, long nanos) {
        long begin = System.nanoTime();
        long pause = SHORTEST_PAUSE_NANOS;
        while (!gone(group)) {
            if (System.nanoTime() - begin > nanos) {
                return false;
            }
            LockSupport.parkNanos(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
        }
        return true;
    }

    private boolean gone(int group) {
        if (Processes.signalGroup(group, 0) == Errno.ESRCH) {
            return true;
        }
        try {
            boolean alive = false;
            for (ProcStat member : ProcessTable.read().members(group)) {
                if (!member.ended()) {
                    alive = true;
                } else if (member.parent() == Processes.self() && !leaders.has(member.pid())) {
                    Processes.takeEnded(member.pid());
                }
            }
            return !alive;
        } catch (IOException cannotSay) {
            return false;
        }
    }

    /** Command and task of a process, for a line in a log. */
    public static String describe(int pid) {
        String command = content("/proc/" + pid + "/comm").strip();
        for (String variable : content("/proc/" + pid + "/environ").split("\0")) {
            if (variable.startsWith("DEXAFLOW_TASK_ID=")) {
                return "pid=" + pid + " command=" + command + " task=" + variable.substring(17);
            }
        }
        return "pid=" + pid + " command=" + command;
    }

    /**
     * Orphans are given to this process's first thread, which never starts a child itself: its list of children holds
     * them and nothing else. Where the system has no such lists, two scans that see the same child tell.
     */
    private Set<Integer> adopted() {
        int self = Processes.self();
        Set<Integer> adopted = new HashSet<>();
        String list = "/proc/" + self + "/task/" + self + "/children";
        if (NativeFiles.executable(list) != -Errno.ENOENT) {
            for (String pid : content(list).split(" ")) {
                if (!pid.isBlank()) {
                    adopted.add(Integer.parseInt(pid.strip()));
                }
            }
        } else {
            Set<Integer> now = scan(self);
            adopted.addAll(now);
            adopted.retainAll(seenByScan);
            seenByScan.clear();
            seenByScan.addAll(now);
        }
        adopted.removeIf(leaders::has);
        return adopted;
    }

    private static Set<Integer> scan(int self) {
        Set<Integer> children = new HashSet<>();
        try {
            ProcessTable.read().children(self).forEach(child -> children.add(child.pid()));
        } catch (IOException noTable) {
            // Then there are no orphans that could be found.
        }
        return children;
    }

    private static String content(String path) {
        int file = NativeFiles.open(path, NativeFiles.READ, 0);
        if (file < 0) {
            return "";
        }
        try {
            byte[] content = NativeFiles.readAll(file, LONGEST_LIST, path);
            return content == null ? "" : new String(content, StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            return "";
        } finally {
            NativeFiles.close(file);
        }
    }
}
