// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.trail;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.dexaflow.storepostgres.internal.sql.Words;
import java.util.Map;
import java.util.TreeMap;

/** Evidence as JSON, its names in order. */
final class EvidenceCodec {

    private static final JsonMapper JSON = new JsonMapper();
    private static final TypeReference<TreeMap<String, String>> TEXTS = new TypeReference<>() {};

    private EvidenceCodec() {}

    static String json(Map<String, String> evidence) {
        Map<String, String> storable = new TreeMap<>();
        evidence.forEach((name, value) -> storable.put(Words.storable(name), Words.storable(value)));
        try {
            return JSON.writeValueAsString(storable);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    static Map<String, String> map(String json) {
        try {
            return JSON.readValue(json, TEXTS);
        } catch (JsonProcessingException notOurs) {
            return Map.of("unreadable", json);
        }
    }
}
