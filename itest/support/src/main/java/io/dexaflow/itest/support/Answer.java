// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.support;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;

/**
 * What the API answered.
 *
 * @param status the HTTP status
 * @param body the body's bytes
 */
public record Answer(int status, byte[] body) {

    /** The body as text. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** The body as JSON. */
    public JsonNode json() {
        return Json.read(body);
    }

    /** This, unless it says that something went wrong. */
    public Answer ok() {
        if (status / 100 != 2) {
            throw new AssertionError("HTTP " + status + ": " + text());
        }
        return this;
    }

    @Override
    public String toString() {
        return status + " " + text();
    }
}
