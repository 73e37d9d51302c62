// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.rest.internal.http.Json;
import java.util.Map;

/** Parameters with their defaults, in the form that Airflow gives them. */
final class Params {

    private Params() {}

    static JsonNode of(Map<String, Object> params) {
        if (params == null) {
            return NullNode.getInstance();
        }
        ObjectNode json = Json.object();
        for (Map.Entry<String, JsonNode> param : Json.of(params).properties()) {
            ObjectNode one = json.putObject(param.getKey());
            one.set("value", param.getValue());
            one.putObject("schema");
            one.putNull("description");
        }
        return json;
    }
}
