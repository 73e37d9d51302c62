// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** JSON without loss, and only such as the database can hold. */
public final class Json {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    /** PostgreSQL texts hold neither NUL nor half a character. */
    private static final Pattern UNSTORABLE =
            Pattern.compile("\\x00|[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]");

    /** Far beyond what a double can hold, far within what PostgreSQL's numeric can. */
    private static final int MOST_DIGITS = 1000;

    private Json() {}

    /** An empty object. */
    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /** A value that was stored as JSON. */
    public static JsonNode stored(String json) {
        try {
            return MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("what was stored is not JSON", e);
        }
    }

    /** A text that may be JSON. */
    static JsonNode read(String text) throws JsonProcessingException {
        return MAPPER.readTree(text);
    }

    /** The JSON of plain Java values. */
    public static JsonNode of(Map<String, Object> map) {
        return MAPPER.valueToTree(map);
    }

    /** The text of a value. */
    public static String write(JsonNode value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON tree cannot be written", e);
        }
    }

    /** The bytes of a value. */
    static byte[] bytes(JsonNode value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON tree cannot be written", e);
        }
    }

    /** A body that somebody sent; 422 when it is not JSON, or not such as can be kept (D20). */
    static JsonNode parse(byte[] body) {
        JsonNode value;
        try {
            value = MAPPER.readTree(body);
        } catch (JsonProcessingException e) {
            throw Problem.invalid("json_invalid", List.of("body"), "the body is not JSON: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new IllegalStateException("an array of bytes cannot be read", e);
        }
        if (value == null || value instanceof MissingNode) {
            throw Problem.invalid("missing", List.of("body"), "a JSON body is expected");
        }
        check(value);
        return value;
    }

    /** Whether the database can hold a text as it is. */
    public static boolean isStorable(String text) {
        return !UNSTORABLE.matcher(text).find();
    }

    private static void check(JsonNode value) {
        boolean good = switch (value.getNodeType()) {
            case STRING -> isStorable(value.textValue());
            case NUMBER -> isStorable(value);
            default -> true;
        };
        for (Map.Entry<String, JsonNode> field : value.properties()) {
            good &= isStorable(field.getKey());
            check(field.getValue());
        }
        if (value.isArray()) {
            value.forEach(Json::check);
        }
        if (!good) {
            throw Problem.invalid("value_error", List.of("body"),
                    "the body holds a NUL character, half a character or a number that is too large");
        }
    }

    private static boolean isStorable(JsonNode number) {
        if (number.isBigDecimal()) {
            BigDecimal value = number.decimalValue();
            return Math.abs((long) value.scale()) + value.precision() <= MOST_DIGITS;
        }
        return number.isIntegralNumber() || Double.isFinite(number.doubleValue());
    }
}
