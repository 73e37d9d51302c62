// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.support;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialects;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The OpenAPI document of Airflow's own clients. It says whether an answer is such as the document allows for a method, a
 * path and a status: an operation or a success that it does not know is a fault, and so is a field that is missing or of
 * another type. An error that it does not list for an operation must still have Airflow's form.
 */
public final class AirflowApi {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();
    private static final JsonNode DOCUMENT = load();
    private static final JsonNode DEFINITIONS = JsonSchemas.convert(DOCUMENT.at("/components/schemas"));
    private static final SchemaRegistry REGISTRY = SchemaRegistry.withDialect(Dialects.getDraft202012(),
            registry -> registry
                    .schemaRegistryConfig(SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()));
    private static final Map<JsonNode, Schema> SCHEMAS = new ConcurrentHashMap<>();

    private AirflowApi() {}

    /**
     * Fails unless an answer is as Airflow's document has it.
     *
     * @param path as it was asked for, with or without a query
     * @param contentType of the answer; null for none
     * @param body of the answer; empty for none
     */
    public static void check(String method, String path, int status, String contentType, String body) {
        List<String> faults = faults(method, path, status, contentType, body);
        if (!faults.isEmpty()) {
            throw new AssertionError(
                    method + " " + path + " -> " + status + " is not as Airflow has it: " + faults + " in " + body);
        }
    }

    /** What in an answer is not as Airflow's document has it; empty when all is well. */
    public static List<String> faults(String method, String path, int status, String contentType, String body) {
        JsonNode operation = operation(method, path);
        if (operation.isMissingNode() && status < 400) {
            return List.of("Airflow knows no such operation");
        }
        JsonNode response = operation.path("responses").path(String.valueOf(status));
        if (response.isMissingNode()) {
            return status < 400 ? List.of("Airflow does not answer it with " + status) : error(status, body);
        }
        if (!response.has("content")) {
            return body == null || body.isEmpty() ? List.of() : List.of("Airflow's answer has no body");
        }
        String type = contentType == null ? "" : contentType.replaceAll(";.*", "").strip();
        JsonNode content = response.path("content").path(type);
        if (content.isMissingNode()) {
            return List.of("Airflow does not answer with " + contentType);
        }
        return type.equals("application/json") ? faults(content.path("schema"), body) : List.of();
    }

    /** What in a value is not as one of the document's schemas has it. */
    public static List<String> faultsOf(String schema, String body) {
        if (!DEFINITIONS.has(schema)) {
            throw new IllegalArgumentException("Airflow has no schema " + schema);
        }
        return faults(reference(schema), body);
    }

    private static List<String> error(int status, String body) {
        return faults(reference(status == 422 ? "HTTPValidationError" : "HTTPExceptionResponse"), body);
    }

    private static JsonNode reference(String schema) {
        return JSON.createObjectNode().put("$ref", "#/components/schemas/" + schema);
    }

    private static List<String> faults(JsonNode schema, String body) {
        try {
            JsonNode value = JSON.readTree(body);
            return SCHEMAS.computeIfAbsent(schema, AirflowApi::compile)
                    .validate(value)
                    .stream()
                    .map(Error::toString)
                    .toList();
        } catch (JsonProcessingException e) {
            return List.of("the body is not JSON: " + e.getOriginalMessage());
        }
    }

    private static Schema compile(JsonNode schema) {
        ObjectNode whole = JSON.createObjectNode();
        whole.set("$defs", DEFINITIONS);
        whole.putArray("allOf").add(JsonSchemas.convert(schema));
        return REGISTRY.getSchema(whole);
    }

    /** Of the paths that match, the one with the fewest names in braces. */
    private static JsonNode operation(String method, String path) {
        List<String> given = segments(path.replaceAll("\\?.*", ""));
        JsonNode best = DOCUMENT.path("nothing");
        int fewest = Integer.MAX_VALUE;
        for (Map.Entry<String, JsonNode> entry : DOCUMENT.path("paths").properties()) {
            List<String> template = segments(entry.getKey());
            int names = (int) template.stream().filter(segment -> segment.startsWith("{")).count();
            if (names < fewest && matches(template, given) && entry.getValue().has(method.toLowerCase())) {
                best = entry.getValue().path(method.toLowerCase());
                fewest = names;
            }
        }
        return best;
    }

    private static List<String> segments(String path) {
        return new ArrayList<>(List.of(path.substring(1).split("/")));
    }

    private static boolean matches(List<String> template, List<String> given) {
        boolean same = template.size() == given.size();
        for (int i = 0; same && i < given.size(); i++) {
            same = template.get(i).startsWith("{") || template.get(i).equals(given.get(i));
        }
        return same;
    }

    private static JsonNode load() {
        try (InputStream in = AirflowApi.class.getResourceAsStream("airflow-v2.yaml")) {
            return new ObjectMapper(new YAMLFactory()).readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
