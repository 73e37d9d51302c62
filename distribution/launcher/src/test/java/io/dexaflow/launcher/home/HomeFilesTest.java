// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeFilesTest {

    @TempDir private Path folder;
    private Home home;

    @BeforeEach
    void makeHome() throws IOException {
        home = new Home(Files.createDirectory(folder.resolve("home")));
    }

    private List<Path> place(String... entries) throws IOException {
        Path file = folder.resolve("backup");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (String entry : entries) {
                zip.putNextEntry(new ZipEntry(entry));
                zip.write("new".getBytes());
                zip.closeEntry();
            }
        }
        try (ZipFile zip = new ZipFile(file.toFile())) {
            return HomeFiles.place(home, zip);
        }
    }

    private List<String> files() throws IOException {
        try (var all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .map(path -> folder.relativize(path).toString())
                    .filter(name -> !name.equals("backup"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void secretsAndDagsComeToTheirPlacesAndNothingElseDoes() throws IOException {
        place("home/auth.key", "home/dags/more/a.yaml", "home/../evil", "home/dags/../../evil", "home/conf/users.json",
                "home/other", "tables/dag.copy");

        assertThat(files()).containsExactly("home/auth.key", "home/dags/more/a.yaml");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.root().resolve("auth.key"))))
                .isEqualTo("rw-------");
    }

    @Test
    void whatIsThereStays() throws IOException {
        Files.writeString(home.root().resolve("auth.key"), "old");
        Files.writeString(Files.createDirectory(home.dags()).resolve("mine.yaml"), "old");

        assertThat(place("home/auth.key", "home/dags/a.yaml")).isEmpty();

        assertThat(files()).containsExactly("home/auth.key", "home/dags/mine.yaml");
        assertThat(home.root().resolve("auth.key")).hasContent("old");
    }

    @Test
    void whatIsTakenBackLeavesNoFolderThatWouldKeepTheNextOut() throws IOException {
        HomeFiles.remove(place("home/users.json", "home/dags/more/a.yaml"));

        assertThat(home.root()).isEmptyDirectory();
    }

    @Test
    void whatOthersPutThereIsNotTakenBack() throws IOException {
        List<Path> made = place("home/dags/more/a.yaml");
        Files.writeString(home.dags().resolve("more/b.yaml"), "theirs");

        HomeFiles.remove(made);

        assertThat(files()).containsExactly("home/dags/more/b.yaml");
    }
}
