// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes URLs apart by the letter: the raw path is split first and decoded then, so that an escaped slash stays part of
 * an id, and what is not UTF-8 is refused in place of becoming some other id.
 */
public final class Decoding {

    private Decoding() {}

    /** The segments of a raw path, decoded. A path that climbs or holds what no id has is not found. */
    public static List<String> path(String raw) {
        List<String> segments = new ArrayList<>();
        for (String segment : raw.substring(1).split("/", -1)) {
            String decoded = decode(segment, false);
            if (decoded.equals(".") || decoded.equals("..") || decoded.isEmpty() && segments.isEmpty()) {
                throw Problem.notFound("Not Found: " + raw);
            }
            segments.add(decoded);
        }
        if (segments.getLast().isEmpty() && segments.size() > 1) {
            segments.removeLast();
        }
        return segments;
    }

    /** A name or value of a query. */
    static String query(String raw) {
        return decode(raw, true);
    }

    private static String decode(String raw, boolean plusIsSpace) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c == '%') {
                bytes.write(escaped(raw, i + 1));
                i += 2;
            } else if (c == '+' && plusIsSpace) {
                bytes.write(' ');
            } else {
                bytes.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
            }
        }
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray())).toString();
            if (!Json.isStorable(text)) {
                throw Problem.of(400, "the URL holds a NUL character");
            }
            return text;
        } catch (CharacterCodingException e) {
            throw Problem.of(400, "the URL is not UTF-8");
        }
    }

    private static int escaped(String raw, int at) {
        int high = at + 1 < raw.length() ? Character.digit(raw.charAt(at), 16) : -1;
        int low = at + 1 < raw.length() ? Character.digit(raw.charAt(at + 1), 16) : -1;
        if (high < 0 || low < 0) {
            throw Problem.of(400, "the URL holds a % without two hexadecimal digits after it");
        }
        return high * 16 + low;
    }
}
