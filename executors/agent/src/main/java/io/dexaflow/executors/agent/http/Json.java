// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON as maps, lists, strings, numbers, booleans and null, on Jackson's streaming core: data binding would triple what
 * the agent costs at its start.
 */
public final class Json {

    private static final JsonFactory FACTORY = new JsonFactory();

    private Json() {}

    /**
     * Reads one object; what follows it is an error.
     *
     * @throws IOException if it is not one JSON object
     */
    public static JsonObject object(byte[] content) throws IOException {
        try (JsonParser parser = FACTORY.createParser(content)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("not a JSON object");
            }
            Map<String, Object> fields = map(parser);
            if (parser.nextToken() != null) {
                throw new IOException("something follows the JSON object");
            }
            return new JsonObject(fields);
        }
    }

    /** Writes a value made of maps, lists, strings, numbers, booleans, null and {@link RawJson}. */
    public static byte[] bytes(Object value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(512);
        try (JsonGenerator generator = FACTORY.createGenerator(out)) {
            write(generator, value);
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
        return out.toByteArray();
    }

    private static Map<String, Object> map(JsonParser parser) throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            fields.put(name, value(parser));
        }
        return fields;
    }

    private static Object value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> map(parser);
            case START_ARRAY -> list(parser);
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getNumberValue();
            case VALUE_TRUE -> Boolean.TRUE;
            case VALUE_FALSE -> Boolean.FALSE;
            default -> null;
        };
    }

    private static List<Object> list(JsonParser parser) throws IOException {
        List<Object> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            elements.add(value(parser));
        }
        return elements;
    }

    private static void write(JsonGenerator generator, Object value) throws IOException {
        switch (value) {
            case null -> generator.writeNull();
            case String text -> generator.writeString(text);
            case Boolean flag -> generator.writeBoolean(flag);
            case Integer number -> generator.writeNumber(number);
            case Long number -> generator.writeNumber(number);
            case RawJson raw -> generator.writeRawValue(raw.text());
            case Map<?, ?> fields -> {
                generator.writeStartObject();
                for (Map.Entry<?, ?> field : fields.entrySet()) {
                    generator.writeFieldName((String) field.getKey());
                    write(generator, field.getValue());
                }
                generator.writeEndObject();
            }
            case List<?> elements -> {
                generator.writeStartArray();
                for (Object element : elements) {
                    write(generator, element);
                }
                generator.writeEndArray();
            }
            default -> throw new IllegalArgumentException("no JSON for " + value.getClass());
        }
    }
}
