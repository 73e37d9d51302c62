// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.trail;

import io.dexaflow.model.RunState;
import java.time.Duration;
import java.util.List;

/**
 * Hears what the host does, as it happens: for metrics and event streams. Register it as a service. Calls come from many
 * threads, must not block, and an exception out of them is logged and changes nothing.
 */
public interface Observer {

    /** Decisions, after they were written. */
    default void decided(List<Decision> decisions) {}

    /** Runs have moved to other states, after it was written. */
    default void moved(List<RunMove> moves) {}

    /** Something took its time. */
    default void took(Stage stage, String detail, Duration time) {}

    /** This host has stopped leading. */
    default void steppedDown(String reason) {}

    /** A run that moved to another state. */
    record RunMove(Subject run, RunState from, RunState to) {}

    /** What takes time. */
    enum Stage {
        /** A tick, its loads and writes; no detail. */
        TICK,
        /** A phase of the maintenance cycle; the detail is its name. */
        MAINTENANCE_PHASE,
        /** A hand-over to an executor; the detail is the executor's name. */
        DISPATCH,
        /**
         * From the end of a task instance's last upstream to its first {@code queued}, in database time; no detail. Nothing
         * that is placed again is told of, and nothing that has no upstreams.
         */
        SCHEDULE_DELAY
    }
}
