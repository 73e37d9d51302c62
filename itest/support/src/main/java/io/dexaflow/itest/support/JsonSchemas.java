// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.support;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/**
 * Airflow's document calls itself OpenAPI 3.1, whose schemas are JSON Schema, but writes {@code nullable} as 3.0 did, which
 * JSON Schema ignores. This writes the same in JSON Schema's words.
 */
final class JsonSchemas {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private JsonSchemas() {}

    /** The same with {@code nullable} in JSON Schema's words and with references into {@code $defs}. */
    static JsonNode convert(JsonNode schema) {
        if (schema instanceof ArrayNode all) {
            ArrayNode converted = NODES.arrayNode();
            all.forEach(one -> converted.add(convert(one)));
            return converted;
        }
        if (!(schema instanceof ObjectNode object)) {
            return schema;
        }
        ObjectNode converted = NODES.objectNode();
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            converted.set(field.getKey(), convert(field.getValue()));
        }
        if (converted.path("$ref").isTextual()) {
            converted.put("$ref", converted.path("$ref").textValue().replace("#/components/schemas/", "#/$defs/"));
        }
        return converted.path("nullable").isBoolean() ? nullable(converted) : converted;
    }

    private static JsonNode nullable(ObjectNode schema) {
        boolean nullable = schema.remove("nullable").booleanValue();
        if (!nullable) {
            return schema;
        }
        ObjectNode either = NODES.objectNode();
        either.putArray("anyOf").add(schema).addObject().put("type", "null");
        return either;
    }
}
