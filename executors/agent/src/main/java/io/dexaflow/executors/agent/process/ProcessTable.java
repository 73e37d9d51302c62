// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * All processes at one moment, as {@code /proc} shows them. One table answers for many groups.
 *
 * @param processes every process that could be read
 */
public record ProcessTable(List<ProcStat> processes) {

    private static final int MOST = 8_000_000;

    /** Keeps a copy. */
    public ProcessTable {
        processes = List.copyOf(processes);
    }

    /**
     * Reads it now.
     *
     * @throws IOException where there is no {@code /proc}: nothing can be said of a group then
     */
    public static ProcessTable read() throws IOException {
        int proc = NativeFiles.open("/proc", NativeFiles.READ | NativeFiles.DIRECTORY, 0);
        if (proc < 0) {
            throw new ErrnoException("open /proc", -proc);
        }
        try {
            List<ProcStat> processes = new ArrayList<>();
            for (String name : NativeFiles.list(proc, MOST)) {
                if (Character.isDigit(name.charAt(0))) {
                    ProcStat.read(Integer.parseInt(name)).ifPresent(processes::add);
                }
            }
            if (processes.isEmpty()) {
                throw new IOException("/proc shows no process");
            }
            return new ProcessTable(processes);
        } finally {
            NativeFiles.close(proc);
        }
    }

    /** The members of a group, ended ones included. */
    public List<ProcStat> members(int group) {
        return processes.stream().filter(process -> process.group() == group).toList();
    }

    /** The children of a process, ended ones included. */
    public List<ProcStat> children(int parent) {
        return processes.stream().filter(process -> process.parent() == parent).toList();
    }
}
