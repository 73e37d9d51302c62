// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.model;

/**
 * How much of a DAG may be under way at once (R60).
 *
 * @param maxActiveRuns how many of its runs may be running
 * @param maxActiveTasks how many of its tasks may be queued or running over all its runs; 0 for no limit of its own
 */
public record Limits(int maxActiveRuns, int maxActiveTasks) {

    /** The limits where a DAG declares none (R60). */
    public static final Limits DEFAULT = new Limits(16, 0);
}
