// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.config;

import io.dexaflow.launcher.CommandException;
import io.dexaflow.launcher.NearestName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Puts the configuration together (contract 2): distribution, then home, environment and command line, the later one
 * winning for each key; the bundles' own defaults lie below all of them. Refuses values that a bundle could not take.
 */
public final class ConfigMerge {

    private final Map<String, Map<String, Setting>> merged = new TreeMap<>();
    private final List<String> warnings = new ArrayList<>();
    private final KnownKeys known;

    private ConfigMerge(KnownKeys known) {
        this.known = known;
    }

    /**
     * Merges.
     *
     * @param distribution the distribution's {@code conf/}
     * @param home the home's {@code conf/}
     * @param environment the process's environment
     * @param options {@code PID:KEY} to value, from the command line
     * @param bundles the bundles whose metatype says which keys there are
     */
    public static MergedConfig merge(Path distribution, Path home, Map<String, String> environment,
            Map<String, String> options, Collection<Path> bundles) {
        ConfigMerge merge = new ConfigMerge(KnownKeys.of(bundles));
        merge.add(ConfigFiles.read(distribution));
        merge.add(ConfigFiles.read(home));
        merge.add(new EnvironmentSettings(merge.keysByPid(), merge.warnings::add).read(environment));
        merge.add(ofOptions(options));
        return merge.result();
    }

    private void add(Map<String, Map<String, Setting>> settings) {
        settings.forEach((pid, keys) -> merged.computeIfAbsent(pid, any -> new TreeMap<>()).putAll(keys));
    }

    private Map<String, Set<String>> keysByPid() {
        Map<String, Set<String>> keys = new TreeMap<>();
        known.pids().forEach(pid -> keys.put(pid, new TreeSet<>(known.keysOf(pid).keySet())));
        merged.forEach((pid, set) -> keys.computeIfAbsent(pid, any -> new TreeSet<>()).addAll(set.keySet()));
        return keys;
    }

    private static Map<String, Map<String, Setting>> ofOptions(Map<String, String> options) {
        Map<String, Map<String, Setting>> settings = new TreeMap<>();
        options.forEach((name, value) -> {
            int colon = name.indexOf(':');
            if (colon < 1 || colon == name.length() - 1) {
                throw CommandException.badInput("--set takes PID:KEY=VALUE, as in"
                        + " --set io.dexaflow.gateway:logs.max_mb=10; it was given " + name);
            }
            settings.computeIfAbsent(name.substring(0, colon), any -> new TreeMap<>())
                    .put(name.substring(colon + 1), new Setting(value, "--set"));
        });
        return settings;
    }

    private MergedConfig result() {
        Map<String, Map<String, Object>> values = new LinkedHashMap<>();
        merged.forEach((pid, settings) -> {
            warnOfUnknown(pid, settings.values());
            Map<String, Object> dictionary = new HashMap<>();
            settings.forEach((key, setting) -> dictionary.put(key, checked(pid, key, setting)));
            values.put(pid, dictionary);
        });
        return new MergedConfig(values, warnings);
    }

    /** A PID that nobody reads is most often a slip; libraries read some that they do not declare. */
    private void warnOfUnknown(String pid, Collection<Setting> settings) {
        if (known.keysOf(pid).isEmpty() && !known.mayRead(pid)) {
            settings.stream()
                    .findFirst()
                    .ifPresent(first -> warnings.add(first.origin() + ": no bundle has a configuration named " + pid
                            + NearestName.hint(pid, known.pids())));
        }
    }

    private Object checked(String pid, String key, Setting setting) {
        Map<String, Attribute> declared = known.keysOf(pid);
        Attribute attribute = declared.get(key);
        if (attribute == null) {
            if (!declared.isEmpty()) {
                warnings.add(setting.origin() + ": " + pid + " has no key " + key
                        + NearestName.hint(key, declared.keySet()));
            }
            return setting.value();
        }
        List<String> parts = attribute.isList() ? partsOf(setting.value()) : List.of(setting.value());
        parts.forEach(part -> refuseFault(attribute, part, setting));
        return attribute.isList() ? parts.toArray(String[]::new) : setting.value();
    }

    private static List<String> partsOf(String value) {
        return List.of(value.split(",")).stream().map(String::strip).filter(part -> !part.isEmpty()).toList();
    }

    private static void refuseFault(Attribute attribute, String value, Setting setting) {
        // A placeholder is filled in later, by the configuration admin.
        String fault = value.contains("$[") ? null : attribute.fault(value);
        if (fault != null) {
            throw CommandException
                    .refused("bad configuration: " + setting.origin() + ": " + attribute.key() + "=" + value
                            + ": " + fault);
        }
    }
}
