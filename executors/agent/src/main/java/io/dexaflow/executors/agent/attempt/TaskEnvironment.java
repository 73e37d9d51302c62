// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.attempt;

import io.dexaflow.executors.agent.http.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The environment of a task's process: what it inherits by name, what the host sets, its secrets, and where its output
 * files are. Names with the platform's prefix are the platform's alone (T126).
 *
 * @param variables all of them
 * @param secrets the values that must not be seen in the log
 */
record TaskEnvironment(Map<String, byte[]> variables, List<byte[]> secrets) {

    private static final String PREFIX = "DEXAFLOW_";
    private static final Set<String> FROM_THE_HOST = Set.of("DEXAFLOW_DAG_ID", "DEXAFLOW_RUN_ID", "DEXAFLOW_TASK_ID",
            "DEXAFLOW_TRY_NUMBER", "DEXAFLOW_LOGICAL_DATE", "DEXAFLOW_PARAMS", "DEXAFLOW_DATA_INTERVAL_START",
            "DEXAFLOW_DATA_INTERVAL_END");

    /**
     * Builds it.
     *
     * @throws TaskSetupException if a secret is missing or a name cannot be one; no message holds a value
     */
    static TaskEnvironment build(TaskSpec spec, AgentEnvironment agent, Scratch scratch) throws TaskSetupException {
        Map<String, byte[]> variables = new HashMap<>();
        agent.variables().forEach((name, value) -> {
            if (!name.startsWith(PREFIX) && inherited(name, spec.inheritEnv())) {
                variables.put(name, value);
            }
        });
        for (Map.Entry<String, String> variable : spec.env().entrySet()) {
            String name = variable.getKey();
            if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf('\0') >= 0) {
                throw new TaskSetupException("env: '" + name + "' cannot be the name of a variable");
            }
            if (!name.startsWith(PREFIX) || FROM_THE_HOST.contains(name)) {
                variables.put(name, variable.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        List<byte[]> secrets = new ArrayList<>();
        for (String name : spec.secrets().fields().keySet()) {
            if (!name.startsWith(PREFIX)) {
                JsonObject where = spec.secrets().object(name);
                byte[] value = SecretSource.value(name, where, agent, spec.workingDir());
                variables.put(name, value);
                secrets.add(value);
            }
        }
        scratch.variables().forEach((name, path) -> variables.put(name, path.getBytes(StandardCharsets.UTF_8)));
        return new TaskEnvironment(variables, secrets);
    }

    private static boolean inherited(String name, List<String> patterns) {
        for (String pattern : patterns) {
            if (pattern.endsWith("*")
                    ? name.startsWith(pattern.substring(0, pattern.length() - 1))
                    : name.equals(pattern)) {
                return true;
            }
        }
        return false;
    }
}
