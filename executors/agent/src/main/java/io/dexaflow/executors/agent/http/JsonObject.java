// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A JSON object that is read by name and type; a field of another type than asked for is an error that names it.
 *
 * @param fields the fields in their order
 */
public record JsonObject(Map<String, Object> fields) {

    /** Whether the field is there and not null. */
    public boolean has(String name) {
        return fields.get(name) != null;
    }

    /** A text that must be there. */
    public String text(String name) {
        return required(name, String.class, "a text");
    }

    /** A text, null if it is not there. */
    public String textOrNull(String name) {
        return has(name) ? text(name) : null;
    }

    /** A number that must be there and fit an int. */
    public int integer(String name) {
        double number = number(name);
        if (number != Math.rint(number) || Math.abs(number) > Integer.MAX_VALUE) {
            throw wrong(name, "a whole number");
        }
        return (int) number;
    }

    /** A number that must be there. */
    public double number(String name) {
        return required(name, Number.class, "a number").doubleValue();
    }

    /** Whether the field is there and true. */
    public boolean flag(String name) {
        return has(name) && required(name, Boolean.class, "true or false");
    }

    /** An object; empty if it is not there. */
    public JsonObject object(String name) {
        return has(name) ? of(required(name, Map.class, "an object")) : new JsonObject(Map.of());
    }

    /** Objects of a list; empty if it is not there. */
    public List<JsonObject> objects(String name) {
        List<JsonObject> objects = new ArrayList<>();
        for (Object element : list(name)) {
            if (!(element instanceof Map<?, ?> map)) {
                throw wrong(name, "a list of objects");
            }
            objects.add(of(map));
        }
        return objects;
    }

    /** Texts of a list; empty if it is not there. */
    public List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        for (Object element : list(name)) {
            if (!(element instanceof String text)) {
                throw wrong(name, "a list of texts");
            }
            texts.add(text);
        }
        return texts;
    }

    private List<?> list(String name) {
        return has(name) ? required(name, List.class, "a list") : List.of();
    }

    private <T> T required(String name, Class<T> type, String words) {
        Object value = fields.get(name);
        if (!type.isInstance(value)) {
            throw wrong(name, words);
        }
        return type.cast(value);
    }

    private static IllegalArgumentException wrong(String name, String words) {
        return new IllegalArgumentException("'" + name + "' is not " + words);
    }

    @SuppressWarnings("unchecked")
    private static JsonObject of(Map<?, ?> map) {
        return new JsonObject((Map<String, Object>) map);
    }
}
