// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.lite;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.itest.support.Command;
import io.dexaflow.itest.support.Dags;
import io.dexaflow.itest.support.Homes;
import io.dexaflow.itest.support.LiteHost;
import io.dexaflow.itest.support.Place;
import io.dexaflow.itest.support.Result;
import io.dexaflow.itest.support.RunKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** From one home to another: what a backup holds, and what a restore refuses. */
class BackupIT {

    @RegisterExtension static final LiteHost host = LiteHost.fresh("backup");

    @Test
    void runsMoveToAnotherHome() throws IOException {
        RunKey run = host.run("hello", Dags.oneTask("hello", "echo hello"));
        assertThat(host.api().awaitEnd(run)).isEqualTo("success");
        Files.createDirectories(host.place().home().resolve("dags/more"));
        Files.writeString(host.place().home().resolve("dags/more/note.txt"), "kept");
        Path file = host.place().files().resolve("all.backup");

        Result backup = host.dexaflow("backup", file).run();
        assertThat(backup.exitCode()).as(backup.all()).isZero();
        assertThat(backup.out()).contains(file.toString(), "secrets");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
        Result again = host.dexaflow("backup", file).run();
        assertThat(again.exitCode()).isEqualTo(2);
        assertThat(again.err()).contains("--force");
        Result running = host.dexaflow("restore", file).run();
        assertThat(running.exitCode()).isEqualTo(2);
        assertThat(running.err()).contains("a host is running");

        try (LiteHost other = LiteHost.fresh("restored")) {
            assertRestored(other, file, run);
        }
    }

    private static void assertRestored(LiteHost other, Path file, RunKey run) throws IOException {
        Place place = other.place();
        byte[] bytes = Files.readAllBytes(file);
        Path cut = Files.write(place.files().resolve("cut.backup"), Arrays.copyOf(bytes, bytes.length / 2));
        Result damaged = Command.dexaflow(place, "restore", cut).onHome().run();
        assertThat(damaged.exitCode()).as(damaged.all()).isEqualTo(2);
        assertThat(damaged.err()).contains("cut.backup");
        assertThat(place.home()).doesNotExist();

        Result restored = Command.dexaflow(place, "restore", file).onHome().run();
        assertThat(restored.exitCode()).as(restored.all()).isZero();
        assertThat(restored.out()).contains("dag_run 1", "task_instance 1");
        other.assertNoDatabaseLeft();
        assertThat(place.home().resolve("dags/more/note.txt")).hasContent("kept");
        assertThat(place.home().resolve("auth.key")).hasSameTextualContentAs(
                host.place().home().resolve("auth.key"));

        Result second = Command.dexaflow(place, "restore", file).onHome().run();
        assertThat(second.exitCode()).as(second.all()).isEqualTo(2);
        assertThat(second.err()).contains("holds something already");

        other.start();
        assertThat(other.dexaflow("runs").run().out()).contains(run.runId()).contains("success");
        assertThat(other.api().tasks(run).getFirst().get("state").asText()).isEqualTo("success");
    }

    @Test
    void withoutAHostThereIsNothingToCopy() {
        Place place = Homes.fresh("no-host");
        try {
            Result backup = Command.dexaflow(place, "backup", "x.backup").onHome().run();
            assertThat(backup.exitCode()).isEqualTo(3);
            assertThat(place.files().resolve("x.backup")).doesNotExist();
        } finally {
            Homes.remove(place);
        }
    }
}
