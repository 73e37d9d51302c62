// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.subprocess.internal.liveness;

import io.dexaflow.executors.agent.process.Errno;
import io.dexaflow.executors.agent.process.ErrnoException;
import io.dexaflow.executors.agent.process.Machine;
import io.dexaflow.executors.agent.process.Presence;
import io.dexaflow.executors.agent.process.Probe;
import io.dexaflow.executors.agent.process.ProcStat;
import io.dexaflow.executors.agent.process.Processes;
import java.io.IOException;
import java.util.Optional;

/** Questions to the operating system, and the one thing done to it. */
interface Probes {

    /**
     * Whether a process is there.
     *
     * @throws IOException if the probe failed
     */
    Presence process(int pid) throws IOException;

    /**
     * Whether a group has a member that is not a zombie.
     *
     * @param moment made after the group's record was read
     * @throws IOException if the probe failed
     */
    Presence group(int group, Probe.Moment moment) throws IOException;

    /** State and start of a process; empty if it is not there or not shown. */
    Optional<ProcStat> stat(int pid);

    /** The id of this boot. */
    String bootId();

    /**
     * Signals every member of a group.
     *
     * @throws IOException if it was refused; a group that is gone is no error
     */
    void signal(int group, int signal) throws IOException;

    /** Those of this machine. */
    static Probes ofThisMachine() {
        return new SystemProbes(Machine.bootId());
    }

    /** Real probes. */
    record SystemProbes(String bootId) implements Probes {

        private static final int NO_SUCH_PROCESS = Errno.ESRCH;

        @Override
        public Presence process(int pid) throws IOException {
            return Probe.process(pid);
        }

        @Override
        public Presence group(int group, Probe.Moment moment) throws IOException {
            return Probe.group(group, moment);
        }

        @Override
        public Optional<ProcStat> stat(int pid) {
            return ProcStat.read(pid);
        }

        @Override
        public void signal(int group, int signal) throws IOException {
            int errno = Processes.signalGroup(group, signal);
            if (errno != 0 && errno != NO_SUCH_PROCESS) {
                throw new ErrnoException("signal process group " + group, errno);
            }
        }
    }
}
