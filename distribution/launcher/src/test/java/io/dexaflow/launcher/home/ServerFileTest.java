// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dexaflow.launcher.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerFileTest {

    private static final ProcessStamp SELF = ProcessStamp.ofThisProcess();

    @TempDir private Path folder;
    private Home home;

    @BeforeEach
    void setUp() {
        home = new Home(folder);
    }

    private void write(ProcessStamp process) throws IOException {
        ServerFile.write(home, new ServerInfo("lite", process, "http://127.0.0.1:8088",
                new ServerInfo.Database("jdbc:postgresql://127.0.0.1:1/postgres", "dexaflow", "secret"),
                "2026-01-01T00:00:00Z", "1"));
    }

    private void isNoHost() {
        assertThat(ServerFile.readLive(home)).isEmpty();
        assertThatThrownBy(() -> ServerFile.require(home)).isInstanceOfSatisfying(CommandException.class,
                e -> assertThat(e.exitCode()).isEqualTo(3));
    }

    @Test
    void whatWasWrittenIsReadBack() throws IOException {
        write(SELF);

        ServerInfo server = ServerFile.require(home);

        assertThat(server.api()).isEqualTo("http://127.0.0.1:8088");
        assertThat(server.database().password()).isEqualTo("secret");
        assertThat(server.process()).isEqualTo(SELF);
    }

    @Test
    void onlyItsOwnerCanReadItAndNothingElseIsLeftBeside() throws IOException {
        write(SELF);
        write(SELF);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.serverFile())))
                .isEqualTo("rw-------");
        assertThat(folder).isDirectoryNotContaining("glob:**.next");
    }

    @Test
    void thePasswordIsInNoText() throws IOException {
        write(SELF);

        assertThat(ServerFile.require(home).toString()).doesNotContain("secret");
    }

    @Test
    void withoutAFileNoHostIsRunning() {
        isNoHost();
    }

    @Test
    void theLeftoverOfAProcessThatIsGoneIsNoHost() throws IOException {
        write(new ProcessStamp(Integer.MAX_VALUE - 1, 17, SELF.bootId()));
        isNoHost();
    }

    @Test
    void anotherProcessUnderTheSamePidIsNoHost() throws IOException {
        write(new ProcessStamp(SELF.pid(), SELF.startTicks() - 1, SELF.bootId()));
        isNoHost();
    }

    @Test
    void theLeftoverOfAnEarlierBootIsNoHost() throws IOException {
        write(new ProcessStamp(SELF.pid(), SELF.startTicks(), "00000000-0000-0000-0000-000000000000"));
        isNoHost();
    }

    @Test
    void aFileThatIsNoJsonIsNoHost() throws IOException {
        Files.writeString(home.serverFile(), "{\"pid\":");
        isNoHost();
    }
}
