// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What {@code /proc/PID/stat} says of a process.
 *
 * @param pid the process
 * @param state its state's letter; Z and X have ended
 * @param parent its parent
 * @param group its process group
 * @param startTicks clock ticks from boot to its start: with the pid and the boot id, its identity
 */
public record ProcStat(int pid, char state, int parent, int group, long startTicks) {

    private static final int LONGEST = 1024;
    private static final int START_TIME = 19;
    private static final ThreadLocal<MemorySegment> BUFFER = ThreadLocal
            .withInitial(() -> Arena.ofAuto().allocate(LONGEST));

    /** Reads it; empty if there is no such process, or this system does not show it. */
    public static Optional<ProcStat> read(int pid) {
        int file = NativeFiles.open("/proc/" + pid + "/stat", NativeFiles.READ, 0);
        if (file < 0) {
            return Optional.empty();
        }
        try {
            MemorySegment buffer = BUFFER.get();
            long length = NativeFiles.read(file, buffer, LONGEST);
            if (length <= 0) {
                return Optional.empty();
            }
            byte[] line = new byte[(int) length];
            MemorySegment.copy(buffer, JAVA_BYTE, 0, line, 0, line.length);
            return parse(pid, new String(line, StandardCharsets.ISO_8859_1));
        } finally {
            NativeFiles.close(file);
        }
    }

    /** Takes a line apart; the command's name may hold spaces and parentheses, so counting begins after the last one. */
    static Optional<ProcStat> parse(int pid, String line) {
        int end = line.lastIndexOf(')');
        String[] fields = end < 0 ? new String[0] : line.substring(end + 1).trim().split(" ");
        if (fields.length <= START_TIME) {
            return Optional.empty();
        }
        try {
            return Optional.of(new ProcStat(pid, fields[0].charAt(0), Integer.parseInt(fields[1]),
                    Integer.parseInt(fields[2]), Long.parseLong(fields[START_TIME])));
        } catch (NumberFormatException notThisFormat) {
            return Optional.empty();
        }
    }

    /** Whether it has ended and only its entry is left. */
    public boolean ended() {
        return state == 'Z' || state == 'X' || state == 'x';
    }
}
