// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerProcessesTest {

    private static final String FIELDS = " 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4711 20";

    @TempDir private Path data;

    @Test
    void startTicksCountFromTheLastBracket() {
        assertThat(ServerProcesses.startTicks("7 (a) b) S" + FIELDS)).hasValue(4711);
    }

    @Test
    void aZombieIsDead() {
        assertThat(ServerProcesses.startTicks("7 (postgres) Z" + FIELDS)).isEmpty();
        assertThat(ServerProcesses.startTicks("7 (postgres) X" + FIELDS)).isEmpty();
    }

    @Test
    void thisProcessLivesAndAnIdThatNobodyHasDoesNot() {
        assertThat(ServerProcesses.startTicks(ProcessHandle.current().pid())).isPresent();
        assertThat(ServerProcesses.startTicks(Integer.MAX_VALUE)).isEmpty();
    }

    @Test
    void onlyPostgresInTheDataDirectoryCounts() throws Exception {
        Path program = data.resolve("postgres");
        Files.copy(Path.of("/bin/sleep").toRealPath(), program);
        Path elsewhere = Files.createDirectory(data.resolve("elsewhere"));
        Process shellInData = new ProcessBuilder("sleep", "60").directory(data.toFile()).start();
        Process postgresElsewhere = new ProcessBuilder(program.toString(), "60").directory(elsewhere.toFile()).start();
        Process postgresInData = new ProcessBuilder(program.toString(), "60").directory(data.toFile()).start();
        try {
            ServerProcesses processes = new ServerProcesses(data, "dexaflow-test");
            boolean seen = Waiting.until(java.time.Duration.ofSeconds(10), () -> !processes.running().isEmpty());
            assertThat(seen).isTrue();
            assertThat(processes.running()).containsExactly(postgresInData.pid());
        } finally {
            shellInData.destroyForcibly();
            postgresElsewhere.destroyForcibly();
            postgresInData.destroyForcibly().waitFor();
        }
        assertThat(new ServerProcesses(data, "dexaflow-test").running()).isEmpty();
    }
}
