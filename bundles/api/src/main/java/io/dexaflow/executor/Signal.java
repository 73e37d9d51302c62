// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executor;

/**
 * What made a reaper ask (design, Seams). What it means for an attempt only its executor can say; one that does not know a
 * signal defers.
 */
public enum Signal {

    /** Running, has beaten in this attempt, and has been silent past the threshold (R95). */
    SILENT("agent_lost"),
    /** Running past the threshold and has never beaten in this attempt (R210). */
    NEVER_BEATEN("agent_lost_never_heartbeated"),
    /** Queued past the threshold and has never said that it runs (R98). */
    NOT_STARTED("dispatch_lost"),
    /** Running, and no pod of it is known (R100). */
    NO_POD("pod_lost"),
    /** Bound to a warm worker that is not there (R103). */
    WARM_WORKER_GONE("warm_worker_lost");

    private final String label;

    Signal(String label) {
        this.label = label;
    }

    /** The decision label of a mark that follows it (spec 3.11). */
    public String label() {
        return label;
    }

    /** The decision label of what else came of it, such as {@code agent_lost_process_alive} for {@code process_alive}. */
    public String label(String outcome) {
        return label + "_" + outcome;
    }
}
