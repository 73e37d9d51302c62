// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.host;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.rest.internal.http.Json;

/** {@code HealthInfoResponse}; what we have not got mirrors the scheduler, which does its work (R234). */
final class HealthForm {

    private HealthForm() {}

    static ObjectNode of(boolean database, boolean scheduler, String latestTick) {
        ObjectNode json = Json.object();
        json.putObject("metadatabase").put("status", status(database));
        part(json, "scheduler", scheduler, latestTick);
        part(json, "triggerer", scheduler, latestTick);
        part(json, "dag_processor", scheduler, latestTick);
        return json;
    }

    static String status(boolean healthy) {
        return healthy ? "healthy" : "unhealthy";
    }

    private static void part(ObjectNode json, String name, boolean healthy, String latest) {
        json.putObject(name).put("status", status(healthy)).put("latest_" + name + "_heartbeat", latest);
    }
}
