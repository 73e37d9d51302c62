// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.gateway.internal.token.JwtAgentTokens;
import io.dexaflow.gateway.internal.token.TokenClaims;
import io.dexaflow.gateway.internal.token.TokenClaims.ForAttempt;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The items of a request, each of which speaks for an attempt with that attempt's own token. */
final class Batch {

    static final String ERROR = "error";
    static final String UNAVAILABLE = "unavailable";
    static final String INVALID = "invalid";

    private final List<ObjectNode> results = new ArrayList<>();
    private final List<Item> good = new ArrayList<>();

    /**
     * An item whose token is good.
     *
     * @param claims who it speaks for
     * @param body what it says
     * @param result where its answer goes
     */
    record Item(ForAttempt claims, JsonNode body, ObjectNode result) {}

    private Batch() {}

    /** Reads the items; those without a good token are answered at once (R190). */
    static Batch of(List<JsonNode> items, JwtAgentTokens tokens) {
        Batch batch = new Batch();
        for (JsonNode body : items) {
            ObjectNode result = JsonNodeFactory.instance.objectNode();
            batch.results.add(result);
            Optional<TokenClaims> claims = tokens.read(Call.text(body, "token"));
            if (claims.isEmpty()) {
                result.put(ERROR, "unauthenticated");
            } else if (claims.get() instanceof ForAttempt attempt) {
                batch.good.add(new Item(attempt, body, result));
            } else {
                result.put(ERROR, "forbidden");
            }
        }
        return batch;
    }

    /** Those with a good token, in the order they came. */
    List<Item> good() {
        return good;
    }

    /** Tells all of those with a good token to ask again. */
    void unavailable() {
        good.forEach(item -> item.result().removeAll().put(ERROR, UNAVAILABLE));
    }

    /** The answer: a result per item, in the order they came. */
    ObjectNode answer(String field) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.putArray(field).addAll(results);
        return answer;
    }
}
