// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.subprocess.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The files through which agents get their tokens, which only the owner can read. An agent whose token is refused reads its
 * file again.
 */
final class WorkerTokens {

    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY = PosixFilePermissions
            .asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private WorkerTokens() {}

    /** Writes a worker's token, in one step. */
    static Path write(Path home, String worker, String token) throws IOException {
        Path file = home.resolve("agents/" + worker + ".token");
        Path part = Files.createTempFile(file.getParent(), ".token", ".part", OWNER_ONLY);
        Files.writeString(part, token);
        return Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
