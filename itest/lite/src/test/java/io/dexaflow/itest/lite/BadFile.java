// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.lite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * DAG files with one thing wrong in each.
 *
 * @param name the file's name
 * @param content its bytes
 * @param line the line that the message must name; 0 for none
 * @param words what the message must contain
 */
record BadFile(String name, byte[] content, int line, List<String> words) {

    private static final String HEAD = "dag_id: bad\n";
    private static final String ONE = HEAD + "tasks:\n  - task_id: a\n    bash: echo\n";

    private static BadFile of(String name, String content, int line, String... words) {
        return new BadFile(name + ".dag.yaml", content.getBytes(StandardCharsets.UTF_8), line, List.of(words));
    }

    /** All of them. */
    static List<BadFile> all() {
        return List.of(of("unknown-key", ONE + "    retires: 3\n", 5, "retires", "retries"),
                of("unknown-top-key", "shedule: \"@daily\"\n" + ONE, 1, "shedule", "schedule"),
                of("cycle", HEAD + "tasks:\n  - {task_id: a, bash: x, depends_on: [b]}\n"
                        + "  - {task_id: b, bash: x, depends_on: [a]}\n", 4, "wait for each other", "a", "b"),
                of("duplicate-task", ONE + "  - {task_id: a, bash: x}\n", 5, "task_id", "a"),
                of("unknown-upstream", ONE + "  - {task_id: load, bash: x, depends_on: [aa]}\n", 5, "aa"),
                of("bad-cron", "schedule: \"61 * * * *\"\n" + ONE, 1, "schedule", "61"),
                of("never-cron", "schedule: \"0 0 30 2 *\"\n" + ONE, 1, "schedule", "never"),
                of("tabs", HEAD + "tasks:\n\t- task_id: a\n", 3, "tab", "spaces"),
                of("duplicate-key", ONE + "    bash: again\n", 5, "bash"),
                of("custom-tag", HEAD + "description: !!java/object x\ntasks: [{task_id: a, bash: x}]\n", 2, "tag"),
                of("unquoted", "schedule: @daily\n" + ONE, 1, "quotes", "\"@daily\""),
                of("unquoted-cron", "schedule: * * * * *\n" + ONE, 1, "quotes", "\"* * * * *\""),
                of("bad-rule", ONE + "    trigger_rule: all_succes\n", 5, "all_succes", "all_success"),
                of("unsafe", ONE.replace("echo", "\"echo {{ run_id }}\""), 4, "env", "run_id", "$"),
                of("unknown-name", ONE.replace("echo", "\"echo {{ dagid }}\""), 4, "dagid", "dag_id"),
                of("both", ONE + "    command: [x]\n", 4, "command", "bash"),
                of("no-tasks", HEAD, 1, "tasks"),
                of("empty", "", 0, "empty"),
                of("bomb", bomb(), 0, "alias"),
                new BadFile("garbage.dag.yaml", garbage(), 0, List.of("UTF-8")),
                new BadFile("huge.dag.yaml", huge(), 0, List.of("2 MiB")),
                new BadFile("bad.dag.json", "{\"dag_id\": \"x\", \"tasks\": [}".getBytes(StandardCharsets.UTF_8), 1,
                        List.of("JSON", "expected ']'")));
    }

    /** Nine levels of ten aliases each: a billion items for who expands them. */
    private static String bomb() {
        StringBuilder yaml = new StringBuilder("a0: &a0 [x]\n");
        for (int i = 1; i < 10; i++) {
            yaml.append("a").append(i).append(": &a").append(i).append(" [");
            yaml.repeat("*a" + (i - 1) + ", ", 10).append("]\n");
        }
        return yaml + ONE;
    }

    private static byte[] garbage() {
        byte[] bytes = new byte[4096];
        new java.util.Random(7).nextBytes(bytes);
        bytes[0] = (byte) 0xC3;
        bytes[1] = 0x28;
        return bytes;
    }

    private static byte[] huge() {
        return (ONE + "    # " + "x".repeat(10 << 20) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Writes it into a folder. */
    Path in(Path folder) {
        try {
            return Files.write(folder.resolve(name), content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
