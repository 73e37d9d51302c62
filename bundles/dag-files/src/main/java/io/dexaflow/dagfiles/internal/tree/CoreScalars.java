// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.tree;

import java.util.Locale;
import java.util.Map;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** What plain text means in YAML 1.2's core schema: {@code true} and {@code 8} are not text, {@code yes} is. */
final class CoreScalars {

    static final String STRING = "str";

    private static final ScalarResolver RESOLVER = new CoreSchema().getScalarResolver();
    private static final Map<String, String> TYPES = Map.of(Tag.STR.getValue(), STRING, Tag.INT.getValue(), "int",
            Tag.FLOAT.getValue(), "float", Tag.BOOL.getValue(), "bool", Tag.NULL.getValue(), "null");

    private CoreScalars() {}

    /** The type of plain text; merge keys and whatever else the library recognises beyond the schema are text. */
    static String type(String plain) {
        return TYPES.getOrDefault(RESOLVER.resolve(plain, true).getValue(), STRING);
    }

    /** The type a tag names; null for a tag that is none of the schema's. */
    static String byTag(String tag) {
        return TYPES.get(tag);
    }

    /** The value of text of a type. */
    static Object value(String type, String text, Mark mark, String path) throws UnreadableException {
        return switch (type) {
            case "null" -> null;
            case "bool" -> Boolean.valueOf(text.toLowerCase(Locale.ROOT));
            case "int" -> whole(text, mark, path);
            case "float" -> Numbers.decimal(text, mark, path);
            default -> text;
        };
    }

    private static Object whole(String text, Mark mark, String path) throws UnreadableException {
        if (text.startsWith("0x")) {
            return Numbers.whole(text.substring(2), 16, mark, path);
        }
        if (text.startsWith("0o")) {
            return Numbers.whole(text.substring(2), 8, mark, path);
        }
        return Numbers.whole(text, 10, mark, path);
    }
}
