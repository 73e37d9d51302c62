// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.tree;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A value of a DAG file that knows where it stands, whether the file is YAML or JSON. */
public sealed interface Node {

    /** Where it begins. */
    Mark mark();

    /** The same value for the schema validator. */
    JsonNode toJson();

    /** The same value in the JDK's types: String, Long, BigInteger, Double, Boolean, null, List, Map. */
    Object toValue();

    /**
     * Text, a number, true, false or nothing.
     *
     * @param value String, Long, BigInteger, Double, Boolean, or null
     * @param text as the author wrote it, so that {@code 1.10} stays {@code 1.10} where text is wanted
     */
    record Scalar(Mark mark, Object value, String text) implements Node {

        @Override
        public JsonNode toJson() {
            JsonNodeFactory json = JsonNodeFactory.instance;
            return switch (value) {
                case null -> json.nullNode();
                case String string -> json.textNode(string);
                case Long whole -> json.numberNode(whole);
                case BigInteger big -> json.numberNode(big);
                case Double number -> json.numberNode(number);
                case Boolean bool -> json.booleanNode(bool);
                default -> throw new IllegalStateException("not a scalar: " + value.getClass());
            };
        }

        @Override
        public Object toValue() {
            return value;
        }
    }

    /** A list. */
    record Sequence(Mark mark, List<Node> items) implements Node {

        public Sequence {
            items = List.copyOf(items);
        }

        @Override
        public JsonNode toJson() {
            ArrayNode array = JsonNodeFactory.instance.arrayNode(items.size());
            items.forEach(item -> array.add(item.toJson()));
            return array;
        }

        @Override
        public Object toValue() {
            List<Object> values = new ArrayList<>(items.size());
            items.forEach(item -> values.add(item.toValue()));
            return Collections.unmodifiableList(values);
        }
    }

    /** Keys and their values, in the author's order. */
    record Mapping(Mark mark, Map<String, Entry> entries) implements Node {

        public Mapping {
            entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        }

        /** The value of a key; null where the key is not there. */
        public Node get(String key) {
            Entry entry = entries.get(key);
            return entry == null ? null : entry.value();
        }

        /** The list of a key; an empty one where there is none. */
        public List<Node> items(String key) {
            return get(key) instanceof Sequence sequence ? sequence.items() : List.of();
        }

        /** The mapping of a key; an empty one where there is none. */
        public Mapping mapping(String key) {
            return get(key) instanceof Mapping mapping ? mapping : new Mapping(mark, Map.of());
        }

        /** The text of a key; null where there is none, or something else. */
        public String string(String key) {
            return get(key) instanceof Scalar scalar && scalar.value() instanceof String text ? text : null;
        }

        @Override
        public JsonNode toJson() {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            entries.forEach((key, entry) -> object.set(key, entry.value().toJson()));
            return object;
        }

        @Override
        public Object toValue() {
            Map<String, Object> values = new LinkedHashMap<>();
            entries.forEach((key, entry) -> values.put(key, entry.value().toValue()));
            return Collections.unmodifiableMap(values);
        }
    }

    /**
     * A key's value.
     *
     * @param keyMark where the key begins
     */
    record Entry(Mark keyMark, Node value) {}
}
