// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.attempt;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Replaces secret values by {@code ***} in a stream of bytes, also where a value is cut by the border of two reads: the
 * end of a chunk is held back as long as it may be the beginning of a value.
 */
final class SecretMask {

    private static final byte[] STARS = "***".getBytes(StandardCharsets.US_ASCII);
    private static final int SHORTEST_LINE = 8;

    private final List<byte[]> values;
    private final boolean[] first = new boolean[256];
    private byte[] held = new byte[0];

    private SecretMask(List<byte[]> values) {
        this.values = values;
        values.forEach(value -> first[value[0] & 0xff] = true);
    }

    /** For these values; null if there is nothing to hide. A value of many lines is hidden line by line as well. */
    static SecretMask of(List<byte[]> secrets) {
        List<byte[]> values = new ArrayList<>();
        for (byte[] secret : secrets) {
            if (secret.length > 0) {
                values.add(secret);
            }
            String[] lines = new String(secret, StandardCharsets.ISO_8859_1).split("\r?\n");
            for (String line : lines.length > 1 ? lines : new String[0]) {
                if (line.strip().length() >= SHORTEST_LINE) {
                    values.add(line.getBytes(StandardCharsets.ISO_8859_1));
                }
            }
        }
        values.sort(Comparator.comparingInt((byte[] value) -> value.length).reversed());
        return values.isEmpty() ? null : new SecretMask(values);
    }

    /** What can be shown of the stream after this chunk. */
    byte[] mask(byte[] chunk) {
        byte[] all = Arrays.copyOf(held, held.length + chunk.length);
        System.arraycopy(chunk, 0, all, held.length, chunk.length);
        return mask(all, true);
    }

    /** The rest, at the end of the stream or where something else is to follow. */
    byte[] flush() {
        return mask(held, false);
    }

    private byte[] mask(byte[] all, boolean more) {
        ByteArrayOutputStream shown = new ByteArrayOutputStream(all.length + STARS.length);
        int at = 0;
        while (at < all.length) {
            int match = first[all[at] & 0xff] ? match(all, at, more) : 0;
            if (match < 0) {
                break;
            }
            if (match > 0) {
                shown.writeBytes(STARS);
                at += match;
            } else {
                shown.write(all[at++]);
            }
        }
        held = Arrays.copyOfRange(all, at, all.length);
        return shown.toByteArray();
    }

    /** The length of the longest value here, 0 if none is, -1 if the bytes end before one could be told. */
    private int match(byte[] all, int at, boolean more) {
        for (byte[] value : values) {
            int length = Math.min(value.length, all.length - at);
            if (Arrays.equals(all, at, at + length, value, 0, length)) {
                if (length == value.length) {
                    return length;
                }
                if (more) {
                    return -1;
                }
            }
        }
        return 0;
    }
}
