// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.dag;

import io.dexaflow.model.Dag;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/** The versions used last; they never change, so nothing is ever stale in here. */
final class VersionCache {

    private final Map<UUID, Dag> dags;

    /** @param capacity how many it keeps */
    VersionCache(int capacity) {
        this.dags = new LinkedHashMap<>(16, 0.75f, true) {

            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<UUID, Dag> eldest) {
                return size() > capacity;
            }
        };
    }

    synchronized Dag get(UUID version) {
        return dags.get(version);
    }

    synchronized void put(UUID version, Dag dag) {
        dags.put(version, dag);
    }
}
