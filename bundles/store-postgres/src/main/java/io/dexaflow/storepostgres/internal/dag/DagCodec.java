// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.dag;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.model.Dag;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * A DAG as JSON and back: snake_case, durations in seconds, instants and zones as text. What is absent is null, and what
 * is null is not written, so that a component that a later version adds changes no hash of what does not use it.
 * What a later version wrote besides is passed over on reading.
 */
final class DagCodec {

    private final JsonMapper json = JsonMapper.builder()
            .addModule(new TimeModule())
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
            .enable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .build();

    /** The DAG's content and the hash of its canonical form, in which keys are sorted at every depth. */
    Encoded encode(Dag dag) {
        try {
            JsonNode tree = json.valueToTree(dag);
            return new Encoded(json.writeValueAsString(tree), sha256(json.writeValueAsBytes(sorted(tree))));
        } catch (JsonProcessingException broken) {
            throw new IllegalArgumentException("cannot write dag=" + dag.dagId() + " as JSON: its params or its "
                    + "kubernetes settings hold what JSON has no form for", broken);
        }
    }

    /** The DAG of a stored content. */
    Dag decode(UUID version, String content) {
        try {
            return json.readValue(content, Dag.class);
        } catch (JsonProcessingException broken) {
            throw new IllegalStateException("the content of version=" + version
                    + " cannot be read; was it written by a much newer program?", broken);
        }
    }

    private static JsonNode sorted(JsonNode node) {
        return switch (node) {
            case ObjectNode object -> {
                Map<String, JsonNode> fields = new TreeMap<>();
                object.properties().forEach(field -> fields.put(field.getKey(), sorted(field.getValue())));
                yield new ObjectNode(JsonNodeFactory.instance, fields);
            }
            case ArrayNode array -> {
                ArrayNode copy = JsonNodeFactory.instance.arrayNode(array.size());
                array.forEach(element -> copy.add(sorted(element)));
                yield copy;
            }
            default -> node;
        };
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256, this one says not: "
                    + new String(bytes, 0, 0, StandardCharsets.US_ASCII), impossible);
        }
    }

    /**
     * A DAG, encoded.
     *
     * @param content JSON
     * @param hash lower-case hex of SHA-256
     */
    record Encoded(String content, String hash) {}
}
