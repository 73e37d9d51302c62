// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import io.dexaflow.dagfiles.internal.tree.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Puts the schema's violations into words: what is there, what should be, what to write. */
final class SchemaWords {

    private static final int SHOWN = 60;

    private SchemaWords() {}

    /** What is wrong with a value. */
    static String value(Error error, Node node, String description) {
        JsonNode wanted = error.getSchemaNode();
        return switch (error.getKeyword()) {
            case "type" -> type(wanted, node, error.getInstanceLocation().getName(-1));
            case "enum" -> choice(node, DagSchema.texts(wanted));
            case "pattern" -> shown(node) + " is not valid: it must be " + description;
            case "minimum" -> "must be at least " + wanted.asText() + ", not " + shown(node);
            case "maximum" -> "must be at most " + wanted.asText() + ", not " + shown(node);
            case "minLength" -> "is empty";
            case "maxLength" -> "is longer than " + wanted.asText() + " characters";
            case "minItems" -> "is an empty list: it needs at least one item";
            case "uniqueItems" -> "holds the same item twice";
            default -> error.getMessage();
        };
    }

    /** What is wrong with a key. */
    static String name(Error error) {
        String name = error.getProperty();
        if (name.isEmpty() || name.length() > SHOWN) {
            return "is no good name: it must have 1 to 250 characters";
        }
        return "is no name for a variable: it must be a letter or '_', then letters, digits and '_'";
    }

    /** The keys of a oneOf whose branches each require one. */
    static List<String> choices(JsonNode branches) {
        List<String> choices = new ArrayList<>();
        branches.forEach(branch -> choices.addAll(DagSchema.texts(branch.path("required"))));
        return choices;
    }

    /** {@code a or b}, {@code a, b or c}. */
    static String either(List<String> choices) {
        int last = choices.size() - 1;
        return last < 1 ? String.join("", choices)
                : String.join(", ", choices.subList(0, last)) + " or " + choices.get(last);
    }

    private static String choice(Node node, List<String> known) {
        String word = node instanceof Node.Scalar scalar ? scalar.text() : "";
        if (word.equals("none_success")) {
            return "\"none_success\" is no trigger rule: write all_failed (every upstream failed) or none_skipped (no"
                    + " upstream was skipped)";
        }
        String hint = Nearest.hint(word, known);
        return shown(node) + " is not known" + hint + (hint.isEmpty() ? "; known: " : " Known: ")
                + String.join(", ", known);
    }

    private static String type(JsonNode wanted, Node node, String key) {
        List<String> types = wanted.isArray() ? DagSchema.texts(wanted) : List.of(wanted.asText());
        String names = either(types.stream().filter(type -> !type.equals("null")).map(SchemaWords::named).toList());
        if (node instanceof Node.Scalar scalar && scalar.value() == null) {
            return "has no value: it must be " + names
                    + (types.contains("string") && types.size() > 1 ? " (\"\" is empty text)" : "");
        }
        return "must be " + names + ", not " + shown(node) + advice(types, node, key);
    }

    private static String advice(List<String> types, Node node, String key) {
        String text = node instanceof Node.Scalar scalar ? scalar.text() : null;
        if (text == null) {
            return node instanceof Node.Mapping && types.contains("string")
                    ? "; if this is a template, put it in quotes: \"{{ … }}\""
                    : "";
        }
        if (types.contains("array")) {
            return key.equals("command")
                    ? "; write each word as an item: [\"" + String.join("\", \"", text.strip().split("\\s+"))
                            + "\"], or use bash for a line of shell"
                    : "; write [" + text + "]";
        }
        if (types.contains("string")) {
            return "; put it in quotes: \"" + text + "\"";
        }
        if (types.contains("boolean") && text.matches("(?i)yes|no|on|off|y|n|true|false")) {
            return "; write true or false, without quotes";
        }
        boolean numeric = types.contains("integer") || types.contains("number");
        return numeric && text.matches("[-+]?[0-9]+(\\.[0-9]+)?") && ((Node.Scalar) node).value() instanceof String
                ? "; leave the quotes out: " + text
                : "";
    }

    private static String named(String type) {
        return switch (type) {
            case "string" -> "text";
            case "integer" -> "a whole number";
            case "number" -> "a number";
            case "boolean" -> "true or false";
            case "array" -> "a list";
            case "object" -> "a mapping (key: value)";
            default -> type;
        };
    }

    private static String shown(Node node) {
        return switch (node) {
            case Node.Sequence _ -> "a list";
            case Node.Mapping _ -> "a mapping";
            case Node.Scalar scalar when scalar.value() instanceof String text -> "\"" + shortened(text) + "\"";
            case Node.Scalar scalar -> shortened(scalar.text());
        };
    }

    private static String shortened(String text) {
        String line = text.codePoints()
                .limit(SHOWN)
                .mapToObj(Character::toString)
                .map(each -> each.equals("\n") ? "\\n" : each)
                .collect(Collectors.joining());
        return text.codePointCount(0, text.length()) > SHOWN ? line + "…" : line;
    }
}
