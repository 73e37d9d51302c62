// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dexaflow.launcher.CommandException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeCheckTest {

    @TempDir private Path folder;

    private static void allow(Path path, String permissions) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    private static String permissionsOf(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private static int exitCodeOf(Runnable action) {
        try {
            action.run();
            return 0;
        } catch (CommandException e) {
            return e.exitCode();
        }
    }

    @Test
    void aHomeThatIsMissingIsCreatedForItsOwnerOnly() throws IOException {
        Home home = new Home(folder.resolve("deep/down/home"));

        HomeCheck.prepare(home);

        assertThat(permissionsOf(home.root())).isEqualTo("rwx------");
        assertThat(home.logs()).isDirectory();
        assertThat(home.dags()).isDirectory();
    }

    @Test
    void aHomeThatOthersCanReadIsClosedToThem() throws IOException {
        Home home = new Home(Files.createDirectories(folder.resolve("home/dags")).getParent());
        allow(home.root(), "rwxr-xr-x");

        HomeCheck.prepare(home);

        assertThat(permissionsOf(home.root())).isEqualTo("rwx------");
    }

    @Test
    void aFolderThatEverybodyUsesIsNoHomeAndStaysAsItWas() throws IOException {
        Path shared = Files.createDirectories(folder.resolve("shared"));
        Files.createFile(shared.resolve("somebody's"));
        allow(shared, "rwxrwxrwx");

        assertThatThrownBy(() -> HomeCheck.prepare(new Home(shared))).hasMessageContaining("everyone can write");
        assertThat(permissionsOf(shared)).isEqualTo("rwxrwxrwx");
    }

    @Test
    void confAndDeployThatOthersCanWriteRefuseTheBoot() throws IOException {
        Home home = new Home(folder.resolve("home"));
        HomeCheck.prepare(home);
        for (Path path : new Path[]{home.conf(), home.deploy()}) {
            Files.createDirectories(path);
            for (String loose : new String[]{"rwxrwxr-x", "rwxr-xrwx"}) {
                allow(path, loose);
                assertThat(exitCodeOf(() -> HomeCheck.prepare(home))).as(path + " " + loose).isEqualTo(78);
            }
            allow(path, "rwxr-xr-x");
            assertThatCode(() -> HomeCheck.prepare(home)).doesNotThrowAnyException();
        }
    }

    @Test
    void aFolderThatHoldsSomethingElseIsNoHomeAndStaysAsItWas() throws IOException {
        Path work = Files.createDirectories(folder.resolve("work/conf")).getParent();
        Files.createFile(work.resolve("report.txt"));
        allow(work, "rwxr-xr-x");

        assertThatThrownBy(() -> HomeCheck.prepare(new Home(work))).isInstanceOfSatisfying(CommandException.class,
                e -> assertThat(e.exitCode()).isEqualTo(78))
                .hasMessageContaining("no home of Dexaflow")
                .hasMessageContaining("report.txt");
        assertThat(permissionsOf(work)).isEqualTo("rwxr-xr-x");
        assertThat(work.resolve("dags")).doesNotExist();
    }

    @Test
    void aHomeThatAHostHasWorkedOnMayHoldWhatItsUserKeepsThere() throws IOException {
        Home home = new Home(folder.resolve("home"));
        HomeCheck.prepare(home);
        HomeLock.take(home).close();
        Files.createFile(home.root().resolve("notes.txt"));

        assertThatCode(() -> HomeCheck.prepare(home)).doesNotThrowAnyException();
    }

    @Test
    void whatAFileSystemRefusesIsSaidInWords() {
        assertThat(IoWords.of(new FileSystemException("/h", null, "Read-only file system")))
                .isEqualTo("/h: read-only file system");
        assertThat(IoWords.of(new AccessDeniedException("/h"))).isEqualTo("no permission on /h");
        assertThat(IoWords.of(new NotDirectoryException("/h"))).isEqualTo("/h: is no folder");
        assertThat(IoWords.of(new IOException("No locks available"))).isEqualTo("No locks available");
    }

    @Test
    void aFileInThePlaceOfTheHomeIsRefusedInWords() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));

        assertThat(exitCodeOf(() -> HomeCheck.prepare(new Home(file)))).isEqualTo(78);
        assertThat(exitCodeOf(() -> HomeCheck.prepare(new Home(file.resolve("home"))))).isEqualTo(78);
    }

    @Test
    void aSecondHostOnTheSameHomeIsRefusedAndNamesTheFirst() throws IOException {
        Home home = new Home(folder.resolve("home"));
        HomeCheck.prepare(home);
        ProcessStamp self = ProcessStamp.ofThisProcess();
        ServerFile.write(home, new ServerInfo("lite", self, "http://127.0.0.1:1", null, "", ""));

        try (HomeLock first = HomeLock.take(home)) {
            assertThat(first).isNotNull();
            assertThatThrownBy(() -> HomeLock.take(home)).isInstanceOf(HomeBusyException.class)
                    .hasMessageContaining("pid " + self.pid());
        }
        HomeLock.take(home).close();
    }

    @Test
    void theLockSaysWhoHoldsItForAsLongAsThatOneLives() throws IOException {
        Home home = new Home(folder.resolve("home"));
        assertThat(HomeLock.holder(home)).isEmpty();
        HomeCheck.prepare(home);
        try (HomeLock lock = HomeLock.take(home)) {
            assertThat(lock).isNotNull();
            assertThat(HomeLock.holder(home)).contains(ProcessStamp.ofThisProcess());
            assertThatThrownBy(() -> ServerFile.require(home)).isInstanceOfSatisfying(CommandException.class,
                    e -> assertThat(e.exitCode()).isEqualTo(4))
                    .hasMessageContaining("a host is starting")
                    .hasMessageContaining("pid " + ProcessStamp.ofThisProcess().pid());
        }
        assertThat(HomeLock.holder(home)).isEmpty();

        Files.writeString(home.hostLock(), "1 1 another-boot\n");
        assertThat(HomeLock.holder(home)).isEmpty();
        assertThat(exitCodeOf(() -> ServerFile.require(home))).isEqualTo(3);
    }
}
