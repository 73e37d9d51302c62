// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.check;

import io.dexaflow.dagfiles.internal.check.TaskGraph.TaskEntry;
import io.dexaflow.dagfiles.internal.tree.KeyPath;
import io.dexaflow.dagfiles.internal.tree.Mark;
import io.dexaflow.dagfiles.internal.tree.Node;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Looks at values that are of the right type and yet can do no good: no process could be started with them. */
public final class ValueCheck {

    /** Linux: one argument or variable has at most 32 pages, its closing zero included. */
    private static final int LONGEST_ARGUMENT = 131_071;

    private static final String RESERVED_PREFIX = "DEXAFLOW_";

    private final Problems problems;

    private ValueCheck(Problems problems) {
        this.problems = problems;
    }

    /** Adds what is wrong. */
    public static void check(Node.Mapping root, TaskGraph graph, Problems problems) {
        ValueCheck check = new ValueCheck(problems);
        check.texts(root, "");
        check.params(root);
        check.settings(root, "");
        check.settings(root.mapping("default_args"), "default_args");
        for (TaskEntry task : graph.tasks()) {
            check.settings(task.node(), task.key());
        }
    }

    /** All of them are one variable of each task's process. */
    private void params(Node.Mapping root) {
        Node params = root.get("params");
        if (params != null && bytes(params) > LONGEST_ARGUMENT - "DEXAFLOW_PARAMS=".length()) {
            problems.add(params.mark(), "params", "are longer than " + LONGEST_ARGUMENT
                    + " bytes together, the most a process can be given in one piece: put them into a file");
        }
    }

    /** About as many as its JSON has, and not more. */
    private static long bytes(Node node) {
        return switch (node) {
            case Node.Scalar scalar -> scalar.text().getBytes(StandardCharsets.UTF_8).length;
            case Node.Sequence sequence -> sequence.items().stream().mapToLong(item -> bytes(item) + 1).sum();
            case Node.Mapping mapping -> mapping.entries()
                    .entrySet()
                    .stream()
                    .mapToLong(
                            e -> e.getKey().getBytes(StandardCharsets.UTF_8).length + bytes(e.getValue().value()) + 4)
                    .sum();
        };
    }

    private void texts(Node node, String key) {
        switch (node) {
            case Node.Scalar scalar -> text(scalar.mark(), key, scalar.text());
            case Node.Sequence sequence -> {
                for (int i = 0; i < sequence.items().size(); i++) {
                    texts(sequence.items().get(i), KeyPath.of(key, i));
                }
            }
            case Node.Mapping mapping -> mapping.entries().forEach((name, entry) -> {
                text(entry.keyMark(), key, name);
                texts(entry.value(), KeyPath.of(key, name));
            });
        }
    }

    private void text(Mark mark, String key, String text) {
        if (text.indexOf('\0') >= 0) {
            problems.add(mark, key, "holds a NUL character, which no process can be given");
        } else if (text.chars().anyMatch(c -> Character.isSurrogate((char) c)) && !isPaired(text)) {
            problems.add(mark, key, "holds half of a surrogate pair, which is no character");
        }
    }

    private static boolean isPaired(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    private void settings(Node.Mapping owner, String key) {
        argument(owner.get("bash"), KeyPath.of(key, "bash"), 0);
        arguments(owner.items("command"), KeyPath.of(key, "command"));
        workingDir(owner, key);
        Node.Mapping callback = owner.mapping("on_failure_callback");
        String callbackKey = KeyPath.of(key, "on_failure_callback");
        arguments(callback.items("command"), KeyPath.of(callbackKey, "command"));
        url(callback, KeyPath.of(callbackKey, "url"));
        Node.Mapping env = owner.mapping("env");
        env.entries().forEach((name, entry) -> {
            variable(name, entry, KeyPath.of(KeyPath.of(key, "env"), name));
            argument(entry.value(), KeyPath.of(KeyPath.of(key, "env"), name), name.length() + 1);
        });
        owner.mapping("secrets").entries().forEach((name, entry) -> {
            String path = KeyPath.of(KeyPath.of(key, "secrets"), name);
            variable(name, entry, path);
            if (env.entries().containsKey(name)) {
                problems.add(entry.keyMark(), path, "is in env as well: a variable has one value");
            }
        });
    }

    private void variable(String name, Node.Entry entry, String key) {
        if (name.startsWith(RESERVED_PREFIX)) {
            problems.add(entry.keyMark(), key, "is reserved: variables that begin with " + RESERVED_PREFIX
                    + " are set for the task, not by it");
        }
    }

    private void arguments(List<Node> items, String key) {
        for (int i = 0; i < items.size(); i++) {
            argument(items.get(i), KeyPath.of(key, i), 0);
        }
        if (!items.isEmpty() && items.getFirst() instanceof Node.Scalar first && first.text().isBlank()) {
            problems.add(first.mark(), KeyPath.of(key, 0), "is empty: the first item names the program");
        }
    }

    private void argument(Node node, String key, int more) {
        if (node instanceof Node.Scalar scalar
                && scalar.text().getBytes(StandardCharsets.UTF_8).length + more > LONGEST_ARGUMENT) {
            problems.add(node.mark(), key, "is longer than " + LONGEST_ARGUMENT
                    + " bytes, the most a process can be given in one piece: put it into a file");
        }
    }

    private void workingDir(Node.Mapping owner, String key) {
        String folder = owner.string("working_dir");
        if (folder == null) {
            return;
        }
        if (folder.startsWith("~")) {
            problems.add(owner.get("working_dir").mark(), KeyPath.of(key, "working_dir"),
                    "~ is not expanded here: write the whole path");
        } else if (folder.contains("{{")) {
            problems.add(owner.get("working_dir").mark(), KeyPath.of(key, "working_dir"),
                    "{{ … }} is substituted in command, bash and env only");
        }
    }

    private void url(Node.Mapping callback, String key) {
        String url = callback.string("url");
        if (url == null) {
            return;
        }
        try {
            URI uri = new URI(url);
            if (("http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme()))
                    && uri.getHost() != null) {
                return;
            }
        } catch (URISyntaxException e) {
            // Said below: the two have the same cure.
        }
        problems.add(callback.get("url").mark(), key, "is not an http or https URL");
    }
}
