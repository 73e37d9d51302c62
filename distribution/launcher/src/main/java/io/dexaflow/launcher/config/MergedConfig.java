// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.config;

import java.util.List;
import java.util.Map;

/**
 * What goes into the configuration admin.
 *
 * @param byPid PID to keys and values; a value is a text, or an array of texts
 * @param warnings what somebody should look at, in words
 */
public record MergedConfig(Map<String, Map<String, Object>> byPid, List<String> warnings) {

    public MergedConfig {
        byPid = Map.copyOf(byPid);
        warnings = List.copyOf(warnings);
    }
}
