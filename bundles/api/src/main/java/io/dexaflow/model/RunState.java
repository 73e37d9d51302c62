// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.model;

import java.util.Locale;

/** The state of a DAG run (R8). The wire and database name is the lower-case name. */
public enum RunState {
    QUEUED, RUNNING, SUCCESS, FAILED;

    /** The name in the database, in the API and on the wire. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The state that bears this wire name; {@link IllegalArgumentException} for any other word. */
    public static RunState ofWire(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** True once the run has its verdict. */
    public boolean isFinished() {
        return this == SUCCESS || this == FAILED;
    }
}
