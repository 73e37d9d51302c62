// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.log;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** File names for ids: any id gets one, no two ids get the same, none leaves its folder or hides in it. */
final class LogNames {

    /** Beyond this the encoded name is cut and a hash of the id takes its end. */
    private static final int LONGEST = 100;
    private static final int HASH_CHARS = 32;

    /** Never written by the encoding itself, so that a cut name is nobody's whole name. */
    private static final char CUT_MARK = '~';

    private LogNames() {}

    static String of(String id) {
        String encoded = encode(id);
        if (encoded.length() <= LONGEST) {
            return encoded;
        }
        int keep = LONGEST - HASH_CHARS - 1;
        int escape = encoded.lastIndexOf('%', keep - 1);
        if (escape > keep - 3) {
            keep = escape;
        }
        return encoded.substring(0, keep) + CUT_MARK + hash(id);
    }

    private static String encode(String id) {
        if (id.isEmpty()) {
            return "%";
        }
        StringBuilder out = new StringBuilder(id.length());
        byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i++) {
            char c = (char) (bytes[i] & 0xff);
            if (plain(c) || c == '.' && i > 0) {
                out.append(c);
            } else {
                out.append('%').append(HexFormat.of().withUpperCase().toHexDigits((byte) c));
            }
        }
        return out.toString();
    }

    private static boolean plain(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-';
    }

    private static String hash(String id) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(id.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, HASH_CHARS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
