// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.users;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * Makes what is kept of a password: {@code pbkdf2-sha512$iterations$salt$key}, which the host's API reads.
 * PBKDF2 is in the JDK, so that the most sensitive code of all needs no third party; with SHA-512 since the host's JVM
 * compiles lightly, where 210,000 rounds of it take half the time of the 600,000 of SHA-256 that OWASP holds equal.
 */
final class PasswordHash {

    private static final int ITERATIONS = 210_000;
    private static final int SALT_BYTES = 16;
    private static final int KEY_BYTES = 32;

    private PasswordHash() {}

    /** With a salt of its own. */
    static String of(char[] password) {
        byte[] salt = new byte[SALT_BYTES];
        new SecureRandom().nextBytes(salt);
        return of(password, salt);
    }

    static String of(char[] password, byte[] salt) {
        PBEKeySpec spec = new PBEKeySpec(password, salt, ITERATIONS, KEY_BYTES * Byte.SIZE);
        try {
            byte[] key = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA512").generateSecret(spec).getEncoded();
            Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
            return "pbkdf2-sha512$" + ITERATIONS + "$" + base64.encodeToString(salt) + "$" + base64.encodeToString(key);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no PBKDF2WithHmacSHA512", e);
        } finally {
            spec.clearPassword();
        }
    }
}
