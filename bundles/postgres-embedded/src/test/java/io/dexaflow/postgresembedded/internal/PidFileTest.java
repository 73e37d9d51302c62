// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PidFileTest {

    @TempDir private Path home;

    @Test
    void aReadyServerIsTold() throws IOException {
        assertThat(read("42\n/data\n1700000000\n20001\n\n127.0.0.1\n 3 4\nready   \n"))
                .contains(new PidFile(42, 20001, true));
        assertThat(read("42\n/data\n1700000000\n20001\n\n127.0.0.1\n 3 4\nstopping\n"))
                .contains(new PidFile(42, 20001, false));
    }

    @Test
    void aFileThatIsBeingWrittenIsNoError() throws IOException {
        assertThat(read("42\n")).contains(new PidFile(42, 0, false));
        assertThat(read("")).isEmpty();
        assertThat(read("rubbish\n")).isEmpty();
    }

    @Test
    void noFileIsNoServer() {
        assertThat(PidFile.read(PostgresFolder.in(home))).isEmpty();
    }

    private Optional<PidFile> read(String text) throws IOException {
        PostgresFolder folder = PostgresFolder.in(home);
        Files.createDirectories(folder.data());
        Files.writeString(folder.data().resolve("postmaster.pid"), text);
        return PidFile.read(folder);
    }
}
