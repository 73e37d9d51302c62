// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundleSetTest {

    @TempDir private Path folder;
    private Path bundles;
    private Path deploy;

    @BeforeEach
    void setUp() throws IOException {
        bundles = Files.createDirectory(folder.resolve("bundle"));
        deploy = folder.resolve("deploy");
        TestBundle.named("org.library", "1.0.0").write(bundles.resolve("z-library.jar"));
        TestBundle.named("io.dexaflow.gateway", "1.0.0").write(bundles.resolve("gateway.jar"));
    }

    private BundleSet set() {
        return BundleSet.of(bundles, deploy);
    }

    @Test
    void librariesStartBeforeWhatUsesThem() {
        assertThat(set().inStartOrder()).extracting(BundleSet.Slot::name)
                .containsExactly("org.library", "io.dexaflow.gateway");
    }

    @Test
    void theDropFolderBeatsTheDistributionBySymbolicName() throws IOException {
        Files.createDirectory(deploy);
        Path dropped = TestBundle.named("io.dexaflow.gateway", "0.9.0").write(deploy.resolve("other-name.jar"));

        assertThat(set().jars()).contains(dropped).doesNotContain(bundles.resolve("gateway.jar")).hasSize(2);
    }

    @Test
    void ofTwoInTheDropFolderTheNewerCountsAndSomebodyIsTold() throws IOException {
        Files.createDirectory(deploy);
        Path newer = TestBundle.named("com.mine", "1.10.0").write(deploy.resolve("a.jar"));
        TestBundle.named("com.mine", "1.9.0").write(deploy.resolve("b.jar"));

        assertThat(set().jars()).contains(newer).hasSize(3);
        assertThat(set().warnings()).singleElement().asString().contains("com.mine");
    }

    @Test
    void halfWrittenFilesAreLeftAlone() throws IOException {
        Files.createDirectory(deploy);
        Files.writeString(deploy.resolve(".new.jar"), "");

        assertThat(set().jars()).hasSize(2);
    }
}
