// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes DAG files. */
public final class Dags {

    private static final String SUFFIX = ".dag.yaml";

    private Dags() {}

    /** Writes a file whole into a folder, as an editor does that saves by renaming. */
    public static Path write(Path folder, String name, String content) {
        try {
            Files.createDirectories(folder);
            Path file = folder.resolve(name.contains(".") ? name : name + SUFFIX);
            Path next = folder.resolve("." + file.getFileName() + ".next");
            Files.writeString(next, content);
            return Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A DAG of one bash task, {@code t}, with further keys of the task, one a line. */
    public static String oneTask(String dagId, String bash, String... keys) {
        return "dag_id: " + dagId + "\ntasks:\n" + task("t", bash, keys);
    }

    /** A DAG of many tasks alike that do not depend on each other, {@code t0} and so on. */
    public static String many(String dagId, int tasks, String bash, String... dagKeys) {
        StringBuilder yaml = new StringBuilder("dag_id: " + dagId + "\n");
        for (String key : dagKeys) {
            yaml.append(key).append('\n');
        }
        yaml.append("tasks:\n");
        for (int i = 0; i < tasks; i++) {
            yaml.append(task("t" + i, bash));
        }
        return yaml.toString();
    }

    /** A bash task, an item of {@code tasks}. */
    public static String task(String taskId, String bash, String... keys) {
        StringBuilder yaml = new StringBuilder("  - task_id: " + taskId + "\n    bash: |\n");
        bash.lines().forEach(line -> yaml.append("      ").append(line).append('\n'));
        for (String key : keys) {
            yaml.append("    ").append(key).append('\n');
        }
        return yaml.toString();
    }
}
