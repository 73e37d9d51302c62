// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.model;

import java.util.Locale;

/** Who is to blame for a failed task instance: the task itself, or what it ran on (R4, R41). */
public enum FailureKind {
    /** The task, or a user's verdict: spends the task's own retries. */
    APP,
    /** A reaper's mark or a start failure: spends the infra budget, never the task's retries. */
    INFRA;

    /** The name in the database. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The kind that bears this wire name; {@link IllegalArgumentException} for any other word. */
    public static FailureKind ofWire(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }
}
