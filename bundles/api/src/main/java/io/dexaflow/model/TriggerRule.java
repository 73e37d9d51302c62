// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.model;

import java.util.Locale;

/** When a task runs, given its upstreams; names and meaning are Airflow's, early firing included (design 6.7). */
public enum TriggerRule {
    ALL_SUCCESS, ALL_FAILED, ALL_DONE, ALL_SKIPPED, ONE_SUCCESS, ONE_FAILED, ONE_DONE, NONE_FAILED,
    NONE_FAILED_MIN_ONE_SUCCESS, NONE_SKIPPED, ALWAYS;

    /** The name in a DAG file and in the API. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The rule that bears this wire name; {@link IllegalArgumentException} for any other word. */
    public static TriggerRule ofWire(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }
}
