// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.support;

import java.time.Duration;

/**
 * The one clock of a home (contract 5): a row that a test moves instead of waiting. It moves for the whole running system,
 * so a move makes what lives look silent too, until its next heartbeat.
 *
 * @param host whose clock
 */
public record Clock(LiteHost host) {

    private static final String MOVE = "update dexaflow.clock set shift = shift + ? * interval '1 second'";

    /** Moves it; backwards if the time is negative. */
    public void move(Duration by) {
        try (Rows rows = host.openRows()) {
            move(rows, by);
        }
    }

    /** Moves it over a connection that is there already. */
    public static void move(Rows rows, Duration by) {
        if (rows.change(MOVE, by.toMillis() / 1000.0) != 1) {
            throw new IllegalStateException("the database has no clock row");
        }
    }
}
