// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.store;

import java.time.Instant;

/**
 * The one clock of everything that is stored or compared between machines: {@code dexaflow.now()} (contract 5).
 * Between two readings it runs on the JVM's monotonic clock; while the database is away it goes on so.
 */
public interface DatabaseClock {

    /** The database's time, at most a second of its own clock old. */
    Instant now();
}
