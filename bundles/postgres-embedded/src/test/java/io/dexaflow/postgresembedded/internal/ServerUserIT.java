// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.dexaflow.postgresembedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hosts of other users, and root without what root usually may. Needs root to make them. */
class ServerUserIT {

    private static final String NOBODY = "65534";
    private static final String CLASS_PATH = System.getProperty("java.class.path");
    private static final List<String> AS_NOBODY = List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY,
            "--clear-groups", "--inh-caps=-all", "--bounding-set=-all");
    private static final List<String> AS_ROOT_WITHOUT_CAPABILITIES = List.of("setpriv", "--inh-caps=-all",
            "--bounding-set=-all");
    /** What containers usually leave to root: no user namespaces, no look into other users' processes. */
    private static final List<String> AS_ROOT_OF_A_CONTAINER = List.of("setpriv", "--inh-caps=-all",
            "--bounding-set=-all,+chown,+dac_override,+fowner,+fsetid,+kill,+setgid,+setuid,+setpcap");

    @TempDir private Path temp;
    private Path home;

    @BeforeEach
    void needRoot() throws IOException {
        assumeThat(SafeFiles.owner(Path.of("/proc/self"))).isZero();
        assumeThat(Commands.problemOf(List.of("setpriv", "--reuid=" + NOBODY, "true"))).isEmpty();
        Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwxr-xr-x"));
        home = temp.resolve("home");
    }

    @AfterEach
    void leaveNothingRunning() {
        Homes.clean(home);
    }

    @Test
    void aNormalUserRunsItAndAnotherHostOfHersTakesItOver() throws Exception {
        Files.createDirectory(home);
        SafeFiles.chown(home, Integer.parseInt(NOBODY));
        Host.Options options = new Host.Options(AS_NOBODY, Map.of(), readableClassPath());
        PostgresFolder folder = PostgresFolder.in(temp.resolve("unused"));
        String url;
        try (Host host = Host.start(home, options)) {
            folder = new PostgresFolder(home.toRealPath().resolve("postgres"));
            url = host.jdbcUrl();
            assertThat(Homes.addRow(url, folder)).isEqualTo(1);
            assertThat(SafeFiles.owner(Path.of("/proc/" + Homes.postmaster(folder)))).hasToString(NOBODY);
        }
        Host crashed = Host.start(home, options);
        crashed.crash();
        try (Host next = Host.start(home, options)) {
            assertThat(next.jdbcUrl()).isEqualTo(url);
            assertThat(Homes.addRow(url, folder)).isEqualTo(2);
        }
        assertThat(Homes.processes(folder)).isEmpty();
    }

    @Test
    void aHomeOfSomebodyElseIsRefused() throws Exception {
        Homes.prepare(home);
        Host.Options options = new Host.Options(AS_NOBODY, Map.of(), readableClassPath());
        try (Host host = Host.start(home, options)) {
            assertThat(host.words()).startsWith("REFUSED ").contains("--home");
            assertThat(host.exitCode()).isEqualTo(78);
        }
    }

    @Test
    void rootWithoutUserNamespacesRunsItAsNobodyInAHomeOfMode0700() throws Exception {
        runAndTakeOver(new Host.Options(List.of(), without("unshare").environment(), CLASS_PATH), NOBODY);
    }

    @Test
    void rootOfAContainerRunsItAsNobodyAndRecognisesItsProcessesWithoutSeeingIntoThem() throws Exception {
        runAndTakeOver(new Host.Options(AS_ROOT_OF_A_CONTAINER, without("unshare").environment(), CLASS_PATH), NOBODY);
    }

    @Test
    void rootWithoutCapabilitiesRunsItInAUserNamespace() throws Exception {
        assumeThat(Commands.problemOf(List.of("unshare", "-U", "true"))).isEmpty();
        runAndTakeOver(new Host.Options(AS_ROOT_WITHOUT_CAPABILITIES, Map.of(), CLASS_PATH), "0");
    }

    @Test
    void aHomeGoesBetweenTheWaysOfRunningIt() throws Exception {
        PostgresFolder folder = Homes.prepare(home);
        for (int round = 0; round < 2; round++) {
            try (Host host = Host.start(home, without("unshare"))) {
                assertThat(Homes.addRow(host.jdbcUrl(), folder)).isEqualTo(1 + 2 * round);
            }
            Host crashed = Host.start(home, without("unshare"));
            crashed.crash();
            try (EmbeddedPostgres postgres = EmbeddedPostgres.start(home)) {
                assertThat(postgres.jdbcUrl()).isEqualTo(crashed.jdbcUrl());
                assertThat(Homes.addRow(postgres.jdbcUrl(), folder)).isEqualTo(2 + 2 * round);
                Homes.kill(Homes.postmaster(folder));
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> !Homes.processes(folder).isEmpty()
                                && PidFile.read(folder).filter(PidFile::ready).isPresent());
            }
        }
    }

    @Test
    void rootWithNoWayAroundIsRefusedWithWords() throws Exception {
        PostgresFolder folder = PostgresFolder.in(home);
        try (Host host = Host.start(home, without("unshare", "setpriv"))) {
            assertThat(host.words()).startsWith("REFUSED ")
                    .contains("root")
                    .contains("normal user")
                    .contains("Tried: user namespace: ");
        }
        assertThat(folder.data()).doesNotExist();
    }

    private void runAndTakeOver(Host.Options options, String serverUser) throws Exception {
        PostgresFolder folder = PostgresFolder.in(home);
        Host crashed = Host.start(home, options);
        assertThat(crashed.words()).startsWith("READY ");
        long server = Homes.postmaster(folder);
        assertThat(SafeFiles.owner(Path.of("/proc/" + server))).hasToString(serverUser);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home))).isEqualTo("rwx------");
        assertThat(Homes.addRow(crashed.jdbcUrl(), folder)).isEqualTo(1);
        crashed.crash();
        try (Host next = Host.start(home, options)) {
            assertThat(next.jdbcUrl()).isEqualTo(crashed.jdbcUrl());
            assertThat(Homes.postmaster(folder)).isEqualTo(server);
            assertThat(Homes.addRow(next.jdbcUrl(), folder)).isEqualTo(2);
            Homes.kill(server);
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> PidFile.read(folder)
                            .filter(file -> file.pid() != server && file.ready())
                            .isPresent());
            assertThat(Homes.addRow(next.jdbcUrl(), folder)).isEqualTo(3);
        }
        assertThat(Homes.processes(folder)).isEmpty();
    }

    /** A host that finds these programs on its path first, and they always fail. */
    private Host.Options without(String... programs) throws IOException {
        Path folder = Files.createDirectories(temp.resolve("failing-" + programs.length));
        for (String program : programs) {
            Path file = folder.resolve(program);
            Files.writeString(file, "#!/bin/sh\nexit 1\n");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        String path = folder + File.pathSeparator + System.getenv("PATH");
        return new Host.Options(List.of(), Map.of("PATH", path), CLASS_PATH);
    }

    /** A copy of the class path where nobody may read it. */
    private String readableClassPath() throws Exception {
        Path folder = Files.createDirectory(temp.resolve("classes"));
        List<String> entries = new ArrayList<>();
        for (String entry : CLASS_PATH.split(File.pathSeparator)) {
            if (Files.exists(Path.of(entry))) {
                Path copy = folder.resolve(entries.size() + "-" + Path.of(entry).getFileName());
                Homes.run("cp", "-r", entry, copy.toString());
                entries.add(copy.toString());
            }
        }
        Homes.run("chmod", "-R", "a+rX", folder.toString());
        return String.join(File.pathSeparator, entries);
    }
}
