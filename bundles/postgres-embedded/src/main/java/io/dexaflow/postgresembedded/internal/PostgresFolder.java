// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The home's {@code postgres/} folder and the names in it. Everything this bundle writes lies below it.
 *
 * @param root the folder's real path: links resolved, as the kernel reports it for the server's processes
 */
record PostgresFolder(Path root) {

    /** PostgreSQL keeps paths in buffers of 1024 bytes; the longest name below the root needs about 120 of them. */
    private static final int LONGEST_ROOT = 900;
    /** initdb puts paths between double quotes into shell commands. */
    private static final String UNQUOTABLE = "\"$`\\\n\r";
    private static final String NEW = ".new-";

    /** Opens the folder in this home; both are made, for their owner alone, if they are not there. */
    static PostgresFolder in(Path home) {
        Path root = home.toAbsolutePath().resolve("postgres");
        try {
            Files.createDirectories(root, PosixFilePermissions.asFileAttribute(
                    PosixFilePermissions.fromString("rwx------")));
            root = root.toRealPath();
        } catch (IOException e) {
            throw new HomeRefusedException("The folder " + root + " cannot be made or read (" + e
                    + "): give the user that runs Dexaflow the right to write to its home, or choose another one with"
                    + " --home.", e);
        }
        if (!Files.isWritable(root)) {
            throw new HomeRefusedException("No permission to write to " + root + ": it belongs to user "
                    + SafeFiles.ownerName(root) + ". Start Dexaflow as that user, or choose another home with --home.");
        }
        if (root.toString().chars().anyMatch(each -> UNQUOTABLE.indexOf(each) >= 0)) {
            throw new HomeRefusedException(
                    "The path of the home (" + root + ") has a character that PostgreSQL's initdb"
                            + " cannot cope with (one of \" $ ` \\ or a line break): choose another home with --home.");
        }
        if (root.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_ROOT) {
            throw new HomeRefusedException("The path of the home is too long for PostgreSQL (" + root + "): choose a"
                    + " home whose path is shorter than " + LONGEST_ROOT + " bytes with --home.");
        }
        return new PostgresFolder(root);
    }

    Path data() {
        return root.resolve("data");
    }

    Path log() {
        return root.resolve("pg.log");
    }

    Path lock() {
        return root.resolve("lock");
    }

    Path identity() {
        return root.resolve("identity");
    }

    Path password() {
        return root.resolve("password");
    }

    Path port() {
        return root.resolve("port");
    }

    Path binaries(String version) {
        return root.resolve("bin-" + version);
    }

    /** Whether there is a complete data directory: it gets its name last. */
    boolean hasData() {
        return Files.exists(data());
    }

    /** A name for something half made. Its own each time: what a killed host began may still be running. */
    Path fresh(String stem) {
        return root.resolve(stem + NEW + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt()));
    }

    /** Deletes what a killed host left half made. */
    void sweep() {
        deleteEach("*" + NEW + "*", null);
    }

    /** Deletes the unpacked binaries of other versions. */
    void sweepBinaries(Path keep) {
        deleteEach("bin-*", keep);
    }

    private void deleteEach(String glob, Path keep) {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(root, glob)) {
            for (Path each : found) {
                if (!each.equals(keep)) {
                    SafeFiles.deleteTree(each);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("could not clean up " + root, e);
        }
    }
}
