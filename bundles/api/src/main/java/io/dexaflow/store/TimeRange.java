// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.store;

import java.time.Instant;

/**
 * Which times are wanted; a time that is missing is in no range but {@link #ANY}.
 *
 * @param from the earliest, itself included; null for any
 * @param before what all are before; null for any
 */
public record TimeRange(Instant from, Instant before) {

    /** All times, and none at all. */
    public static final TimeRange ANY = new TimeRange(null, null);

    /** Whether it leaves nothing out. */
    public boolean any() {
        return from == null && before == null;
    }

    /** Whether a time is in it. */
    public boolean contains(Instant time) {
        return any() || time != null && (from == null || !time.isBefore(from))
                && (before == null || time.isBefore(before));
    }
}
