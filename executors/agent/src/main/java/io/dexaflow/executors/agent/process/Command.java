// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * What to start.
 *
 * @param argv the program and its arguments; a program without a slash is looked up on the child's own PATH
 * @param environment the child's whole environment; values are bytes, since what is inherited need not be text
 * @param directory where it runs; null: where this process does
 */
public record Command(List<String> argv, Map<String, byte[]> environment, String directory) {

    /** Keeps copies. */
    public Command {
        argv = List.copyOf(argv);
        environment = Map.copyOf(environment);
    }

    /** The program as it was given. */
    public String program() {
        return argv.getFirst();
    }

    /** The child's PATH, null if it has none. */
    String searchPath() {
        byte[] path = environment.get("PATH");
        return path == null ? null : new String(path, StandardCharsets.UTF_8);
    }
}
