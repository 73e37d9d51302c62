// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresFolderTest {

    @TempDir private Path temp;

    @Test
    void homeAndFolderAreMadeForTheirOwnerAlone() throws IOException {
        PostgresFolder folder = PostgresFolder.in(temp.resolve("home"));
        assertThat(mode(folder.root().getParent())).isEqualTo("rwx------");
        assertThat(mode(folder.root())).isEqualTo("rwx------");
    }

    @Test
    void theFolderIsKnownByItsRealPath() throws IOException {
        Files.createDirectory(temp.resolve("real"));
        Files.createSymbolicLink(temp.resolve("link"), temp.resolve("real"));
        assertThat(PostgresFolder.in(temp.resolve("link")).root())
                .isEqualTo(temp.toRealPath().resolve("real").resolve("postgres"));
    }

    @Test
    void aFileInTheWayIsRefused() throws IOException {
        Path file = Files.createFile(temp.resolve("file"));
        assertThatThrownBy(() -> PostgresFolder.in(file)).isInstanceOf(HomeRefusedException.class)
                .hasMessageContaining("--home");
    }

    @Test
    void pathsThatInitdbCannotQuoteAreRefused() {
        for (String bad : new String[]{"a\"b", "a$b", "a`b", "a\\b", "a\nb"}) {
            assertThatThrownBy(() -> PostgresFolder.in(temp.resolve(bad))).isInstanceOf(HomeRefusedException.class)
                    .hasMessageContaining("--home");
        }
    }

    @Test
    void aPathTooLongForPostgresIsRefused() {
        Path home = temp;
        while (home.toString().length() < 900) {
            home = home.resolve("x".repeat(100));
        }
        Path tooLong = home;
        assertThatThrownBy(() -> PostgresFolder.in(tooLong)).isInstanceOf(HomeRefusedException.class)
                .hasMessageContaining("too long");
    }

    @Test
    void whatAKilledHostLeftHalfMadeIsSweptAndNothingElse() throws IOException {
        PostgresFolder folder = PostgresFolder.in(temp);
        Path half = folder.fresh("data");
        Files.createDirectories(half.resolve("base"));
        Files.writeString(half.resolve("base").resolve("1"), "x");
        Files.createDirectory(folder.data());
        Files.createDirectory(folder.binaries("1"));
        Files.createDirectory(folder.binaries("2"));
        folder.sweep();
        assertThat(half).doesNotExist();
        assertThat(folder.data()).exists();
        assertThat(folder.binaries("1")).exists();
        folder.sweepBinaries(folder.binaries("2"));
        assertThat(folder.binaries("1")).doesNotExist();
        assertThat(folder.binaries("2")).exists();
    }

    @Test
    void thePasswordIsMadeOnceAndReadableByItsOwnerAlone() throws IOException {
        PostgresFolder folder = PostgresFolder.in(temp);
        Credentials first = Credentials.of(folder);
        assertThat(first.password()).hasSize(32);
        assertThat(Credentials.of(folder)).isEqualTo(first);
        assertThat(mode(folder.password())).isEqualTo("rw-------");
        assertThat(first.toString()).doesNotContain(first.password());
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
