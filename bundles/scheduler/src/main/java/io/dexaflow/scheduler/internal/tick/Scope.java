// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.tick;

import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which runs this host moves: all of them, or, in a host that was started for one run, just the admitted ones
 * (contract 1, {@code run}).
 */
public final class Scope {

    private final boolean admittedOnly;
    private final Set<UUID> admitted = ConcurrentHashMap.newKeySet();

    Scope(boolean admittedOnly) {
        this.admittedOnly = admittedOnly;
    }

    /** Takes a run in. */
    public void admit(UUID run) {
        admitted.add(run);
    }

    /** The runs of a full tick; null for all of them. */
    public Set<UUID> all() {
        return admittedOnly ? Set.copyOf(admitted) : null;
    }

    /** Those of the woken runs that are this host's. */
    Set<UUID> of(Set<UUID> woken) {
        Set<UUID> own = new HashSet<>(woken);
        if (admittedOnly) {
            own.retainAll(admitted);
        }
        return own;
    }
}
