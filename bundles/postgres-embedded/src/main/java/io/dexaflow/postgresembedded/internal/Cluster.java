// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** The data directory: made at the first start, checked at each later one. */
final class Cluster {

    /** What a user may tune in {@code postgresql.conf}; what keeps the data safe is on the server's command line. */
    private static final List<String> TUNING = List.of("max_connections=60", "shared_buffers=64MB",
            "max_wal_size=256MB", "min_wal_size=32MB", "max_wal_senders=0", "max_logical_replication_workers=0",
            "max_parallel_workers_per_gather=0",
            "dynamic_shared_memory_type=sysv", "log_checkpoints=off", "log_line_prefix=%m [%p] ",
            "timezone=UTC", "log_timezone=UTC");

    private final PostgresFolder folder;
    private final Commands commands;
    private final Credentials credentials;

    Cluster(Commands commands, Credentials credentials) {
        this.folder = commands.folder();
        this.commands = commands;
        this.credentials = credentials;
    }

    /** Refuses data of another major version. */
    static void checkVersion(PostgresFolder folder) {
        Path file = folder.data().resolve("PG_VERSION");
        String found = SafeFiles.read(file).map(String::strip).orElse("unknown");
        if (folder.hasData() && !found.equals(Binaries.shippedMajor())) {
            throw new HomeRefusedException("The database in " + folder.data() + " is of PostgreSQL " + found
                    + ", and this Dexaflow brings PostgreSQL " + Binaries.shippedMajor() + ": go on with the"
                    + " Dexaflow that made it, or choose a new home.");
        }
    }

    /** Makes it if it is not there; makes it the server's own if it was somebody else's. */
    void prepare() throws InterruptedException {
        if (!folder.hasData()) {
            make();
        }
        commands.user().own(folder.data());
    }

    /** Gives the role the password of the home's file, without the server and without ever trusting anyone. */
    void resetPassword() throws InterruptedException {
        commands.user().own(folder.data());
        statement(folder.data(), "ALTER ROLE " + Credentials.USER + " PASSWORD '"
                + credentials.password().replace("'", "''") + "'");
    }

    /** Under another name until it is complete and on disk, so that half a database never counts as one. */
    private void make() throws InterruptedException {
        Path fresh = folder.fresh("data");
        Path passwordFile = folder.fresh("pw");
        try {
            Files.createDirectory(fresh, PosixFilePermissions.asFileAttribute(
                    PosixFilePermissions.fromString("rwx------")));
            commands.user().own(fresh);
            SafeFiles.write(folder, passwordFile, credentials.password() + "\n");
            commands.user().own(passwordFile);
            commands.run("", "initdb", initArguments(fresh, passwordFile));
            statement(fresh, "CREATE DATABASE " + Credentials.DATABASE);
            commands.run("", "initdb", "--sync-only", "-D", fresh.toString());
            SafeFiles.rename(fresh, folder.data());
        } catch (IOException e) {
            throw new PostgresException("The data directory " + folder.data() + " could not be made: " + e, e);
        } finally {
            deleteQuietly(passwordFile);
            deleteQuietly(fresh);
        }
    }

    private static String[] initArguments(Path data, Path passwordFile) {
        List<String> arguments = new ArrayList<>(List.of("-D", data.toString(), "-U", Credentials.USER,
                "--auth=scram-sha-256", "--pwfile=" + passwordFile, "--encoding=UTF8", "--locale=C",
                "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--data-checksums", "--no-instructions",
                "--no-sync"));
        TUNING.forEach(setting -> arguments.addAll(List.of("-c", setting)));
        return arguments.toArray(String[]::new);
    }

    /** Single-user mode: the statement goes in through standard input, never through a command line. */
    private void statement(Path data, String sql) throws InterruptedException {
        commands.run(sql + ";\n", "postgres", "--single", "-D", data.toString(), "-c", "exit_on_error=on", "-c",
                "log_min_error_statement=panic", "-c", "log_checkpoints=off", "template1");
    }

    private static void deleteQuietly(Path path) {
        try {
            SafeFiles.deleteTree(path);
        } catch (IOException e) {
            // The next start sweeps it.
        }
    }
}
