// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

import java.io.IOException;
import java.util.List;

/**
 * Asks whether a process or a group still lives (R206). Signal 0 decides: no such process is the only proof of death
 * it gives; a refusal means alive; success may also come from zombies, so the process's state is read then.
 */
public final class Probe {

    private Probe() {}

    /**
     * Whether a process lives.
     *
     * @throws ErrnoException if the probe itself failed: then nothing is known
     */
    public static Presence process(int pid) throws ErrnoException {
        int errno = Processes.signal(pid, 0);
        return switch (errno) {
            case 0 -> ProcStat.read(pid).filter(ProcStat::ended).isPresent() ? Presence.GONE : Presence.ALIVE;
            case Errno.EPERM -> Presence.FOREIGN;
            case Errno.ESRCH -> Presence.GONE;
            default -> throw new ErrnoException("probe process " + pid, errno);
        };
    }

    /**
     * Whether a group has a member that is not a zombie.
     *
     * @throws IOException if the probe itself failed: then nothing is known
     */
    public static Presence group(int group) throws IOException {
        return group(group, new Moment());
    }

    /**
     * The same for one of many groups, all seen at one moment.
     *
     * @param moment made after the group became known, or the group could be younger than it
     * @throws IOException if the probe itself failed: then nothing is known
     */
    public static Presence group(int group, Moment moment) throws IOException {
        int errno = Processes.signalGroup(group, 0);
        return switch (errno) {
            case 0 -> inTable(group, moment.table());
            case Errno.EPERM -> Presence.FOREIGN;
            case Errno.ESRCH -> Presence.GONE;
            default -> throw new ErrnoException("probe process group " + group, errno);
        };
    }

    private static Presence inTable(int group, ProcessTable table) {
        List<ProcStat> members = table.members(group);
        if (members.isEmpty()) {
            // It had a member, and the table shows none: that one has just ended, or is hidden from us.
            return Processes.signalGroup(group, 0) == Errno.ESRCH ? Presence.GONE : Presence.ALIVE;
        }
        return members.stream().allMatch(ProcStat::ended) ? Presence.GONE : Presence.ALIVE;
    }

    /** The process table, read when it is first asked for and kept: for many questions at one time. */
    public static final class Moment {

        private ProcessTable table;

        private ProcessTable table() throws IOException {
            if (table == null) {
                table = ProcessTable.read();
            }
            return table;
        }
    }
}
