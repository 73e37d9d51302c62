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
    void aLeaseThatWasGivenBackCanBeTakenAlone() throws IOException {
        Home home = new Home(folder);
        RunLease.share(home).close();

        try (RunLease alone = RunLease.tryAlone(home).orElseThrow()) {
            assertThat(alone).isNotNull();
        }
    }

    @Test
    void whatAnotherProcessSharesCannotBeTakenAlone() throws IOException, InterruptedException {
        Home home = new Home(folder);
        RunLease.share(home).close();
        Process sharer = new ProcessBuilder(ProcessHandle.current().info().command().orElseThrow(), "-cp",
                System.getProperty("java.class.path"), Sharer.class.getName(), folder.toString()).start();
        try {
            assertThat(sharer.inputReader().readLine()).isEqualTo("shared");
            assertThat(RunLease.tryAlone(home)).isEmpty();
        } finally {
            sharer.destroyForcibly().waitFor();
        }
        try (RunLease alone = RunLease.tryAlone(home).orElseThrow()) {
            assertThat(alone).isNotNull();
        }
    }

    /** Another process that relies on the host. */
    static final class Sharer {

        private Sharer() {}

        public static void main(String[] args) throws IOException {
            try (RunLease lease = RunLease.share(new Home(Path.of(args[0])))) {
                System.out.println(lease == null ? "" : "shared");
                System.in.read();
            }
        }
    }
}
