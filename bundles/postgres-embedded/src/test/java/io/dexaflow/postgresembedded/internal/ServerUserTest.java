// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerUserTest {

    @TempDir private Path home;

    @Test
    void rootTriesANamespaceFirstAndThenTheWeakestCapability() {
        assertThat(ServerUser.ways(0)).extracting(ServerUser::words)
                .containsExactly("user namespace",
                        "user id 65534 with dac_read_search", "user id 65534 with dac_override");
    }

    @Test
    void anyoneElseRunsItHerself() {
        assertThat(ServerUser.ways(1000).getFirst().prefix()).isEmpty();
        assertThat(ServerUser.ways(1000).getFirst().uid()).isEqualTo(1000);
    }

    @Test
    void whereTheServersProgramsCannotRunNoWayWorksAndNothingIsLeftBehind() {
        PostgresFolder folder = PostgresFolder.in(home);
        assertThatThrownBy(() -> ServerUser.choose(folder, new Binaries(home.resolve("none"), "1")))
                .isInstanceOf(HomeRefusedException.class);
        assertThat(folder.root()).isEmptyDirectory();
    }
}
