// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import java.time.Duration;

/**
 * Decides when the host counts as ready. It becomes so with the first clean look; it stays so over a disturbance that
 * is gone again within a moment, as when a bundle is swapped.
 */
final class Readiness {

    /** The id of the condition that says that the host is ready. */
    static final String CONDITION = "dexaflow.ready";

    /** Selects that condition. */
    static final String FILTER = "(osgi.condition.id=" + CONDITION + ")";

    private static final Duration MOMENT = Duration.ofSeconds(1);

    private boolean ready;
    private Duration disturbedSince;

    /**
     * Takes a look into account.
     *
     * @param clean whether nothing blocking was found
     * @param now a monotonic time
     * @return whether the host counts as ready
     */
    boolean after(boolean clean, Duration now) {
        if (clean) {
            disturbedSince = null;
            ready = true;
        } else {
            disturbedSince = disturbedSince == null ? now : disturbedSince;
            ready = ready && now.minus(disturbedSince).compareTo(MOMENT) < 0;
        }
        return ready;
    }

    /** Whether it is ready and nothing disturbs it, so that the next look can wait. */
    boolean calm() {
        return ready && disturbedSince == null;
    }
}
