// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal;

import io.dexaflow.store.DatabaseClock;
import java.time.Duration;
import java.time.Instant;

/** Database time that a test moves. */
public final class SettableClock implements DatabaseClock {

    private volatile Instant now = Instant.parse("2026-03-01T10:00:00Z");

    @Override
    public Instant now() {
        return now;
    }

    /** Lets time pass. */
    public void pass(Duration time) {
        now = now.plus(time);
    }
}
