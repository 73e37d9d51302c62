// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.maintenance;

import io.dexaflow.control.Maintenance.ReaperStatus;
import io.dexaflow.trail.Decision;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/** What one pass of a reaper came to. Used by the thread of the pass alone. */
final class PassTally {

    private final Instant at;
    private final long began = System.nanoTime();
    private final Map<String, Integer> decisions = new TreeMap<>();
    private final Set<UUID> touched = new HashSet<>();
    private int candidates;
    private int marked;

    /** @param at database time of the pass */
    PassTally(Instant at) {
        this.at = at;
    }

    void candidates(int count) {
        candidates += count;
    }

    void count(Collection<Decision> told) {
        told.forEach(decision -> decisions.merge(decision.label(), 1, Integer::sum));
    }

    /** A mark was written in that run. */
    void marked(UUID run) {
        marked++;
        touched.add(run);
    }

    /** The runs in which something was marked. */
    Set<UUID> touched() {
        return touched;
    }

    /** In a few words, for whoever asked for a cycle. */
    String words() {
        return "candidates=" + candidates + " marked=" + marked + (decisions.isEmpty() ? "" : " " + decisions);
    }

    ReaperStatus status(String name, String bundle) {
        return new ReaperStatus(name, bundle, at, Duration.ofNanos(System.nanoTime() - began), candidates, marked,
                Map.copyOf(decisions));
    }
}
