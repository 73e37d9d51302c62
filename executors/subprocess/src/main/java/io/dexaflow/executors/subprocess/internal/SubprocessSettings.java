// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.subprocess.internal;

import java.util.Map;

/**
 * The executor's settings, checked.
 *
 * @param perAttempt an agent process for each attempt
 * @param idleSeconds after how long without work an agent host exits
 * @param capacity attempts of one agent host at once
 */
record SubprocessSettings(boolean perAttempt, int idleSeconds, int capacity) {

    private static final Map<String, Boolean> ISOLATION = Map.of("host", false, "per-attempt", true);

    /**
     * @throws IllegalArgumentException naming the key, the value and what is allowed
     */
    static SubprocessSettings of(SubprocessConfig config) {
        Boolean perAttempt = ISOLATION.get(config.agent_isolation());
        if (perAttempt == null) {
            throw new IllegalArgumentException(SubprocessConfig.PID + ": agent.isolation is '"
                    + config.agent_isolation() + "'; set it to 'host' or 'per-attempt'");
        }
        positive("agent.idle_seconds", config.agent_idle__seconds());
        positive("agent.capacity", config.agent_capacity());
        return new SubprocessSettings(perAttempt, config.agent_idle__seconds(), config.agent_capacity());
    }

    private static void positive(String key, int value) {
        if (value <= 0) {
            throw new IllegalArgumentException(
                    SubprocessConfig.PID + ": " + key + " is " + value + "; set it to a number above 0");
        }
    }
}
