// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.subprocess.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerTokensTest {

    @TempDir private Path home;

    @Test
    void aTokenReplacesTheOneBeforeAndIsNobodyElsesToRead() throws IOException {
        Path agents = Files.createDirectories(home.resolve("agents"));
        WorkerTokens.write(home, "w", "lapsed");
        Path file = WorkerTokens.write(home, "w", "good");
        assertThat(file).hasContent("good");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
        assertThat(agents).isDirectoryNotContaining("glob:**.part");
    }
}
