// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.dexaflow.gateway.internal.token.TokenClaims.ForWorker;
import io.dexaflow.model.AttemptId;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A request of a worker whose token is good. What is missing or of another type than the protocol has it is a
 * {@link BadRequestException} that names the field.
 *
 * @param worker who speaks
 * @param body what it says, an object
 * @param size the body's bytes
 */
record Call(ForWorker worker, JsonNode body, int size) {

    /** More than any worker can hold at once. */
    private static final int MOST_ITEMS = 10_000;

    /** The objects in a list; an absent list is empty. */
    List<JsonNode> items(String field) {
        JsonNode list = body.path(field);
        if (list.isMissingNode() || list.isNull()) {
            return List.of();
        }
        if (!list.isArray() || list.size() > MOST_ITEMS) {
            throw new BadRequestException(field + ": a list of at most " + MOST_ITEMS + " objects is expected");
        }
        List<JsonNode> items = new ArrayList<>(list.size());
        for (JsonNode item : list) {
            if (!item.isObject()) {
                throw new BadRequestException(field + ": each item must be an object");
            }
            items.add(item);
        }
        return items;
    }

    /** A text; empty when it is absent. */
    static String text(JsonNode object, String field) {
        JsonNode value = object.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return "";
        }
        if (!value.isTextual()) {
            throw new BadRequestException(field + ": a text is expected");
        }
        return Words.storable(value.textValue());
    }

    /** A whole number; 0 when it is absent. */
    static long number(JsonNode object, String field) {
        JsonNode value = object.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return 0;
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw new BadRequestException(field + ": a whole number is expected");
        }
        return value.longValue();
    }

    /** An attempt by its four parts. */
    static AttemptId attempt(JsonNode object) {
        try {
            return new AttemptId(UUID.fromString(text(object, "run")), text(object, "task"),
                    Math.toIntExact(number(object, "try")), Math.toIntExact(number(object, "epoch")));
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new BadRequestException("an attempt is {run: uuid, task, try, epoch}; got " + object);
        }
    }
}
