// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.signin;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * A password as it is kept: {@code pbkdf2-sha512$iterations$salt$key}, as {@code dexaflow users} writes it.
 * PBKDF2 is in the JDK, so that the most sensitive code of all needs no third party; with SHA-512 since the host's JVM
 * compiles lightly, where 210,000 rounds of it take half the time of the 600,000 of SHA-256 that OWASP holds equal.
 *
 * @param iterations how much work a guess is
 */
record PasswordHash(int iterations, byte[] salt, byte[] key) {

    private static final Pattern FORM =
            Pattern.compile("pbkdf2-sha512\\$(\\d{6,8})\\$([A-Za-z0-9_-]{22,86})\\$([A-Za-z0-9_-]{43})");
    private static final int KEY_BYTES = 32;
    private static final int SALT_BYTES = 16;
    private static final int ITERATIONS = 210_000;

    /** Nobody's password, whose check takes as long as anybody's. */
    static final PasswordHash NOBODYS = new PasswordHash(ITERATIONS, new byte[SALT_BYTES], new byte[KEY_BYTES]);

    /** Reads what was kept. */
    static PasswordHash parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("a password is not kept as pbkdf2-sha512$iterations$salt$key");
        }
        return new PasswordHash(Integer.parseInt(parts.group(1)), Base64.getUrlDecoder().decode(parts.group(2)),
                Base64.getUrlDecoder().decode(parts.group(3)));
    }

    /** Whether this is the password; takes some tenths of a second of one core. */
    boolean matches(String password) {
        PBEKeySpec spec = new PBEKeySpec(password.toCharArray(), salt, iterations, KEY_BYTES * Byte.SIZE);
        try {
            byte[] guess =
                    SecretKeyFactory.getInstance("PBKDF2WithHmacSHA512").generateSecret(spec).getEncoded();
            return MessageDigest.isEqual(guess, key);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no PBKDF2WithHmacSHA512", e);
        } finally {
            spec.clearPassword();
        }
    }
}
