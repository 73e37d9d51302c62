// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dexaflow.postgresembedded.EmbeddedPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What dies, and how the server is there again. Real kills. */
class PostgresCrashIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir private Path temp;
    private Path home;
    private PostgresFolder folder;

    @BeforeEach
    void prepareHome() throws Exception {
        home = temp.resolve("home");
        folder = Homes.prepare(home);
    }

    @AfterEach
    void leaveNothingRunning() {
        Homes.clean(home);
    }

    @Test
    void aKilledPostmasterIsStartedAgainOnTheSamePort() throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(home)) {
            for (int row = 1; row <= 3; row++) {
                assertThat(Homes.addRow(postgres.jdbcUrl(), folder)).isEqualTo(row);
                killPostmasterAndAwaitAnother();
            }
            assertThat(Homes.addRow(postgres.jdbcUrl(), folder)).isEqualTo(4);
        }
        assertThat(Homes.processes(folder)).isEmpty();
    }

    @Test
    void backendsThatComputeOnDoNotKeepTheServerAwayForEver() throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(home);
                Connection connection = Homes.connect(postgres.jdbcUrl(), folder);
                Statement statement = connection.createStatement()) {
            Thread busy = Thread.ofVirtual().start(() -> {
                try {
                    statement.execute("select count(*) from generate_series(1, 100000000000)");
                } catch (java.sql.SQLException e) {
                    // Killed, as it was meant to be.
                }
            });
            await().atMost(PATIENCE)
                    .until(() -> Homes.ask(postgres.jdbcUrl(), folder, "select count(*) from"
                            + " pg_stat_activity where state = 'active' and query like '%generate_series(1%'")
                            .equals("2"));
            killPostmasterAndAwaitAnother();
            busy.join();
            assertThat(Homes.addRow(postgres.jdbcUrl(), folder)).isEqualTo(1);
        }
    }

    @Test
    void theServerOfACrashedHostIsTakenOverAndStoppedInTheEnd() throws Exception {
        Host crashed = Host.start(home);
        long server = Homes.postmaster(folder);
        assertThat(Homes.addRow(crashed.jdbcUrl(), folder)).isEqualTo(1);
        crashed.crash();
        assertThat(ServerProcesses.startTicks(server)).isPresent();
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(home)) {
            assertThat(postgres.jdbcUrl()).isEqualTo(crashed.jdbcUrl());
            assertThat(Homes.postmaster(folder)).isEqualTo(server);
            assertThat(Homes.addRow(postgres.jdbcUrl(), folder)).isEqualTo(2);
            killPostmasterAndAwaitAnother();
            assertThat(Homes.addRow(postgres.jdbcUrl(), folder)).isEqualTo(3);
        }
        assertThat(Homes.processes(folder)).isEmpty();
    }

    @Test
    void aServerTakenOverIsStoppedOrderly() throws Exception {
        Host.start(home).crash();
        EmbeddedPostgres.start(home).close();
        assertThat(Homes.processes(folder)).isEmpty();
        assertThat(folder.data().resolve("postmaster.pid")).doesNotExist();
        assertThat(Files.readString(folder.log())).contains("database system is shut down");
    }

    @Test
    void hostAndPostmasterKilledTogetherLoseNothing() throws Exception {
        Host crashed = Host.start(home);
        assertThat(Homes.addRow(crashed.jdbcUrl(), folder)).isEqualTo(1);
        Homes.kill(Homes.postmaster(folder));
        crashed.crash();
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(home)) {
            assertThat(Homes.addRow(postgres.jdbcUrl(), folder)).isEqualTo(2);
        }
    }

    @Test
    void aServerThatIsStoppingIsWaitedForAndThenReplaced() throws Exception {
        Host crashed = Host.start(home);
        long server = Homes.postmaster(folder);
        crashed.crash();
        assertThat(Commands.signal("INT", server)).isTrue();
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(home)) {
            assertThat(Homes.postmaster(folder)).isNotEqualTo(server);
            assertThat(Homes.addRow(postgres.jdbcUrl(), folder)).isEqualTo(1);
        }
    }

    @Test
    void aPidFileWhosePidBelongsToAStrangerIsStale() throws Exception {
        long stranger = ProcessHandle.current().pid();
        Files.writeString(folder.data().resolve("postmaster.pid"), stranger + "\n" + folder.data()
                + "\n1700000000\n5\n\n127.0.0.1\n  1  1\nready   \n");
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(home)) {
            assertThat(Homes.addRow(postgres.jdbcUrl(), folder)).isEqualTo(1);
        }
    }

    @Test
    void aPidFileOfADeadProcessOrWithRubbishInItIsStale() throws Exception {
        for (String text : new String[]{Integer.MAX_VALUE + "\n/elsewhere\n", "rubbish\n", ""}) {
            Files.writeString(folder.data().resolve("postmaster.pid"), text);
            EmbeddedPostgres.start(home).close();
        }
    }

    @Test
    void aPasswordFileExchangedWhileTheHostWasDeadIsHealed() throws Exception {
        Host.start(home).crash();
        Files.delete(folder.password());
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(home)) {
            assertThat(Homes.addRow(postgres.jdbcUrl(), folder)).isEqualTo(1);
        }
    }

    @Test
    void whileTheDataIsGoneItIsNotReplacedByAnEmptyDatabase() throws Exception {
        try (HomeServer server = HomeServer.open(home)) {
            Homes.addRow(server.jdbcUrl(), folder);
            long first = Homes.postmaster(folder);
            Path aside = folder.root().resolve("aside");
            Files.move(folder.data(), aside);
            Homes.kill(first);
            await().atMost(PATIENCE).until(() -> server.trouble().orElse("").contains("is gone: put it back"));
            assertThat(folder.data()).doesNotExist();
            Files.move(aside, folder.data());
            await().atMost(PATIENCE).until(() -> server.trouble().isEmpty());
            assertThat(Homes.addRow(server.jdbcUrl(), folder)).isEqualTo(2);
        }
    }

    @Test
    void closingWhileTheServerIsBeingBroughtBackLeavesNothing() throws Exception {
        for (int i = 0; i < 6; i++) {
            HomeServer server = HomeServer.open(home);
            Homes.kill(Homes.postmaster(folder));
            Waiting.pause(Duration.ofMillis(60L * i));
            server.close();
            // The killed server's own children end by themselves, a moment later; a new one would not.
            await().atMost(PATIENCE).until(() -> Homes.processes(folder).isEmpty());
        }
        EmbeddedPostgres.start(home).close();
    }

    private void killPostmasterAndAwaitAnother() {
        long killed = Homes.postmaster(folder);
        Homes.kill(killed);
        await().atMost(PATIENCE)
                .until(() -> PidFile.read(folder)
                        .filter(file -> file.pid() != killed && file.ready())
                        .isPresent());
    }
}
