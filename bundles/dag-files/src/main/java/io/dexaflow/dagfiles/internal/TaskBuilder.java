// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal;

import io.dexaflow.dagfiles.internal.check.TaskGraph.TaskEntry;
import io.dexaflow.dagfiles.internal.tree.Node;
import io.dexaflow.model.Callback;
import io.dexaflow.model.Command;
import io.dexaflow.model.Placement;
import io.dexaflow.model.RetryPolicy;
import io.dexaflow.model.SecretRef;
import io.dexaflow.model.Task;
import io.dexaflow.model.TriggerRule;
import io.dexaflow.model.Work;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Makes tasks, with the default arguments applied where a task says nothing itself. */
final class TaskBuilder {

    private static final double MILLIS = 1000;

    private final Node.Mapping defaults;
    private final Path folder;

    TaskBuilder(Node.Mapping defaults, Path folder) {
        this.defaults = defaults;
        this.folder = folder;
    }

    Task build(TaskEntry entry, List<String> dependsOn) {
        Node.Mapping own = entry.node();
        Node.Mapping task = withDefaults(own);
        String rule = task.string("trigger_rule");
        Callback callback = DagBuilder.callback(task);
        return new Task(entry.id(), work(own, task), dependsOn, rule == null ? null : TriggerRule.ofWire(rule),
                retry(task), placement(own, task), callback);
    }

    /** The task's keys, and those of the default arguments that it lacks. */
    private Node.Mapping withDefaults(Node.Mapping own) {
        Map<String, Node.Entry> entries = new LinkedHashMap<>(defaults.entries());
        entries.putAll(own.entries());
        return new Node.Mapping(own.mark(), entries);
    }

    private Work work(Node.Mapping own, Node.Mapping task) {
        Command command = new Command(own.items("command").stream().map(DagBuilder::text).toList(),
                own.string("bash"));
        Map<String, String> env = new LinkedHashMap<>();
        Map<String, SecretRef> secrets = new LinkedHashMap<>();
        merged(own, "env", (name, value) -> env.put(name, DagBuilder.text(value)));
        merged(own, "secrets", (name, value) -> secrets.put(name, secret((Node.Mapping) value)));
        // What the task declares itself beats what all tasks have, whichever of the two kinds it is.
        own.mapping("env").entries().keySet().forEach(secrets::remove);
        own.mapping("secrets").entries().keySet().forEach(env::remove);
        secrets.keySet().forEach(env::remove);
        String workingDir = task.string("working_dir");
        Path absolute = workingDir == null ? folder : folder.resolve(workingDir).normalize();
        return new Work(command, env, secrets, absolute.toString(), seconds(task, "execution_timeout_seconds"));
    }

    private void merged(Node.Mapping own, String key, BiConsumer<String, Node> taker) {
        defaults.mapping(key).entries().forEach((name, entry) -> taker.accept(name, entry.value()));
        own.mapping(key).entries().forEach((name, entry) -> taker.accept(name, entry.value()));
    }

    private static SecretRef secret(Node.Mapping secret) {
        SecretRef.KubernetesSecretKey key = secret.get("kubernetes") instanceof Node.Mapping reference
                ? new SecretRef.KubernetesSecretKey(reference.string("secret"), reference.string("key"))
                : null;
        return new SecretRef(secret.string("env"), secret.string("file"), key);
    }

    private static RetryPolicy retry(Node.Mapping task) {
        Duration delay = seconds(task, "retry_delay_seconds");
        return new RetryPolicy(DagBuilder.number(task, "retries", 0), delay == null ? RetryPolicy.DEFAULT_DELAY : delay,
                Boolean.TRUE.equals(DagBuilder.value(task, "retry_exponential_backoff")),
                seconds(task, "max_retry_delay_seconds"));
    }

    private Placement placement(Node.Mapping own, Node.Mapping task) {
        Map<String, Object> kubernetes = new LinkedHashMap<>();
        merged(own, "kubernetes", (name, value) -> kubernetes.put(name, value.toValue()));
        return new Placement(task.string("pool"), DagBuilder.number(task, "pool_slots", 1), task.string("executor"),
                seconds(task, "start_timeout_seconds"), kubernetes);
    }

    private static Duration seconds(Node.Mapping task, String key) {
        return DagBuilder.value(task, key) instanceof Number number
                ? Duration.ofMillis(Math.round(number.doubleValue() * MILLIS))
                : null;
    }
}
