// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What somebody may do; each may do what those before it may. */
public enum Role {

    /** Reads. */
    VIEWER,
    /** Runs things: triggers, clears, marks, pauses, deletes runs. */
    OPERATOR,
    /** Everything. */
    ADMIN;

    /** The role that is written so; empty when none is. */
    public static Optional<Role> named(String text) {
        return Stream.of(values()).filter(role -> role.text().equals(text)).findAny();
    }

    /** As it is written in the users file and in messages. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether whoever has this role may do what needs the other one. */
    public boolean includes(Role needed) {
        return compareTo(needed) >= 0;
    }
}
