// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.gateway.internal.http.Batch.Item;
import io.dexaflow.gateway.internal.token.JwtAgentTokens;
import io.dexaflow.store.AttemptLedger;
import io.dexaflow.store.StoreException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes what a task left behind: XCom values and links (R175 to R177). */
final class OutputEndpoint implements Endpoint {

    private static final Logger LOG = LoggerFactory.getLogger(OutputEndpoint.class);

    private static final int LARGEST_REQUEST = 1024 * 1024;
    private static final int LARGEST_VALUE = 256 * 1024;
    private static final int LONGEST_KEY = 512;
    private static final int LONGEST_URL = 4096;

    private final JwtAgentTokens tokens;
    private final AttemptLedger ledger;

    OutputEndpoint(JwtAgentTokens tokens, AttemptLedger ledger) {
        this.tokens = tokens;
        this.ledger = ledger;
    }

    @Override
    public ObjectNode answer(Call call) {
        Batch batch = Batch.of(List.of(call.body()), tokens);
        ObjectNode answer = (ObjectNode) batch.answer("results").path("results").path(0);
        if (batch.good().isEmpty()) {
            return answer;
        }
        if (call.size() > LARGEST_REQUEST) {
            return reject(answer,
                    "payload_too_large: " + call.size() + " bytes of outputs, at most " + LARGEST_REQUEST);
        }
        return store(batch.good().getFirst(), answer);
    }

    private ObjectNode store(Item item, ObjectNode answer) {
        Map<String, String> values = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : fields(item.body(), "xcom").properties()) {
            String json = entry.getValue().toString();
            String objection = objection(entry.getKey(), entry.getValue(), json);
            if (objection != null) {
                return reject(answer, objection);
            }
            values.put(entry.getKey(), json);
        }
        Map<String, String> links = links(fields(item.body(), "links"), answer);
        try {
            boolean live = ledger.outputs(item.claims().attempt(), values, links);
            return live ? answer.put("accepted", true)
                    : reject(answer, "superseded: this is not the live attempt").put("should_terminate", true);
        } catch (StoreException e) {
            LOG.debug("outputs wait for the database {} cause={}", item.claims().attempt(), e.getMessage());
            answer.removeAll();
            return answer.put(Batch.ERROR, Batch.UNAVAILABLE);
        }
    }

    /** Why a value cannot be kept; null when it can. */
    private static String objection(String key, JsonNode value, String json) {
        if (key.isEmpty() || key.length() > LONGEST_KEY || !Words.isStorable(key)) {
            return "bad_key: an XCom key has 1 to " + LONGEST_KEY + " characters and no NUL";
        }
        int size = json.getBytes(StandardCharsets.UTF_8).length;
        if (size > LARGEST_VALUE) {
            return "payload_too_large: XCom " + key + " has " + size + " bytes, at most " + LARGEST_VALUE
                    + "; keep the data elsewhere and pass where it is";
        }
        if (!StorableJson.check(value)) {
            return "bad_value: XCom " + key + " holds a NUL character, half a character or a number that is too large";
        }
        return null;
    }

    /** Links that a browser could be tricked with are left out, and said to be; they fail no task (contract 9). */
    private static Map<String, String> links(ObjectNode given, ObjectNode answer) {
        Map<String, String> links = new LinkedHashMap<>();
        ArrayNode dropped = JsonNodeFactory.instance.arrayNode();
        for (Map.Entry<String, JsonNode> entry : given.properties()) {
            String name = entry.getKey();
            if (!name.isEmpty() && name.length() <= LONGEST_KEY && Words.isStorable(name)
                    && isWebUrl(entry.getValue())) {
                links.put(name, entry.getValue().textValue());
            } else {
                dropped.add(Words.cut(Words.storable(name), LONGEST_KEY));
            }
        }
        if (!dropped.isEmpty()) {
            answer.set("dropped_links", dropped);
        }
        return links;
    }

    private static boolean isWebUrl(JsonNode value) {
        if (!value.isTextual() || value.textValue().length() > LONGEST_URL || !Words.isStorable(value.textValue())) {
            return false;
        }
        try {
            URI uri = new URI(value.textValue());
            return ("http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme()))
                    && uri.getHost() != null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static ObjectNode fields(JsonNode body, String field) {
        JsonNode value = body.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return JsonNodeFactory.instance.objectNode();
        }
        if (value instanceof ObjectNode object) {
            return object;
        }
        throw new BadRequestException(field + ": an object is expected");
    }

    private static ObjectNode reject(ObjectNode answer, String why) {
        return answer.put("accepted", false).put("rejection", why);
    }
}
