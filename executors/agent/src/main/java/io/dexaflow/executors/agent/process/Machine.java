// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

import java.io.IOException;
import java.util.Optional;

/** What tells this machine, and this boot of it, from others. */
public final class Machine {

    private static final int LONGEST = 4096;

    private Machine() {}

    /** The id of this boot; {@code unknown} where the system has none. */
    public static String bootId() {
        return line("/proc/sys/kernel/random/boot_id").orElse("unknown");
    }

    /** The host's name; {@code unknown} where the system does not tell. */
    public static String hostname() {
        return line("/proc/sys/kernel/hostname").orElse("unknown");
    }

    /** Start ticks of a process, 0 if unknown. */
    public static long startTicks(int pid) {
        return ProcStat.read(pid).map(ProcStat::startTicks).orElse(0L);
    }

    private static Optional<String> line(String path) {
        int file = NativeFiles.open(path, NativeFiles.READ, 0);
        if (file < 0) {
            return Optional.empty();
        }
        try {
            byte[] content = NativeFiles.readAll(file, LONGEST, path);
            return Optional.ofNullable(content)
                    .map(bytes -> new String(bytes).strip())
                    .filter(text -> !text.isEmpty());
        } catch (IOException unreadable) {
            return Optional.empty();
        } finally {
            NativeFiles.close(file);
        }
    }
}
