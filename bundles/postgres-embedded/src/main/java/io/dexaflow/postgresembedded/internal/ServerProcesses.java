// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Finds the living server processes of one data directory. PostgreSQL itself asks only whether a process with the
 * noted id exists, and so takes a zombie, or a stranger who got the id of a dead server, for a living one.
 *
 * @param data the data directory: every server process works in it
 * @param serverName the name in the titles of this home's server processes
 */
record ServerProcesses(Path data, String serverName) {

    private static final Path PROC = Path.of("/proc");
    private static final int START_FIELD_AFTER_STATE = 19;

    /** The postmaster and its children that are alive, in no order. */
    List<Long> running() {
        List<Long> found = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(PROC, "[0-9]*")) {
            Path realData = Files.exists(data) ? data.toRealPath() : data;
            for (Path process : all) {
                if (isOurs(process, realData)) {
                    found.add(Long.parseLong(process.getFileName().toString()));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("could not list " + PROC, e);
        }
        return found;
    }

    /** The start time of a living process in clock ticks since boot, empty if it is dead or a zombie. */
    static OptionalLong startTicks(long pid) {
        return stat(PROC.resolve(Long.toString(pid))).map(ServerProcesses::startTicks).orElse(OptionalLong.empty());
    }

    /** Parses {@code /proc/PID/stat}; the name in it may hold anything, so the fields count from its last bracket. */
    static OptionalLong startTicks(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        boolean dead = fields[0].equals("Z") || fields[0].equals("X");
        return dead ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(fields[START_FIELD_AFTER_STATE]));
    }

    private boolean isOurs(Path process, Path realData) {
        return stat(process).filter(stat -> stat.contains("(postgres)") && startTicks(stat).isPresent()).isPresent()
                && worksIn(process, realData);
    }

    /**
     * Where a process works may be hidden from us (another user id, no CAP_SYS_PTRACE). Its title is not, and it holds
     * the server's name: taking "cannot see" for "not ours" would delete a living server's pid file.
     */
    private boolean worksIn(Path process, Path realData) {
        try {
            return Files.readSymbolicLink(process.resolve("cwd")).equals(realData);
        } catch (AccessDeniedException e) {
            return read(process.resolve("cmdline")).filter(this::isTitle).isPresent();
        } catch (IOException e) {
            return gone(process, e);
        }
    }

    private boolean isTitle(String title) {
        return title.contains("postgres: " + serverName + ": ") || title.contains("cluster_name=" + serverName);
    }

    private static Optional<String> stat(Path process) {
        return read(process.resolve("stat"));
    }

    private static Optional<String> read(Path file) {
        try {
            return Optional.of(Files.readString(file, StandardCharsets.ISO_8859_1));
        } catch (AccessDeniedException e) {
            return Optional.empty(); // A mount option hides strangers; our own we can read.
        } catch (IOException e) {
            gone(file, e);
            return Optional.empty();
        }
    }

    /** False for a process that ended while we looked; any other failure must not pass for that. */
    private static boolean gone(Path what, IOException e) {
        if (e instanceof NoSuchFileException || String.valueOf(e.getMessage()).contains("No such process")) {
            return false;
        }
        throw new UncheckedIOException("could not read " + what, e);
    }
}
