// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.model;

import java.util.Locale;

/** The state of a task instance (R7). The wire and database name is the lower-case name. */
public enum TaskState {
    /** Not decided yet; Airflow's API shows it as null. */
    NONE,
    /** Its upstreams let it run; it waits for a slot and a dispatch. */
    SCHEDULED,
    /** Handed to an executor. */
    QUEUED,
    /** Its agent reported that it starts. */
    RUNNING,
    SUCCESS,
    FAILED,
    SKIPPED,
    UPSTREAM_FAILED,
    /** Failed, and waiting for its next try. */
    UP_FOR_RETRY,
    /** Waiting for its next poke. */
    UP_FOR_RESCHEDULE,
    /** Reserved; never entered. */
    DEFERRED;

    /** The name in the database, in the API and on the wire. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The state that bears this wire name; {@link IllegalArgumentException} for any other word. */
    public static TaskState ofWire(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** True for a state that ends the task instance unless a rail reopens it. */
    public boolean isTerminal() {
        return switch (this) {
            case SUCCESS, FAILED, SKIPPED, UPSTREAM_FAILED -> true;
            default -> false;
        };
    }

    /** True while an execution is owed or under way: it occupies or is about to occupy a slot. */
    public boolean isActive() {
        return this == SCHEDULED || this == QUEUED || this == RUNNING;
    }
}
