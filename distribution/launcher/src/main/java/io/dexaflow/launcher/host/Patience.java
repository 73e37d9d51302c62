// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.host;

import java.time.Duration;

/**
 * How long a boot waits for the host to get ready.
 *
 * @param progress for as long as something comes up within this time
 * @param hopeless the same, once something has failed and everything was started
 * @param whole but never longer than this
 */
record Patience(Duration progress, Duration hopeless, Duration whole) {

    /** A first start under load takes its time: the database is made, and everything is compiled for the first time. */
    static final Patience DEFAULT = new Patience(Duration.ofSeconds(60), Duration.ofSeconds(10),
            Duration.ofMinutes(5));
}
