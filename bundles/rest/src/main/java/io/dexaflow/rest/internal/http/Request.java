// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/**
 * A request that was let in.
 *
 * @param values what the path says, by the names of the route's template, decoded
 * @param query what the query says
 * @param accept the content types that are wanted; empty for any
 * @param content what it carries
 * @param caller who asks
 */
public record Request(Map<String, String> values, Query query, String accept, byte[] content, Caller caller) {

    /** The name of who asks, for the audit; null on a route that is open. */
    public String by() {
        return caller.name();
    }

    /** What the path says for a name. */
    public String value(String name) {
        return values.get(name);
    }

    /** A whole number of the path; 422 when it is none. */
    public int number(String name) {
        try {
            return Integer.parseInt(value(name));
        } catch (NumberFormatException e) {
            throw Problem.invalid("int_parsing", List.of("path", name), name + " must be a whole number");
        }
    }

    /** The body, an object; 422 when it is none. */
    public Body body() {
        JsonNode body = Json.parse(content);
        if (!body.isObject()) {
            throw Problem.invalid("model_attributes_type", List.of("body"), "the body must be a JSON object");
        }
        return new Body(body);
    }
}
