// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.attempt;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The memory a driver thread reads and writes through: made once for each, used for attempt after attempt. */
final class Buffers {

    private static final int BYTES = 32 << 10;
    private static final ThreadLocal<MemorySegment> READ = ThreadLocal
            .withInitial(() -> Arena.ofAuto().allocate(BYTES));

    private Buffers() {}

    /** For reading a pipe, which holds twice as much. */
    static MemorySegment forReading() {
        return READ.get();
    }
}
