// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.EnumSet;
import java.util.Set;

/** A small file of the home that only its owner may read, whole or not there at all. */
public final class SecretFile {

    private static final int RANDOM_BYTES = 32;
    private static final Set<PosixFilePermission> OWNER_ONLY =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private SecretFile() {}

    /** Reads the file, and makes it with 256 random bits, base64url, where there is none yet. */
    public static String readOrMake(Path file) throws IOException {
        if (!Files.exists(file)) {
            make(file);
        }
        return read(file);
    }

    /** Reads the file; one that others may read is shut to them first. */
    public static String read(Path file) throws IOException {
        if (!OWNER_ONLY.containsAll(Files.getPosixFilePermissions(file))) {
            Files.setPosixFilePermissions(file, OWNER_ONLY);
        }
        return Files.readString(file, StandardCharsets.UTF_8);
    }

    /** Written beside its place, synced and renamed, so that a crash leaves no half a secret. */
    private static void make(Path file) throws IOException {
        byte[] random = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(random);
        String text = Base64.getUrlEncoder().withoutPadding().encodeToString(random) + "\n";
        Path draft = file.resolveSibling("." + file.getFileName() + ".draft");
        Files.deleteIfExists(draft);
        try (FileChannel out =
                FileChannel.open(draft, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                        PosixFilePermissions.asFileAttribute(OWNER_ONLY))) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
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
}
