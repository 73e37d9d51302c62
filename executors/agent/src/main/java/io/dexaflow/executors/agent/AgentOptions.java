// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The command line.
 *
 * @param home the host's home folder
 * @param worker the worker's id
 * @param capacity how many attempts run at once
 * @param once whether to end after the first attempt
 * @param idle after how long without an attempt to end
 * @param tokenFile the file with the worker's token
 * @param serverJson the file with the host's address
 */
record AgentOptions(Path home, String worker, int capacity, boolean once, Duration idle, Path tokenFile,
        Path serverJson) {

    static final String USAGE = "usage: agent --home DIR --worker ID --capacity N [--once] [--idle-seconds N]"
            + " [--token-file FILE] [--server-json FILE]";

    private static final Set<String> VALUES = Set.of("--home", "--worker", "--capacity", "--idle-seconds",
            "--token-file", "--server-json");
    private static final String NAME = "[A-Za-z0-9_][A-Za-z0-9._-]{0,99}";
    private static final int IDLE_SECONDS = 600;
    private static final int MOST = 10_000;

    /**
     * Reads it.
     *
     * @throws IllegalArgumentException if it cannot be used; the message says what is wrong
     */
    static AgentOptions parse(List<String> arguments) {
        Map<String, String> given = new HashMap<>();
        boolean once = false;
        for (int i = 0; i < arguments.size(); i++) {
            String name = arguments.get(i);
            if (name.equals("--once")) {
                once = true;
            } else if (VALUES.contains(name) && i + 1 < arguments.size()) {
                given.put(name, arguments.get(++i));
            } else {
                throw new IllegalArgumentException(VALUES.contains(name)
                        ? name + " needs a value"
                        : "unknown option " + name);
            }
        }
        Path home = Path.of(required(given, "--home")).toAbsolutePath();
        String worker = required(given, "--worker");
        if (!worker.matches(NAME)) {
            throw new IllegalArgumentException("--worker " + worker + ": at most 100 letters, digits, . _ -");
        }
        return new AgentOptions(home, worker, number("--capacity", required(given, "--capacity"), 1), once,
                Duration.ofSeconds(
                        number("--idle-seconds", given.getOrDefault("--idle-seconds", "" + IDLE_SECONDS), 0)),
                given.containsKey("--token-file")
                        ? Path.of(given.get("--token-file")).toAbsolutePath()
                        : home.resolve("agents").resolve(worker + ".token"),
                given.containsKey("--server-json")
                        ? Path.of(given.get("--server-json")).toAbsolutePath()
                        : home.resolve("server.json"));
    }

    /** Where agents say that they are there. */
    Path agents() {
        return home.resolve("agents");
    }

    private static String required(Map<String, String> given, String name) {
        String value = given.get(name);
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return value;
    }

    private static int number(String name, String value, int least) {
        try {
            int number = Integer.parseInt(value);
            if (number >= least && (number <= MOST || name.equals("--idle-seconds"))) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // Said below.
        }
        throw new IllegalArgumentException(name + " " + value + ": a whole number from " + least + " is needed");
    }
}
