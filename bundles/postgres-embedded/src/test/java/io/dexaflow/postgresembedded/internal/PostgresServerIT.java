// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dexaflow.postgresembedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server's ordinary life. */
class PostgresServerIT {

    @TempDir private Path temp;
    private Path home;

    @BeforeEach
    void chooseHome() {
        home = temp.resolve("home");
    }

    @AfterEach
    void leaveNothingRunning() {
        Homes.clean(home);
    }

    @Test
    void theFirstStartMakesADatabaseAndALaterOneFindsItsData() throws Exception {
        PostgresFolder folder = PostgresFolder.in(home);
        String url;
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(home)) {
            url = postgres.jdbcUrl();
            assertThat(postgres.user()).isEqualTo("dexaflow");
            assertThat(url).matches("jdbc:postgresql://127\\.0\\.0\\.1:\\d+/dexaflow");
            assertThat(Homes.addRow(url, folder)).isEqualTo(1);
        }
        assertThat(Homes.processes(folder)).isEmpty();
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(home)) {
            assertThat(postgres.jdbcUrl()).isEqualTo(url);
            assertThat(Homes.addRow(postgres.jdbcUrl(), folder)).isEqualTo(2);
        }
        assertThat(folder.root()).isDirectoryNotContaining("glob:**.new-*");
    }

    @Test
    void nobodyGetsInWithoutThePassword() throws Exception {
        Homes.prepare(home);
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(home)) {
            for (String wrong : List.of("wrong", "")) {
                for (String database : List.of("/dexaflow", "/postgres")) {
                    String url = postgres.jdbcUrl().replace("/dexaflow", database);
                    assertThatThrownBy(() -> DriverManager.getConnection(url, postgres.user(), wrong).close())
                            .isInstanceOf(SQLException.class)
                            .extracting(e -> ((SQLException) e).getSQLState())
                            .isIn("28P01", "08004");
                }
            }
        }
    }

    @Test
    void whatKeepsDataSafeIsOn() throws Exception {
        PostgresFolder folder = Homes.prepare(home);
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(home)) {
            for (List<String> setting : List.of(List.of("fsync", "on"), List.of("synchronous_commit", "on"),
                    List.of("full_page_writes", "on"), List.of("data_checksums", "on"),
                    List.of("listen_addresses", "127.0.0.1"), List.of("unix_socket_directories", ""),
                    List.of("password_encryption", "scram-sha-256"), List.of("jit", "off"),
                    List.of("max_connections", "60"), List.of("shared_buffers", "64MB"),
                    List.of("server_encoding", "UTF8"), List.of("log_timezone", "UTC"))) {
                String value = Homes.ask(postgres.jdbcUrl(), folder,
                        "show " + setting.getFirst());
                assertThat(value).as(setting.getFirst()).isEqualTo(setting.getLast());
            }
            assertThat(Homes.ask(postgres.jdbcUrl(), folder, "select string_agg(distinct auth_method, ',') from"
                    + " pg_hba_file_rules")).isEqualTo("scram-sha-256");
        }
    }

    @Test
    void theHomeIsForItsOwnerAloneAndNothingIsWrittenElsewhere() throws Exception {
        Set<Path> before = elsewhere();
        PostgresFolder folder = Homes.prepare(home);
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(home)) {
            Homes.addRow(postgres.jdbcUrl(), folder);
            assertThat(elsewhere()).isEqualTo(before);
        }
        assertThat(elsewhere()).isEqualTo(before);
        for (Path secret : List.of(home, folder.root(), folder.data(), folder.password())) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret))).as(secret.toString())
                    .endsWith("------");
        }
    }

    @Test
    void aHomeWithBlanksAndQuotesAndALongPathWorksFromTheFirstStartOn() throws Exception {
        home = temp.resolve("it's a (home) & more; ünïcode").resolve("x".repeat(120)).resolve("y".repeat(120));
        PostgresFolder folder = PostgresFolder.in(home);
        assertThat(folder.root().toString().length()).isGreaterThan(250);
        for (int row = 1; row <= 2; row++) {
            try (EmbeddedPostgres postgres = EmbeddedPostgres.start(home)) {
                assertThat(Homes.addRow(postgres.jdbcUrl(), folder)).isEqualTo(row);
            }
        }
    }

    @Test
    void binariesOfAnotherVersionAreRemovedAndWhatWasLeftHalfMadeToo() throws Exception {
        PostgresFolder folder = Homes.prepare(home);
        Files.createDirectory(folder.binaries("16.1.0"));
        Files.createDirectory(folder.fresh("data"));
        EmbeddedPostgres.start(home).close();
        assertThat(folder.binaries("16.1.0")).doesNotExist();
        assertThat(folder.root()).isDirectoryNotContaining("glob:**.new-*");
    }

    @Test
    void programsThatWereDeletedAreUnpackedAgain() throws Exception {
        PostgresFolder folder = PostgresFolder.in(home);
        Binaries binaries = Binaries.in(folder);
        Files.delete(Path.of(binaries.program("postgres")));
        EmbeddedPostgres.start(home).close();
        assertThat(Path.of(binaries.program("postgres"))).isExecutable();
    }

    @Test
    void aLostPasswordFileIsHealed() throws Exception {
        PostgresFolder folder = Homes.prepare(home);
        Files.delete(folder.password());
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(home)) {
            assertThat(Homes.addRow(postgres.jdbcUrl(), folder)).isEqualTo(1);
        }
        Files.writeString(folder.password(), "it's another one\n");
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(home)) {
            assertThat(postgres.password()).isEqualTo("it's another one");
            assertThat(Homes.addRow(postgres.jdbcUrl(), folder)).isEqualTo(2);
        }
    }

    @Test
    void aPortThatIsTakenIsReplacedByAnother() throws Exception {
        PostgresFolder folder = Homes.prepare(home);
        try (var taken = new java.net.ServerSocket(0, 1, java.net.InetAddress.getByName("127.0.0.1"))) {
            Ports.remember(folder, taken.getLocalPort());
            try (EmbeddedPostgres postgres = EmbeddedPostgres.start(home)) {
                assertThat(postgres.jdbcUrl()).doesNotContain(":" + taken.getLocalPort() + "/");
                assertThat(Homes.addRow(postgres.jdbcUrl(), folder)).isEqualTo(1);
            }
        }
    }

    @Test
    void aServerThatCannotStartIsToldWithTheLogsLastWords() throws Exception {
        PostgresFolder folder = Homes.prepare(home);
        Files.writeString(folder.data().resolve("postgresql.auto.conf"), "no_such_setting = 1\n");
        assertThatThrownBy(() -> EmbeddedPostgres.start(home)).isInstanceOf(PostgresException.class)
                .hasMessageContaining("no_such_setting")
                .hasMessageContaining(folder.log().toString());
        assertThat(Homes.processes(folder)).isEmpty();
        Files.writeString(folder.data().resolve("postgresql.auto.conf"), "");
        EmbeddedPostgres.start(home).close();
    }

    @Test
    void anInterruptedStartLeavesNothingRunning() throws Exception {
        PostgresFolder folder = PostgresFolder.in(home);
        for (int i = 0; i < 12; i++) {
            Thread starter = Thread.ofPlatform().start(() -> {
                try {
                    EmbeddedPostgres.start(home).close();
                } catch (PostgresException e) {
                    // Interrupted, as it was meant to be.
                }
            });
            starter.join(100L + 150L * i);
            starter.interrupt();
            starter.join();
            assertThat(Homes.processes(folder)).as("after %d", i).isEmpty();
        }
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(home)) {
            assertThat(Homes.addRow(postgres.jdbcUrl(), folder)).isEqualTo(1);
        }
    }

    private static Set<Path> elsewhere() throws IOException {
        try (Stream<Path> shared = Files.list(Path.of("/dev/shm")); Stream<Path> tmp = Files.list(Path.of("/tmp"))) {
            return Stream.concat(shared.filter(path -> path.toString().contains("PostgreSQL")),
                    tmp.filter(path -> path.getFileName().toString().startsWith(".s.PGSQL")))
                    .collect(Collectors.toSet());
        }
    }
}
