// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.clock;

import java.time.Instant;

/** The statements about time. */
public interface ClockMapper {

    Instant now();

    String shift();
}
