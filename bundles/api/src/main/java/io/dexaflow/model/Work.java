// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.model;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What a task executes and in which surroundings (contract 3).
 *
 * @param command what it executes
 * @param env environment variables; values may hold templates
 * @param secrets environment variables whose values are looked up at launch
 * @param workingDir an absolute path; the DAG file's folder where the file declares none; null without a file
 * @param executionTimeout the agent ends it after this long; null for no limit
 */
public record Work(Command command, Map<String, String> env, Map<String, SecretRef> secrets, String workingDir,
        Duration executionTimeout) {

    public Work {
        Objects.requireNonNull(command, "command");
        env = env == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(env));
        secrets = secrets == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(secrets));
    }
}
