// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Tells one process from every other that ever had or will have its pid: on this machine, since this boot.
 *
 * @param pid the process
 * @param startTicks field 22 of {@code /proc/PID/stat}; 0 where there is no such file
 * @param bootId the kernel's boot id; empty where there is none
 */
public record ProcessStamp(long pid, long startTicks, String bootId) {

    private static final Path PROC = Path.of("/proc");

    /** This process. */
    public static ProcessStamp ofThisProcess() {
        long pid = ProcessHandle.current().pid();
        return new ProcessStamp(pid, ticksOf(pid), bootIdNow());
    }

    /** Whether that very process is there, and not as a zombie. */
    public boolean isAlive() {
        if (!Files.isDirectory(PROC.resolve("self"))) {
            return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
        }
        return bootId.equals(bootIdNow()) && ticksOf(pid) == startTicks && !isZombie(pid);
    }

    private static long ticksOf(long pid) {
        String[] fields = statOf(pid);
        return fields.length > 19 ? Long.parseLong(fields[19]) : 0;
    }

    private static boolean isZombie(long pid) {
        String[] fields = statOf(pid);
        return fields.length == 0 || fields[0].equals("Z") || fields[0].equals("X");
    }

    /** The fields after the command's name, which may hold blanks and brackets; the first is the state. */
    private static String[] statOf(long pid) {
        try {
            String stat = Files.readString(PROC.resolve(Long.toString(pid)).resolve("stat"));
            return stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        } catch (IOException e) {
            return new String[0];
        }
    }

    private static String bootIdNow() {
        try {
            return Files.readString(PROC.resolve("sys/kernel/random/boot_id")).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
