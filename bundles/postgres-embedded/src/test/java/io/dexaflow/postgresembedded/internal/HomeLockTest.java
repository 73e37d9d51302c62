// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Within one process; another process is refused in {@code HomeRulesIT}. */
class HomeLockTest {

    @TempDir private Path home;

    @Test
    void aSecondAttemptIsRefusedAndDoesNotTakeTheLockFromTheFirst() throws Exception {
        PostgresFolder folder = PostgresFolder.in(home);
        try (HomeLock first = HomeLock.take(folder)) {
            assertThat(first).isNotNull();
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> HomeLock.take(folder)).isInstanceOf(HomeRefusedException.class)
                        .hasMessageContaining(folder.root().getParent().toString())
                        .hasMessageContaining("open already")
                        .hasMessageContaining("--home");
            }
            assertThat(Files.readString(folder.lock()).strip())
                    .isEqualTo(Long.toString(ProcessHandle.current().pid()));
        }
    }

    @Test
    void aReleasedHomeCanBeOpenedAgain() {
        PostgresFolder folder = PostgresFolder.in(home);
        HomeLock.take(folder).close();
        HomeLock.take(folder).close();
        assertThat(folder.lock()).exists();
    }
}
