// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** The bearer token of the home's owner: 256 random bits in a file that only the owner may read. */
final class TokenFile {

    private static final int SHORTEST = 20;

    private TokenFile() {}

    /** Reads the token, and makes it where there is none yet. */
    static String at(Path file) {
        try {
            String token = SecretFile.readOrMake(file).strip();
            if (token.length() < SHORTEST) {
                throw new IllegalStateException(file + " holds no usable token; delete it to have a new one made");
            }
            return token;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read or make the token of this home, " + file, e);
        }
    }
}
