// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;

/**
 * Writes the few kinds of values that commands answer with. A library would be one more bundle for thirty lines.
 * Durations are written as seconds, anything unknown as its text.
 */
final class Json {

    private static final int FIRST_PRINTABLE = 0x20;

    /**
     * A text that is JSON already.
     *
     * @param text null for null
     */
    record Raw(String text) {}

    private Json() {}

    /** The value as JSON in one line. */
    static String write(Object value) {
        StringBuilder out = new StringBuilder();
        append(out, value);
        return out.toString();
    }

    private static void append(StringBuilder out, Object value) {
        switch (value) {
            case null -> out.append("null");
            case Boolean truth -> out.append(truth);
            case Number number -> out.append(number);
            case Raw(var text) -> out.append(text);
            case Duration duration -> out.append(duration.toMillis() / 1000.0);
            case Map<?, ?> map -> appendMap(out, map);
            case Collection<?> list -> appendList(out, list);
            default -> appendText(out, value.toString());
        }
    }

    private static void appendMap(StringBuilder out, Map<?, ?> map) {
        out.append('{');
        Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<?, ?> entry = entries.next();
            appendText(out, entry.getKey().toString());
            out.append(':');
            append(out, entry.getValue());
            out.append(entries.hasNext() ? "," : "");
        }
        out.append('}');
    }

    private static void appendList(StringBuilder out, Collection<?> list) {
        out.append('[');
        Iterator<?> items = list.iterator();
        while (items.hasNext()) {
            append(out, items.next());
            out.append(items.hasNext() ? "," : "");
        }
        out.append(']');
    }

    private static void appendText(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> out.append('\\').append(c);
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> out.append(c < FIRST_PRINTABLE ? "\\u%04x".formatted((int) c) : c);
            }
        }
        out.append('"');
    }
}
