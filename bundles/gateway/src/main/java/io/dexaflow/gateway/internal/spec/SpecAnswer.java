// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.spec;

import io.dexaflow.model.AttemptFacts;
import io.dexaflow.model.AttemptId;
import io.dexaflow.model.SecretRef;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What an agent is told about the attempt it registers. */
public sealed interface SpecAnswer {

    /** It is not the live current attempt: nothing of it may run. */
    record Superseded() implements SpecAnswer {}

    /**
     * It cannot be said what it is to run; the attempt fails.
     *
     * @param words why
     * @param log the attempt's log, whose only line they are
     */
    record Unmakeable(String words, Path log) implements SpecAnswer {}

    /**
     * What it is to run.
     *
     * @param process the process
     * @param files the files
     */
    record Spec(AttemptId attempt, AttemptFacts facts, ProcessSpec process, FileSpec files) implements SpecAnswer {

        /** About how many characters it is: what a run was given may be large, and is in each of its tasks. */
        public int size() {
            int size = process.argv().stream().mapToInt(String::length).sum();
            return size + process.env().values().stream().mapToInt(String::length).sum();
        }
    }

    /**
     * A process, with every substitution made.
     *
     * @param env all of the environment but secrets, inherited names and what only the agent knows
     * @param workingDir null for none in particular
     * @param timeout null for no limit
     */
    record ProcessSpec(List<String> argv, Map<String, String> env, Map<String, SecretRef> secrets, String workingDir,
            Duration timeout) {}

    /**
     * Where the agent writes, and what it takes from its own environment.
     *
     * @param log the attempt's log
     * @param logMaxBytes how long it may grow
     * @param scratch a folder for the attempt alone; the agent makes and removes it
     * @param inheritEnv names, or beginnings of names that end in {@code *}
     */
    record FileSpec(Path log, long logMaxBytes, Path scratch, List<String> inheritEnv) {}
}
