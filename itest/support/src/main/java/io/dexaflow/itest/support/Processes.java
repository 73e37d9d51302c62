// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Looks at the processes of this machine and signals those that a test has started. */
public final class Processes {

    private static final Path PROC = Path.of("/proc");

    private Processes() {}

    /**
     * A process.
     *
     * @param pid its id
     * @param group its process group
     * @param state its state's letter, {@code Z} for a zombie
     * @param words its command line
     */
    public record Seen(long pid, long group, char state, String words) {

        @Override
        public String toString() {
            return pid + " (group " + group + ", " + state + ") " + words;
        }
    }

    /** Sends a signal to a process, or to a group when the id is negative; one that is gone is no error. */
    public static void signal(String signal, long pid) {
        signal(signal, Long.toString(pid));
    }

    private static void signal(String signal, String pids) {
        try {
            new ProcessBuilder("bash", "-c", "kill -" + signal + " -- " + pids + " 2>/dev/null").start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sends a signal to many at once. */
    public static void signal(String signal, Collection<Long> pids) {
        if (!pids.isEmpty()) {
            signal(signal, String.join(" ", pids.stream().map(String::valueOf).toList()));
        }
    }

    /** Whether it runs: there, and no zombie. */
    public static boolean isAlive(long pid) {
        Seen seen = see(pid);
        return seen != null && seen.state() != 'Z' && seen.state() != 'X';
    }

    /** The living members of a process group. */
    public static List<Seen> inGroup(long group) {
        return living().stream().filter(seen -> seen.group() == group).toList();
    }

    /** The living processes, beside this one, that have to do with a folder: by command line, environment or cwd. */
    public static List<Seen> of(Path folder) {
        String name = folder.toString();
        return living().stream()
                .filter(seen -> seen.pid() != ProcessHandle.current().pid())
                .filter(seen -> mentions(seen, name))
                .toList();
    }

    /** The process of the host that runs on a home. */
    public static long hostOf(Place place) {
        return Waits.forValue("a host runs on " + place, Waits.PATIENCE, () -> ServerJson.read(place.home())).pid();
    }

    private static boolean mentions(Seen seen, String name) {
        Path process = PROC.resolve(Long.toString(seen.pid()));
        return seen.words().contains(name) || text(process.resolve("environ")).contains(name)
                || workingFolder(process).startsWith(name);
    }

    private static List<Seen> living() {
        List<Seen> all = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : found) {
                Seen seen = see(Long.parseLong(process.getFileName().toString()));
                if (seen != null && seen.state() != 'Z' && seen.state() != 'X') {
                    all.add(seen);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    private static Seen see(long pid) {
        Path process = PROC.resolve(Long.toString(pid));
        String stat = text(process.resolve("stat"));
        int end = stat.lastIndexOf(')');
        if (end < 0) {
            return null;
        }
        String[] fields = stat.substring(end + 2).split(" ");
        String words = text(process.resolve("cmdline")).replace('\0', ' ').strip();
        return new Seen(pid, Long.parseLong(fields[2]), fields[0].charAt(0), words);
    }

    private static String workingFolder(Path process) {
        try {
            return Files.readSymbolicLink(process.resolve("cwd")).toString();
        } catch (IOException e) {
            return "";
        }
    }

    /** A file of {@code /proc}; empty when the process is gone or somebody else's. */
    private static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }
}
