// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.view;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.store.DagCatalog.VersionRow;
import io.dexaflow.store.Readings;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** DAG versions as Airflow's API shows them: {@code DagVersionResponse}. What is known of them never changes. */
public final class Versions {

    private static final int MOST = 10_000;

    private final Readings readings;
    private final Map<UUID, Instant> created = new ConcurrentHashMap<>();

    public Versions(Readings readings) {
        this.readings = readings;
    }

    /** The version; null when it is not known. */
    public ObjectNode of(String dagId, UUID id, int number) {
        Instant time = id == null ? null : created(id);
        if (time == null) {
            return null;
        }
        return view(new VersionRow(id, dagId, number, time));
    }

    /** {@code DagVersionResponse}. */
    public static ObjectNode view(VersionRow row) {
        ObjectNode json = Json.object()
                .put("id", row.id().toString())
                .put("version_number", row.number())
                .put("dag_id", row.dagId())
                .put("dag_display_name", row.dagId());
        Times.put(json, "created_at", row.createdAt());
        return json.putNull("bundle_name").putNull("bundle_version").putNull("bundle_url");
    }

    private Instant created(UUID id) {
        if (created.size() > MOST) {
            created.clear();
        }
        return created.computeIfAbsent(id, key -> readings.versionCreated(key).orElse(null));
    }
}
