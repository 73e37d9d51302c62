// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

import java.io.IOException;

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
        int errno = Processes.signalGroup(group, 0);
        return switch (errno) {
            case 0 -> inTable(group, ProcessTable.read());
            case Errno.EPERM -> Presence.FOREIGN;
            case Errno.ESRCH -> Presence.GONE;
            default -> throw new ErrnoException("probe process group " + group, errno);
        };
    }

    private static Presence inTable(int group, ProcessTable table) {
        return table.members(group).stream().allMatch(ProcStat::ended) ? Presence.GONE : Presence.ALIVE;
    }
}
