// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.store;

import io.dexaflow.store.Readings.Page;
import io.dexaflow.store.Readings.Paging;
import java.util.List;
import java.util.Optional;

/** Pools and what of them is taken (R61). */
public interface PoolLedger {

    /**
     * Pools by name.
     *
     * @param patterns of names, as SQL's {@code ilike} has them, of which any is enough; empty for all
     * @throws IllegalArgumentException when the order is not known
     */
    Page<PoolUse> list(List<String> patterns, Paging paging);

    /** One pool. */
    Optional<PoolUse> find(String name);

    /** Makes a pool; false when there is one of that name. */
    boolean create(Pool pool);

    /**
     * Gives a pool these values, its name among them. Task instances keep the name of the pool that they were made with.
     *
     * @return whether there was such a pool, and whether its new name was free
     */
    Update update(String name, Pool pool);

    /** Takes a pool away; false when there is none. Task instances that name it have no limit from then on (R61). */
    boolean delete(String name);

    /** What became of an update. */
    enum Update {
        DONE, UNKNOWN, NAME_TAKEN
    }

    /**
     * A pool.
     *
     * @param slots how many slots may be taken at once; no limit at 0 and below
     * @param description for people; null for none
     * @param includeDeferred whether deferred task instances occupy slots
     */
    record Pool(String name, int slots, String description, boolean includeDeferred) {}

    /**
     * A pool and the sums of its task instances' slots by their state.
     */
    record PoolUse(String name, int slots, String description, boolean includeDeferred, long running, long queued,
            long scheduled) {}
}
