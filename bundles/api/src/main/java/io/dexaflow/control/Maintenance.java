// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.control;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The maintenance cycle as people see it, and one cycle on demand. Published by the scheduler. */
public interface Maintenance {

    /** The reapers that are here, in the order of a cycle. */
    List<ReaperStatus> reapers();

    /**
     * Runs one cycle now, beside none: every gate applies.
     *
     * @return words for each phase, in order
     * @throws RequestException UNAVAILABLE when this host does not lead
     */
    List<String> cycle();

    /**
     * A reaper's last pass.
     *
     * @param name its name
     * @param bundle the symbolic name and version of the bundle that offers it
     * @param lastPass database time of its last pass; null when it has made none since it came
     * @param took how long that pass took; null for none
     * @param candidates how many it looked at
     * @param marked how many it marked
     * @param decisions how many of each label
     */
    record ReaperStatus(String name, String bundle, Instant lastPass, Duration took, int candidates, int marked,
            Map<String, Integer> decisions) {}
}
