// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dexaflow.postgresembedded.EmbeddedPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Homes opened twice, copied, moved. */
class HomeRulesIT {

    @TempDir private Path temp;
    private Path home;
    private Path other;
    private PostgresFolder folder;

    @BeforeEach
    void prepareHome() throws Exception {
        home = temp.resolve("home");
        other = temp.resolve("other");
        folder = Homes.prepare(home);
    }

    @AfterEach
    void leaveNothingRunning() {
        Homes.clean(home);
        Homes.clean(other);
    }

    @Test
    void aHomeIsOpenedOnce() throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(home)) {
            assertThatThrownBy(() -> EmbeddedPostgres.start(home)).isInstanceOf(HomeRefusedException.class);
            try (Host second = Host.start(home)) {
                assertThat(second.words()).startsWith("REFUSED ")
                        .contains(home.toRealPath().toString())
                        .contains("process " + ProcessHandle.current().pid())
                        .contains("--home");
                assertThat(second.exitCode()).isEqualTo(78);
            }
            assertThat(Homes.addRow(postgres.jdbcUrl(), folder)).isEqualTo(1);
        }
        try (Host second = Host.start(home)) {
            assertThat(second.isReady()).isTrue();
        }
    }

    @Test
    void aCopyIsRefusedWhileTheOriginalIsThere() throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(home)) {
            copyHome();
            assertThatThrownBy(() -> EmbeddedPostgres.start(other)).isInstanceOf(HomeRefusedException.class)
                    .hasMessageContaining("copy of the one in " + home.toRealPath());
            assertThat(Homes.addRow(postgres.jdbcUrl(), folder)).isEqualTo(1);
        }
        assertThatThrownBy(() -> EmbeddedPostgres.start(other)).isInstanceOf(HomeRefusedException.class);
        SafeFiles.deleteTree(home);
        PostgresFolder copy = PostgresFolder.in(other);
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(other)) {
            assertThat(Homes.addRow(postgres.jdbcUrl(), copy)).isEqualTo(1);
        }
    }

    @Test
    void aCopyMadeIndependentDoesNotTakeOverTheOriginalsServer() throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(home)) {
            copyHome();
            PostgresFolder copy = PostgresFolder.in(other);
            Files.delete(copy.identity());
            try (EmbeddedPostgres independent = EmbeddedPostgres.start(other)) {
                assertThat(independent.jdbcUrl()).isNotEqualTo(postgres.jdbcUrl());
                assertThat(Homes.addRow(postgres.jdbcUrl(), folder)).isEqualTo(1);
                assertThat(Homes.addRow(postgres.jdbcUrl(), folder)).isEqualTo(2);
                assertThat(Homes.addRow(independent.jdbcUrl(), copy)).isEqualTo(1);
            }
            assertThat(Homes.addRow(postgres.jdbcUrl(), folder)).isEqualTo(3);
        }
    }

    @Test
    void aMovedHomeIsOpenedAtItsNewPlace() throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(home)) {
            assertThat(Homes.addRow(postgres.jdbcUrl(), folder)).isEqualTo(1);
        }
        Files.move(home, other);
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(other)) {
            assertThat(Homes.addRow(postgres.jdbcUrl(), PostgresFolder.in(other))).isEqualTo(2);
        }
    }

    @Test
    void aHomeMovedWithACrashedHostsServerStillRunningIsTakenOver() throws Exception {
        Host crashed = Host.start(home);
        long server = Homes.postmaster(folder);
        assertThat(Homes.addRow(crashed.jdbcUrl(), folder)).isEqualTo(1);
        crashed.crash();
        Files.move(home, other);
        PostgresFolder moved = PostgresFolder.in(other);
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(other)) {
            assertThat(Homes.postmaster(moved)).isEqualTo(server);
            assertThat(Homes.addRow(postgres.jdbcUrl(), moved)).isEqualTo(2);
        }
        assertThat(Homes.processes(moved)).isEmpty();
    }

    @Test
    void twoHomesDoNotDisturbEachOther() throws Exception {
        PostgresFolder second = Homes.prepare(other);
        try (EmbeddedPostgres one = EmbeddedPostgres.start(home);
                EmbeddedPostgres two = EmbeddedPostgres.start(other)) {
            assertThat(Homes.addRow(one.jdbcUrl(), folder)).isEqualTo(1);
            assertThat(Homes.addRow(two.jdbcUrl(), second)).isEqualTo(1);
        }
    }

    @Test
    void dataOfAnotherMajorVersionIsRefused() throws Exception {
        Files.writeString(folder.data().resolve("PG_VERSION"), "16\n");
        assertThatThrownBy(() -> EmbeddedPostgres.start(home)).isInstanceOf(HomeRefusedException.class)
                .hasMessageContaining("PostgreSQL 16")
                .hasMessageContaining("new home");
    }

    private void copyHome() throws Exception {
        Homes.run("cp", "-a", home.toString(), other.toString());
    }
}
