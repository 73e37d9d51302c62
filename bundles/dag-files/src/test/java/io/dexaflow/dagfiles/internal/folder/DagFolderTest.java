// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DagFolderTest {

    @TempDir Path folder;

    private Path file(String name, String... lines) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, List.of(lines));
    }

    private List<String> seen() {
        return new DagFolder(folder).look()
                .files()
                .keySet()
                .stream()
                .map(each -> folder.relativize(each).toString())
                .toList();
    }

    @Test
    void yamlAndJsonFilesAreSeenAtEveryDepth() throws IOException {
        file("a.yaml");
        file("b.yml");
        file("c/d/e.json");
        file("f.txt");
        file("g.yaml.bak");
        file("yaml");
        assertThat(seen()).containsExactly("a.yaml", "b.yml", "c/d/e.json");
    }

    @Test
    void namesThatBeginWithADotAreSkipped() throws IOException {
        file(".a.yaml");
        file(".git/b.yaml");
        file("c/.d.yaml");
        assertThat(seen()).isEmpty();
    }

    @Test
    void linksToFilesAreFollowedAndLinksToFoldersAreNot() throws IOException {
        Path target = file(".data/a.yaml");
        Files.createSymbolicLink(folder.resolve("link.yaml"), target);
        Files.createSymbolicLink(folder.resolve("dangling.yaml"), folder.resolve("none"));
        Files.createSymbolicLink(folder.resolve("loop"), folder);
        Files.createSymbolicLink(folder.resolve("folder.yaml"), folder.resolve(".data"));
        assertThat(seen()).containsExactly("link.yaml");
    }

    @Test
    void theFolderItselfMayBeALink() throws IOException {
        file("real/a.yaml");
        Path link = Files.createSymbolicLink(folder.resolve("current"), folder.resolve("real"));
        assertThat(new DagFolder(link).look().files()).containsOnlyKeys(link.resolve("a.yaml"));
    }

    @Test
    void ignoredFilesAndFoldersAreNotSeen() throws IOException {
        file(".dexaflowignore", "# generated", "build/", "*.tmp.yaml", "/top.yaml", "docs/**/x.yaml", "!keep.tmp.yaml",
                "");
        file("a.yaml");
        file("top.yaml");
        file("sub/top.yaml");
        file("sub/build/b.yaml");
        file("c.tmp.yaml");
        file("keep.tmp.yaml");
        file("docs/x.yaml");
        file("docs/a/b/x.yaml");
        file("docs/a/y.yaml");
        assertThat(seen()).containsExactly("a.yaml", "docs/a/y.yaml", "keep.tmp.yaml", "sub/top.yaml");
    }

    @Test
    void rulesOfADeeperFolderBeatThoseAbove() throws IOException {
        file(".dexaflowignore", "*.yaml");
        file("sub/.dexaflowignore", "!a.yaml");
        file("a.yaml");
        file("sub/a.yaml");
        file("sub/b.yaml");
        assertThat(seen()).containsExactly("sub/a.yaml");
    }

    @Test
    void aFolderThatIsNotThereIsNotPresent() {
        FolderView view = new DagFolder(folder.resolve("none")).look();
        assertThat(view.isPresent()).isFalse();
        assertThat(new DagFolder(folder).look().isPresent()).isTrue();
    }
}
