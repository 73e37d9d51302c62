// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import java.security.SecureRandom;
import java.util.Base64;

/**
 * How to sign in to the home's server.
 *
 * @param password random, made with the home, kept in a file that only the owner reads
 */
record Credentials(String password) {

    static final String USER = "dexaflow";
    static final String DATABASE = "dexaflow";

    private static final int PASSWORD_BYTES = 24;

    /** Reads the home's password; makes one if there is none. */
    static Credentials of(PostgresFolder folder) {
        return SafeFiles.read(folder.password())
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .map(Credentials::new)
                .orElseGet(() -> make(folder));
    }

    private static Credentials make(PostgresFolder folder) {
        byte[] bytes = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(bytes);
        String password = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        SafeFiles.write(folder, folder.password(), password + "\n");
        return new Credentials(password);
    }

    @Override
    public String toString() {
        return "Credentials[secret]";
    }
}
