// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.figures;

import io.dexaflow.model.TaskState;
import java.time.Instant;
import java.util.List;

/** The statements behind the figures. */
public interface FiguresMapper {

    List<StateLine> tasks();

    Double oldestQueuedSeconds();

    long importErrors();

    List<SuccessLine> lastSuccess();

    /** How many task instances are in a state. */
    record StateLine(TaskState state, long count) {}

    /** When the newest successful run of a DAG ended. */
    record SuccessLine(String dagId, Instant endedAt) {}
}
