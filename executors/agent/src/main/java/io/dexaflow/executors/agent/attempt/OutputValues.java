// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.attempt;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import io.dexaflow.executors.agent.http.Json;
import io.dexaflow.executors.agent.http.JsonObject;
import io.dexaflow.executors.agent.http.RawJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Makes values of what a task wrote, or finds words for what it should have written. */
final class OutputValues {

    private static final int LARGEST_VALUE = 256 << 10;
    private static final JsonFactory STRICT = new JsonFactory();
    private static final JsonFactory WITH_NAN = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    private OutputValues() {}

    /** A value that must be JSON. */
    static RawJson json(String text, String what) throws OutputRefused {
        String error = error(STRICT, text, what);
        if (error != null) {
            refuseNan(text, what);
            throw new OutputRefused(what + " is not JSON (" + error + "); a text needs quotes: \"text\"");
        }
        return sized(text.strip(), what);
    }

    /** JSON if it is, else the text itself without the line feed that {@code echo} puts at its end. */
    static RawJson jsonOrText(String text, String what) throws OutputRefused {
        if (error(STRICT, text, what) == null) {
            return sized(text.strip(), what);
        }
        refuseNan(text, what);
        String bare = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        return sized(new String(Json.bytes(bare), StandardCharsets.UTF_8), what);
    }

    /** An object of names and addresses; which of them are web addresses, the host decides. */
    static Map<String, Object> links(String text, String what) throws OutputRefused {
        json(text, what);
        JsonObject object;
        try {
            object = Json.object(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException notAnObject) {
            throw new OutputRefused(what + " is not a JSON object of names and addresses");
        }
        Map<String, Object> links = new LinkedHashMap<>();
        for (Map.Entry<String, Object> link : object.fields().entrySet()) {
            if (!(link.getValue() instanceof String address)) {
                throw new OutputRefused(what + ": the address of '" + link.getKey() + "' is not a text");
            }
            links.put(link.getKey(), address);
        }
        return links;
    }

    private static RawJson sized(String json, String what) throws OutputRefused {
        int bytes = json.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > LARGEST_VALUE) {
            throw new OutputRefused("payload_too_large: " + what + " has " + bytes + " bytes, at most " + LARGEST_VALUE
                    + " go; store it elsewhere and hand over where");
        }
        return new RawJson(json);
    }

    private static void refuseNan(String text, String what) throws OutputRefused {
        if (error(WITH_NAN, text, what) == null) {
            throw new OutputRefused(what + " holds NaN or Infinity, which JSON does not know; write null or a text");
        }
    }

    /** Why the text is not exactly one JSON value; null if it is. */
    private static String error(JsonFactory factory, String text, String what) throws OutputRefused {
        try (JsonParser parser = factory.createParser(text)) {
            JsonToken token = parser.nextToken();
            if (token == null) {
                return "it is empty";
            }
            if (token.isStructStart()) {
                parser.skipChildren();
            }
            parser.finishToken();
            return parser.nextToken() == null ? null : "something follows the first value";
        } catch (StreamConstraintsException tooMuch) {
            throw new OutputRefused(what + " is JSON that nests too deep or holds too long a number: "
                    + tooMuch.getOriginalMessage());
        } catch (JsonProcessingException wrong) {
            JsonLocation at = wrong.getLocation();
            return (at == null ? "" : "line " + at.getLineNr() + ", column " + at.getColumnNr() + ": ")
                    + wrong.getOriginalMessage();
        } catch (IOException impossible) {
            return impossible.getMessage();
        }
    }
}
