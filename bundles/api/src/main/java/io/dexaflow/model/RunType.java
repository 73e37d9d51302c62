// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.model;

import java.util.Locale;

/** Why a run exists (R3). The wire and database name is the lower-case name. */
public enum RunType {
    SCHEDULED, MANUAL, BACKFILL;

    /** The name in the database, in the API and on the wire. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The type that bears this wire name; {@link IllegalArgumentException} for any other word. */
    public static RunType ofWire(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }
}
