// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.model.AttemptId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Taking away the logs of whole runs. */
class FileRunLogsTest {

    @TempDir private Path folder;

    @Test
    void logsOfTheNamedRunsGoAndAllOthersStay() throws Exception {
        UUID old = UUID.randomUUID();
        UUID young = UUID.randomUUID();
        UUID elsewhere = UUID.randomUUID();
        log("dag", old);
        log("dag", young);
        log("other dag/é", elsewhere);
        Files.writeString(folder.resolve("notes.txt"), "mine");
        Set<UUID> offered = new HashSet<>();

        int removed = new FileRunLogs(folder).remove(runs -> {
            offered.addAll(runs);
            Set<UUID> named = new HashSet<>(runs);
            named.remove(young);
            return named;
        });

        assertThat(removed).isEqualTo(2);
        assertThat(offered).containsExactlyInAnyOrder(old, young, elsewhere);
        assertThat(files()).as("and the empty folder of the other DAG")
                .hasSize(4 + 2)
                .anyMatch(path -> path.contains(young.toString()))
                .noneMatch(path -> path.contains(old.toString()) || path.contains(elsewhere.toString()));
    }

    @Test
    void linkIsTakenAwayItselfAndNeverFollowed() throws Exception {
        Path outside = Files.createDirectories(folder.resolve("outside"));
        Files.writeString(outside.resolve("precious"), "x");
        Path logs = Files.createDirectories(folder.resolve("logs"));
        UUID run = UUID.randomUUID();
        UUID linked = UUID.randomUUID();
        Files.createDirectories(logs.resolve("dag").resolve(run.toString()));
        Files.createSymbolicLink(logs.resolve("dag").resolve(run.toString()).resolve("task"), outside);
        Files.createSymbolicLink(logs.resolve("dag").resolve(linked.toString()), outside);
        Files.createSymbolicLink(logs.resolve("linked-dag"), outside);
        Files.createDirectory(outside.resolve(UUID.randomUUID().toString()));

        assertThat(new FileRunLogs(logs).remove(runs -> runs)).isEqualTo(2);

        assertThat(outside.resolve("precious")).exists();
        assertThat(outside.toFile().list()).hasSize(2);
        assertThat(logs.resolve("dag")).doesNotExist();
        assertThat(logs.resolve("linked-dag")).exists();
    }

    @Test
    void folderThatIsNotThereHasNoLogs() throws Exception {
        assertThat(new FileRunLogs(folder.resolve("none")).remove(runs -> runs)).isZero();
    }

    private void log(String dag, UUID run) {
        new FileAttemptLog(folder).append(dag, new AttemptId(run, "task", 1, 1), "a line");
    }

    private Set<String> files() throws IOException {
        try (var all = Files.walk(folder)) {
            return new HashSet<>(all.map(folder::relativize).map(Path::toString).toList());
        }
    }
}
