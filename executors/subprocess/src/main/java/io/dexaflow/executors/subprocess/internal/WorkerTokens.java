// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.subprocess.internal;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files through which agents get their tokens, which only the owner can read. An agent whose token is refused reads its
 * file again; so a new host writes new tokens for the agents of its predecessor, whose tokens may have lapsed meanwhile.
 */
final class WorkerTokens {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerTokens.class);
    private static final String SUFFIX = ".token";
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY = PosixFilePermissions
            .asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private WorkerTokens() {}

    /** Writes a worker's token, in one step. */
    static Path write(Path home, String worker, String token) throws IOException {
        Path file = home.resolve("agents/" + worker + SUFFIX);
        Path part = Files.createTempFile(file.getParent(), ".token", ".part", OWNER_ONLY);
        Files.writeString(part, token);
        return Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Renews the tokens of the agents that are still there and removes the files of those that are not. */
    static void renew(Path home, UnaryOperator<String> tokens) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(home.resolve("agents"), "*" + SUFFIX)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                String worker = name.substring(0, name.length() - SUFFIX.length());
                if (Files.exists(home.resolve("agents/" + worker + ".json"))) {
                    write(home, worker, tokens.apply(worker));
                } else {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException e) {
            LOG.warn("cannot renew the tokens of the agents of before; one whose token has lapsed ends: {}",
                    e.toString());
        }
    }
}
