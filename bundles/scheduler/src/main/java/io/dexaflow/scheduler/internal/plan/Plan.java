// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.plan;

import io.dexaflow.model.RunState;
import io.dexaflow.store.TaskLedger.Move;
import java.util.List;

/**
 * What is to happen to a run.
 *
 * @param moves transitions of its task instances
 * @param verdict what the run ends with once the moves are written; null while it goes on
 */
public record Plan(List<Move> moves, RunState verdict) {

    public Plan {
        moves = List.copyOf(moves);
    }
}
