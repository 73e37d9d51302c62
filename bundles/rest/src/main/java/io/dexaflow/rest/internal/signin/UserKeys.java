// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.signin;

import io.dexaflow.rest.internal.http.SecretFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;

/**
 * The keys in {@code users.key}, which sign the tokens of people and of nobody else: one per line, base64url, at most
 * two. The first one signs; tokens of both are accepted, so that a key is changed by writing a new first line and
 * starting the hosts one after the other.
 *
 * @param accepted the signing one first
 */
record UserKeys(List<byte[]> accepted) {

    /** As long as the hash of HS256; shorter ones are refused. */
    private static final int BYTES = 32;
    private static final int ACCEPTED = 2;

    /**
     * Reads the keys, and makes the first one where there is no file yet.
     *
     * @throws IllegalStateException when the file holds no usable key
     */
    static UserKeys at(Path file) {
        try {
            List<byte[]> keys = SecretFile.readOrMake(file)
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .limit(ACCEPTED)
                    .map(line -> decode(file, line))
                    .toList();
            if (keys.isEmpty()) {
                throw unusable(file);
            }
            return new UserKeys(keys);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read or make the signing key of people's tokens, " + file, e);
        }
    }

    /** The key that signs. */
    byte[] signing() {
        return accepted.getFirst();
    }

    private static byte[] decode(Path file, String line) {
        byte[] key;
        try {
            key = Base64.getUrlDecoder().decode(line);
        } catch (IllegalArgumentException e) {
            // The cause would quote the key.
            throw unusable(file);
        }
        if (key.length < BYTES) {
            throw unusable(file);
        }
        return key;
    }

    private static IllegalStateException unusable(Path file) {
        return new IllegalStateException(file + " holds no usable key: each line must be base64url of at least " + BYTES
                + " bytes; delete the file to have a new one made (people must then sign in again)");
    }
}
