// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.check;

import com.networknt.schema.path.NodePath;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Says what was probably meant by a key that is not known: a slip, another tool's word, or the wrong place. */
final class UnknownKeys {

    /** Words of other tools, and the key that means the same here. */
    private static final Map<String, String> SYNONYMS = Map.ofEntries(Map.entry("schedule_interval", "schedule"),
            Map.entry("cron", "schedule"), Map.entry("schedule_timezone", "timezone"), Map.entry("tz", "timezone"),
            Map.entry("max_active_tis_per_dag", "max_active_tasks"), Map.entry("steps", "tasks"),
            Map.entry("jobs", "tasks"), Map.entry("id", "task_id"), Map.entry("name", "task_id"),
            Map.entry("cmd", "command"), Map.entry("entrypoint", "command"), Map.entry("args", "command"),
            Map.entry("bash_command", "bash"), Map.entry("script", "bash"), Map.entry("run", "bash"),
            Map.entry("shell", "bash"), Map.entry("needs", "depends_on"), Map.entry("upstream", "depends_on"),
            Map.entry("upstreams", "depends_on"), Map.entry("dependencies", "depends_on"),
            Map.entry("after", "depends_on"), Map.entry("environment", "env"), Map.entry("cwd", "working_dir"),
            Map.entry("workdir", "working_dir"), Map.entry("timeout", "execution_timeout_seconds"),
            Map.entry("execution_timeout", "execution_timeout_seconds"),
            Map.entry("retry_delay", "retry_delay_seconds"),
            Map.entry("max_retry_delay", "max_retry_delay_seconds"), Map.entry("queue", "executor"),
            Map.entry("when", "trigger_rule"), Map.entry("defaults", "default_args"));

    private final DagSchema schema;
    private final Map<String, Set<String>> elsewhere = new LinkedHashMap<>();

    UnknownKeys(DagSchema schema) {
        this.schema = schema;
        elsewhere.put("at the top of the file", schema.topKeys());
        elsewhere.put("in a task", schema.keysOf("task"));
        elsewhere.put("under kubernetes", schema.keysOf("kubernetes"));
    }

    /**
     * What to say.
     *
     * @param words the message
     * @param meant the key that was probably meant; null when nothing is near
     */
    record Verdict(String words, String meant) {}

    /** Judges a key of the schema's object at a place. */
    Verdict judge(String key, NodePath object) {
        Set<String> known = schema.keys(object);
        String synonym = SYNONYMS.get(key);
        if (synonym != null && known.contains(synonym)) {
            return new Verdict("is unknown: here it is called \"" + synonym + "\"", synonym);
        }
        String near = Nearest.to(key, known).orElse(null);
        if (near != null) {
            return new Verdict("is unknown; did you mean \"" + near + "\"?", near);
        }
        if (key.equals("<<")) {
            return new Verdict("is unknown: YAML 1.2 has no merge keys; put what tasks have in common into"
                    + " \"default_args\"", null);
        }
        return new Verdict(elsewhere(key).orElseGet(() -> "is unknown; the nearest known key is \""
                + Nearest.ranked(key, known).getFirst() + "\" (known here: " + String.join(", ", known) + ")"), null);
    }

    private Optional<String> elsewhere(String key) {
        for (Map.Entry<String, Set<String>> place : elsewhere.entrySet()) {
            if (place.getValue().contains(key)) {
                return Optional.of("does not belong here, but " + place.getKey());
            }
        }
        for (Map.Entry<String, Set<String>> place : elsewhere.entrySet()) {
            Optional<String> near = Nearest.to(key, place.getValue());
            if (near.isPresent()) {
                return Optional.of("is unknown; did you mean \"" + near.get() + "\", " + place.getKey() + "?");
            }
        }
        return Optional.empty();
    }
}
