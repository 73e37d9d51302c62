// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.subprocess.internal.liveness;

import io.dexaflow.executors.agent.process.GroupRecord;
import java.util.Map;

/**
 * What is left of an attempt (R206).
 *
 * @param state which row of the table
 * @param words why, for people
 * @param evidence why, for programs
 * @param group its group, where that is all that is left of it; else null
 */
record Finding(State state, String words, Map<String, String> evidence, GroupRecord group) {

    enum State {
        /** Nothing. */
        GONE,
        /** Its agent. */
        AGENT,
        /** Its group alone, which may be signalled (R208). */
        ORPHAN,
        /** Its group alone, which must be waited for, since it is not certain enough that it is this attempt's. */
        GROUP,
        /** It cannot be said. */
        UNKNOWN
    }
}
