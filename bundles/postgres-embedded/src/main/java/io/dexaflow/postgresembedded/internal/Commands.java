// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Starts PostgreSQL's programs as the server's user, their output in {@code pg.log}.
 *
 * @param folder where they work
 * @param binaries the programs
 * @param user whom they run as
 */
record Commands(PostgresFolder folder, Binaries binaries, ServerUser user) {

    private static final String USUAL_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    private static final File NOTHING = new File("/dev/null");
    private static final int TAIL_BYTES = 2048;
    private static final int TAIL_LINES = 4;

    /** Runs a program to its end; anything but exit code 0 is an error. */
    void run(String input, String program, String... arguments) throws InterruptedException {
        ProcessBuilder builder = builder(List.of(), program, List.of(arguments)).redirectInput(Redirect.PIPE);
        Process process = start(builder);
        try {
            try (OutputStream out = process.getOutputStream()) {
                out.write(input.getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                // It ended before it read; its exit code says why.
            }
            int code = process.waitFor();
            if (code != 0) {
                throw new PostgresException(program + " failed with exit code " + code + ": " + logTail());
            }
        } finally {
            process.destroyForcibly();
        }
    }

    /** Starts a program in a session of its own, so that it outlives this host and hears no Ctrl-C meant for it. */
    Process spawn(String program, List<String> arguments) {
        return start(builder(List.of("setsid"), program, arguments).redirectInput(NOTHING));
    }

    /** The last lines of {@code pg.log}, for an error's message. */
    String logTail() {
        try {
            byte[] all = Files.exists(folder.log()) ? Files.readAllBytes(folder.log()) : new byte[0];
            int from = Math.max(0, all.length - TAIL_BYTES);
            return lastLines(new String(all, from, all.length - from, StandardCharsets.UTF_8), TAIL_LINES) + " (see "
                    + folder.log() + ")";
        } catch (IOException e) {
            return "(" + folder.log() + " cannot be read: " + e + ")";
        }
    }

    private static String lastLines(String text, int count) {
        List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
        return String.join(" | ", lines.subList(Math.max(0, lines.size() - count), lines.size()));
    }

    /** Sends a signal by its name. The JDK knows only TERM and KILL, and TERM makes PostgreSQL wait for its clients. */
    static boolean signal(String name, long pid) {
        return problemOf(List.of("sh", "-c", "kill -\"$1\" \"$2\"", "sh", name, Long.toString(pid))).isEmpty();
    }

    /** Runs a command of the system; empty if it ended well, else its last words. */
    static Optional<String> problemOf(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectInput(NOTHING);
        clean(builder.environment());
        try {
            Process process = builder.start();
            // Not interruptible: it takes milliseconds, and half a signal would be taken for none.
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int code = process.onExit().join().exitValue();
            return code == 0 ? Optional.empty() : Optional.of(lastLines(output, 1) + " (exit code " + code + ")");
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private ProcessBuilder builder(List<String> before, String program, List<String> arguments) {
        List<String> command = new ArrayList<>(before);
        command.addAll(user.prefix());
        command.add(binaries.program(program));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.root().toFile())
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(folder.log().toFile()));
        clean(builder.environment());
        return builder;
    }

    private Process start(ProcessBuilder builder) {
        try {
            return builder.start();
        } catch (IOException e) {
            Path first = Path.of(builder.command().getFirst());
            throw new PostgresException("The program " + first + " could not be started (" + e + "): setsid, unshare"
                    + " and setpriv come with the package util-linux.", e);
        }
    }

    /** Secrets for tasks and PG… settings of the host's environment are none of the server's business. */
    private static void clean(Map<String, String> environment) {
        String path = environment.getOrDefault("PATH", USUAL_PATH);
        environment.clear();
        environment.put("PATH", path);
        environment.put("LC_ALL", "C");
    }
}
