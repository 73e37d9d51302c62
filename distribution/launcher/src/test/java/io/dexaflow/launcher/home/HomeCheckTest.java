// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dexaflow.launcher.CommandException;
import java.io.IOException;
import java.nio.file.Files;
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
}
