// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import java.io.IOException;
import java.io.UncheckedIOException;
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

/** The bearer token of the home's owner: 256 random bits in a file that only the owner may read. */
final class TokenFile {

    private static final int BYTES = 32;
    private static final int SHORTEST = 20;
    private static final Set<PosixFilePermission> OWNER_ONLY =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private TokenFile() {}

    /** Reads the token, and makes it where there is none yet. */
    static String at(Path file) {
        try {
            if (!Files.exists(file)) {
                create(file);
            }
            if (!OWNER_ONLY.containsAll(Files.getPosixFilePermissions(file))) {
                Files.setPosixFilePermissions(file, OWNER_ONLY);
            }
            String token = Files.readString(file, StandardCharsets.US_ASCII).strip();
            if (token.length() < SHORTEST) {
                throw new IllegalStateException(file + " holds no usable token; delete it to have a new one made");
            }
            return token;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read or make the token of this home, " + file, e);
        }
    }

    /** Written beside its place, synced and renamed, so that a crash leaves no half a token. */
    private static void create(Path file) throws IOException {
        byte[] random = new byte[BYTES];
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
