// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.attempt;

import io.dexaflow.executors.agent.http.JsonObject;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What an attempt runs, as the host says it.
 *
 * @param argv the command
 * @param env the variables the host sets
 * @param secrets for each variable where its value is: {@code {env: NAME}} or {@code {file: PATH}}
 * @param inheritEnv names that come from the agent's environment; {@code X*} for all that begin so
 * @param workingDir where it runs, null: where the agent does
 * @param timeoutSeconds the execution timeout, null if there is none
 * @param logFile the file for its output, null if there is none to share
 * @param logMaxBytes how much of it is kept
 * @param scratchDir the folder for its output files, null: the agent finds one
 */
public record TaskSpec(List<String> argv, Map<String, String> env, JsonObject secrets, List<String> inheritEnv,
        String workingDir, BigDecimal timeoutSeconds, String logFile, long logMaxBytes, String scratchDir) {

    private static final long DEFAULT_LOG_BYTES = 100L << 20;

    /**
     * Reads it.
     *
     * @throws IllegalArgumentException if it is not a spec; the message says which field
     */
    static TaskSpec of(JsonObject spec) {
        List<String> argv = spec.texts("argv");
        if (argv.isEmpty()) {
            throw new IllegalArgumentException("'argv' is empty");
        }
        argv.forEach(argument -> noNul("argv", argument));
        Map<String, String> env = new LinkedHashMap<>();
        JsonObject variables = spec.object("env");
        variables.fields().keySet().forEach(name -> env.put(name, noNul(name, variables.text(name))));
        BigDecimal timeout = spec.has("execution_timeout_seconds")
                ? new BigDecimal(spec.fields().get("execution_timeout_seconds").toString())
                : null;
        return new TaskSpec(argv, env, spec.object("secrets"), spec.texts("inherit_env"),
                spec.textOrNull("working_dir"), timeout, spec.textOrNull("log_file"),
                spec.has("log_max_bytes") ? (long) spec.number("log_max_bytes") : DEFAULT_LOG_BYTES,
                spec.textOrNull("scratch_dir"));
    }

    /** The timeout in nanoseconds; none is as good as for ever. */
    long timeoutNanos() {
        long longest = Long.MAX_VALUE / 4;
        if (timeoutSeconds == null) {
            return longest;
        }
        BigDecimal nanos = timeoutSeconds.movePointRight(9).min(BigDecimal.valueOf(longest));
        return nanos.max(BigDecimal.ZERO).longValue();
    }

    /** The words for a task that ran into its timeout. */
    String timeoutWords() {
        return "execution_timeout: task exceeded " + timeoutSeconds.stripTrailingZeros().toPlainString() + "s limit";
    }

    /** A C string ends at a NUL, so what follows one would be lost without a word. */
    private static String noNul(String what, String text) {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("'" + what + "' holds a NUL character, which no command can be given");
        }
        return text;
    }
}
