// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A folder, a ledger in memory, and passes at times of the test's choice. */
abstract class FolderImportFixture {

    @TempDir Path folder;

    final FakeLedger ledger = new FakeLedger();
    FolderImport imports;
    long now = 1;

    @BeforeEach
    void lead() {
        imports = new FolderImport(new DagFolder(folder), ledger);
        imports.begin();
    }

    static String dag(String id, String... tasks) {
        StringBuilder text = new StringBuilder("dag_id: " + id + "\ntasks:\n");
        for (String task : tasks) {
            text.append("  - {task_id: ").append(task).append(", bash: \"true\"}\n");
        }
        return text.toString();
    }

    Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    void passAfter(Duration wait) {
        now += wait.toNanos();
        imports.pass(now);
    }

    /** As many passes as it takes for everything to come to rest. */
    void settle() {
        for (int i = 0; i < 8; i++) {
            passAfter(Duration.ofSeconds(1));
        }
    }
}
