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
    void anAgentOfBeforeGetsANewTokenAndTheFileOfAGoneOneIsRemoved() throws IOException {
        Path agents = Files.createDirectories(home.resolve("agents"));
        Path living = WorkerTokens.write(home, "living", "lapsed");
        Path gone = WorkerTokens.write(home, "gone", "lapsed");
        Files.writeString(agents.resolve("living.json"), "{}");
        WorkerTokens.renew(home, worker -> "new for " + worker);
        assertThat(living).hasContent("new for living");
        assertThat(gone).doesNotExist();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(living))).isEqualTo("rw-------");
    }
}
