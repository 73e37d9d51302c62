// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.agent;

import io.dexaflow.executor.Attempt;
import io.dexaflow.model.AttemptId;
import java.util.List;

/**
 * What a worker is told.
 *
 * @param start attempts it is to take
 * @param stop attempts it is to kill
 * @param drain whether it takes no more work and exits when the last attempt has ended
 */
public record Assignments(List<Attempt> start, List<AttemptId> stop, boolean drain) {

    /** Nothing to say. */
    public static final Assignments NONE = new Assignments(List.of(), List.of(), false);

    public Assignments {
        start = List.copyOf(start);
        stop = List.copyOf(stop);
    }
}
