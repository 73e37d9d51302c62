// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.token;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;

/**
 * The keys in {@code auth.key}: one per line, base64url, at most two. The first one signs; tokens of both are accepted,
 * so that a key is changed by writing a new first line and starting the hosts one after the other.
 */
final class SigningKeys {

    /** As long as the hash of HS256; shorter ones are refused. */
    static final int BYTES = 32;

    private static final int ACCEPTED = 2;

    private final List<byte[]> keys;

    private SigningKeys(List<byte[]> keys) {
        this.keys = keys;
    }

    /**
     * Reads the keys, and makes the first one where there is no file yet.
     *
     * @throws IllegalStateException when the file holds no usable key
     */
    static SigningKeys at(Path file) {
        try {
            if (!Files.exists(file)) {
                SecretFile.create(file, random());
            }
            return read(file, SecretFile.read(file));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read or make the signing key " + file, e);
        }
    }

    /** The key that signs. */
    byte[] signing() {
        return keys.getFirst();
    }

    /** The keys whose tokens are accepted, the signing one first. */
    List<byte[]> accepted() {
        return keys;
    }

    private static SigningKeys read(Path file, String text) {
        List<byte[]> keys = text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .limit(ACCEPTED)
                .map(line -> decode(file, line))
                .toList();
        if (keys.isEmpty()) {
            throw unusable(file, null);
        }
        return new SigningKeys(keys);
    }

    private static byte[] decode(Path file, String line) {
        try {
            byte[] key = Base64.getUrlDecoder().decode(line);
            if (key.length < BYTES) {
                throw unusable(file, null);
            }
            return key;
        } catch (IllegalArgumentException e) {
            throw unusable(file, e);
        }
    }

    private static IllegalStateException unusable(Path file, Exception cause) {
        return new IllegalStateException(file + " holds no usable key: each line must be base64url of at least " + BYTES
                + " bytes; delete the file to have a new one made (agents that run must then be started anew)", cause);
    }

    private static String random() {
        byte[] key = new byte[BYTES];
        new SecureRandom().nextBytes(key);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(key);
    }
}
