// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.model;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where a task runs and what it occupies there.
 *
 * @param pool the pool whose slots it takes (R61)
 * @param poolSlots slots it takes while queued or running, from 1
 * @param executor the executor's name; null for the host's default
 * @param startTimeout how long an attempt may wait for its start; null for no limit (design 6.11)
 * @param kubernetes settings that only the Kubernetes executor reads, as in the DAG file
 */
public record Placement(String pool, int poolSlots, String executor, Duration startTimeout,
        Map<String, Object> kubernetes) {

    /** The pool of a task that declares none (R61). */
    public static final String DEFAULT_POOL = "default_pool";

    /** One slot of the default pool on the default executor. */
    public static final Placement DEFAULT = new Placement(DEFAULT_POOL, 1, null, null, Map.of());

    public Placement {
        pool = pool == null ? DEFAULT_POOL : pool;
        poolSlots = Math.max(1, poolSlots);
        kubernetes = kubernetes == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(kubernetes));
    }
}
