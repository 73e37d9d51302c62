// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

/** What a request is answered with. */
public sealed interface Reply {

    /** A JSON value. */
    record Json(int status, JsonNode body) implements Reply {}

    /**
     * Bytes, written as they are read.
     *
     * @param type the content type
     * @param headers further headers
     */
    record Stream(String type, Map<String, String> headers, Writer writer) implements Reply {}

    /** No body. */
    record NoContent() implements Reply {}

    /** Status 204. */
    static Reply noContent() {
        return new NoContent();
    }

    /** Writes a body. */
    interface Writer {
        void writeTo(OutputStream out) throws IOException;
    }

    /** A JSON value with status 200. */
    static Reply ok(JsonNode body) {
        return new Json(200, body);
    }
}
