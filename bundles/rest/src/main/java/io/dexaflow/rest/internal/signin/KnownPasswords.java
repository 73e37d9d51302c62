// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.signin;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Passwords that were right before, so that scripts that sign in for each of their steps do not take a core a second each.
 * Of each user the last one is kept, as a keyed hash whose key lives and dies with this object; only what the slow check
 * found right comes in.
 */
final class KnownPasswords {

    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;
    private final Map<String, byte[]> byName = new ConcurrentHashMap<>();

    KnownPasswords() {
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        key = new SecretKeySpec(random, ALGORITHM);
    }

    /** Whether this user had this password since it was set. */
    boolean contains(User user, String password) {
        byte[] known = byName.get(user.name());
        return known != null && MessageDigest.isEqual(known, hash(user, password));
    }

    void add(User user, String password) {
        byName.put(user.name(), hash(user, password));
    }

    private byte[] hash(User user, String password) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(user.stamp().getBytes(StandardCharsets.UTF_8));
            mac.update((byte) 0);
            return mac.doFinal(password.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no " + ALGORITHM, e);
        }
    }
}
