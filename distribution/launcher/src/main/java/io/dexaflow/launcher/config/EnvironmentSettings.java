// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.config;

import io.dexaflow.launcher.CommandException;
import io.dexaflow.launcher.NearestName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Reads {@code DEXAFLOW_CFG_<PID>__<KEY>} variables. Upper case loses what the names were, so they are looked up among
 * the PIDs and keys that are known.
 */
final class EnvironmentSettings {

    private static final String PREFIX = "DEXAFLOW_CFG_";
    private static final String FILE_SUFFIX = "_FILE";

    private final Map<String, Set<String>> keysByPid;
    private final Consumer<String> warnings;

    EnvironmentSettings(Map<String, Set<String>> keysByPid, Consumer<String> warnings) {
        this.keysByPid = keysByPid;
        this.warnings = warnings;
    }

    /** The settings in the environment, by PID and key. */
    Map<String, Map<String, Setting>> read(Map<String, String> environment) {
        Map<String, Map<String, Setting>> settings = new TreeMap<>();
        environment.forEach((name, value) -> {
            if (name.startsWith(PREFIX)) {
                take(name, value, settings);
            }
        });
        return settings;
    }

    private void take(String name, String value, Map<String, Map<String, Setting>> settings) {
        String rest = name.substring(PREFIX.length());
        for (Map.Entry<String, Set<String>> pid : keysByPid.entrySet()) {
            for (String key : pid.getValue()) {
                String variable = mangle(pid.getKey()) + "__" + mangle(key);
                if (rest.equals(variable)) {
                    put(settings, pid.getKey(), key, new Setting(value, name));
                    return;
                }
                if (rest.equals(variable + FILE_SUFFIX)) {
                    put(settings, pid.getKey(), key, new Setting(contentOf(name, value), name));
                    return;
                }
            }
        }
        warnings.accept("the variable " + name + " sets no key that is known, and was ignored"
                + NearestName.hint(name, known()));
    }

    private List<String> known() {
        return keysByPid.entrySet()
                .stream()
                .flatMap(pid -> pid.getValue()
                        .stream()
                        .map(key -> PREFIX + mangle(pid.getKey()) + "__" + mangle(key)))
                .toList();
    }

    private static void put(Map<String, Map<String, Setting>> settings, String pid, String key, Setting setting) {
        settings.computeIfAbsent(pid, any -> new TreeMap<>()).put(key, setting);
    }

    private static String contentOf(String variable, String file) {
        try {
            return Files.readString(Path.of(file)).stripTrailing();
        } catch (IOException e) {
            throw CommandException.refused("cannot read the file " + file + " that " + variable + " names");
        }
    }

    /** As a variable spells it: upper case, everything but letters and digits an underscore. */
    static String mangle(String name) {
        return name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
    }
}
