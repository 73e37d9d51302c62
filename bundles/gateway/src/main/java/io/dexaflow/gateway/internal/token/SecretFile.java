// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.token;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** A small file that only its owner may read, whole or not there at all. */
final class SecretFile {

    private static final Set<PosixFilePermission> OWNER_ONLY =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private SecretFile() {}

    /** Writes the file beside its place, syncs it and renames it, so that a crash leaves no half a secret. */
    static void create(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Path draft = file.resolveSibling("." + file.getFileName() + ".draft");
        Files.deleteIfExists(draft);
        FileAttribute<?> mode = PosixFilePermissions.asFileAttribute(OWNER_ONLY);
        try (FileChannel out = FileChannel.open(draft,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), mode)) {
            ByteBuffer bytes = ByteBuffer.wrap((text + "\n").getBytes(StandardCharsets.US_ASCII));
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.force(true);
        }
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        try (FileChannel folder = FileChannel.open(file.getParent(), StandardOpenOption.READ)) {
            folder.force(true);
        }
    }

    /** Reads the file; one that others may read is shut to them first. */
    static String read(Path file) throws IOException {
        if (!OWNER_ONLY.containsAll(Files.getPosixFilePermissions(file))) {
            Files.setPosixFilePermissions(file, OWNER_ONLY);
        }
        return Files.readString(file, StandardCharsets.US_ASCII);
    }
}
