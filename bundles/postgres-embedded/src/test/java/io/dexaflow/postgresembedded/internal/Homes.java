// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Homes with a database in them, made from one template: a first start costs seconds, a copy does not. */
final class Homes {

    private static final Path TEMPLATE = Path.of("target", "template-home").toAbsolutePath();

    private static boolean made;

    private Homes() {}

    /** Puts an empty database into this home, of an identity of its own. */
    static synchronized PostgresFolder prepare(Path home) throws IOException, InterruptedException {
        if (!made) {
            SafeFiles.deleteTree(TEMPLATE);
            HomeServer.open(TEMPLATE).close();
            made = true;
        }
        PostgresFolder from = PostgresFolder.in(TEMPLATE);
        PostgresFolder to = PostgresFolder.in(home);
        run("cp", "-a", from.data().toString(), to.data().toString());
        run("cp", "-a", from.password().toString(), to.password().toString());
        try (var found = Files.newDirectoryStream(from.root(), "bin-*")) {
            for (Path binaries : found) {
                Files.createSymbolicLink(to.root().resolve(binaries.getFileName()), binaries);
            }
        }
        return to;
    }

    static void run(String... command) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).as(String.join(" ", command)).isZero();
    }

    /** Ends what a failed test left running in this home. */
    static void clean(Path home) {
        Path data = home.resolve("postgres").resolve("data");
        new ServerProcesses(data, "none").running()
                .forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
    }

    static long postmaster(PostgresFolder folder) {
        return PidFile.read(folder).orElseThrow().pid();
    }

    static List<Long> processes(PostgresFolder folder) {
        return new ServerProcesses(folder.data(), "none").running();
    }

    static void kill(long pid) {
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }

    /** Adds a row and tells how many there are. */
    static int addRow(String url, PostgresFolder folder) throws SQLException {
        try (Connection connection = connect(url, folder); Statement statement = connection.createStatement()) {
            statement.execute("create table if not exists seen (at timestamptz default now())");
            statement.execute("insert into seen default values");
            return Integer.parseInt(ask(statement, "select count(*) from seen"));
        }
    }

    static String ask(String url, PostgresFolder folder, String query) throws SQLException {
        try (Connection connection = connect(url, folder); Statement statement = connection.createStatement()) {
            return ask(statement, query);
        }
    }

    static Connection connect(String url, PostgresFolder folder) throws SQLException {
        return DriverManager.getConnection(url, Credentials.USER, Credentials.of(folder).password());
    }

    private static String ask(Statement statement, String query) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
