// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.attempt;

import io.dexaflow.executors.agent.process.NativeFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The agent's own environment, as bytes: in the C locale the JDK would turn what is not ASCII into question marks.
 *
 * @param variables every variable
 */
public record AgentEnvironment(Map<String, byte[]> variables) {

    private static final int LONGEST = 8 << 20;

    /** Keeps a copy. */
    public AgentEnvironment {
        variables = Map.copyOf(variables);
    }

    /** This process's. */
    public static AgentEnvironment ofThisProcess() {
        Map<String, byte[]> variables = new HashMap<>();
        int file = NativeFiles.open("/proc/self/environ", NativeFiles.READ, 0);
        try {
            byte[] content = file < 0 ? null : NativeFiles.readAll(file, LONGEST, "environment");
            if (content != null) {
                split(content, variables);
            }
        } catch (IOException unreadable) {
            variables.clear();
        } finally {
            NativeFiles.close(file);
        }
        if (variables.isEmpty()) {
            System.getenv().forEach((name, value) -> variables.put(name, value.getBytes(StandardCharsets.UTF_8)));
        }
        return new AgentEnvironment(variables);
    }

    private static void split(byte[] content, Map<String, byte[]> variables) {
        int begin = 0;
        for (int i = 0; i < content.length; i++) {
            if (content[i] == 0) {
                put(Arrays.copyOfRange(content, begin, i), variables);
                begin = i + 1;
            }
        }
    }

    private static void put(byte[] variable, Map<String, byte[]> variables) {
        for (int i = 1; i < variable.length; i++) {
            if (variable[i] == '=') {
                variables.put(new String(variable, 0, i, StandardCharsets.UTF_8),
                        Arrays.copyOfRange(variable, i + 1, variable.length));
                return;
            }
        }
    }
}
