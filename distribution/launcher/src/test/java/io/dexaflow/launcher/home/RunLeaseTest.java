// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunLeaseTest {

    @TempDir private Path folder;

    @Test
    void nobodySharesAHomeThatNobodyUses() throws IOException {
        assertThat(RunLease.isShared(new Home(folder))).isFalse();
    }

    @Test
    void aLeaseThatWasGivenBackCanBeTakenAlone() throws IOException {
        Home home = new Home(folder);
        RunLease.share(home).close();

        try (RunLease alone = RunLease.takeAlone(home)) {
            assertThat(alone).isNotNull();
        }
    }
}
