// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.dexaflow.control.RequestException;
import java.util.List;

/** A request that is answered with an error: a status and, under {@code detail}, words or Airflow's list of errors. */
public final class Problem extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final transient JsonNode detail;
    private final long retrySeconds;

    private Problem(int status, String message, JsonNode detail, long retrySeconds) {
        super(message);
        this.status = status;
        this.detail = detail;
        this.retrySeconds = retrySeconds;
    }

    /** An error in words. */
    public static Problem of(int status, String words) {
        return new Problem(status, words, TextNode.valueOf(words), 0);
    }

    /** Somebody asks too often: 429, with the time to wait. */
    public static Problem tooOften(long retrySeconds, String words) {
        return new Problem(429, words, TextNode.valueOf(words), retrySeconds);
    }

    /** There is no such thing. */
    public static Problem notFound(String words) {
        return of(404, words);
    }

    /**
     * Something in the request is not as it must be: 422, in the form that Airflow's validation has.
     *
     * @param type a short name of the error
     * @param where {@code body} or {@code query} or {@code path}, and the field
     */
    public static Problem invalid(String type, List<String> where, String words) {
        ArrayNode errors = JsonNodeFactory.instance.arrayNode();
        ObjectNode error = errors.addObject().put("type", type);
        ArrayNode loc = error.putArray("loc");
        where.forEach(loc::add);
        error.put("msg", words);
        return new Problem(422, words, errors, 0);
    }

    /** What a refused operator's request is in HTTP. */
    public static Problem of(RequestException refusal) {
        return switch (refusal.kind()) {
            case INVALID -> invalid("value_error", List.of("body"), refusal.getMessage());
            case NOT_FOUND -> notFound(refusal.getMessage());
            case CONFLICT -> of(409, refusal.getMessage());
            case UNAVAILABLE -> of(503, refusal.getMessage());
        };
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /** What goes under {@code detail}. */
    public JsonNode detail() {
        return detail;
    }

    /** When to try again; 0 when there is nothing to say of it. */
    long retrySeconds() {
        return retrySeconds;
    }
}
