// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.why;

import io.dexaflow.model.RunState;
import io.dexaflow.model.RunType;
import io.dexaflow.model.TaskState;
import io.dexaflow.scheduler.internal.Fakes;
import io.dexaflow.store.Readings.RunRow;
import io.dexaflow.store.Readings.TaskRow;
import java.time.Instant;
import java.util.UUID;

/** Rows as a reading gives them, with what a test says about them. */
final class Rows {

    static final UUID RUN = new UUID(0, 1);
    static final UUID VERSION = new UUID(0, 2);

    String taskId = "t0";
    TaskState state = TaskState.NONE;
    int maxTries = 1;
    int ordinal;
    int poolSlots = 1;
    String executor;
    Instant queuedAt;
    Instant startedAt;
    Instant endedAt;
    Instant rescheduleAt;
    Instant nextDispatchAt;
    int dispatchAttempts;
    int infraAttempts;
    String failureKind;

    static Rows task(TaskState state) {
        Rows rows = new Rows();
        rows.state = state;
        return rows;
    }

    TaskRow row() {
        return new TaskRow(new UUID(1, ordinal), RUN, "d", "manual__1", taskId, ordinal, state, 1, maxTries, 3,
                "default_pool", poolSlots, "BashOperator", executor, null, queuedAt, startedAt, endedAt, rescheduleAt,
                nextDispatchAt, dispatchAttempts, infraAttempts, failureKind, null, null, null, null, null, Fakes.NOW,
                VERSION, 1);
    }

    static RunRow run(RunState state) {
        return new RunRow(RUN, "d", "manual__1", state, RunType.MANUAL, null, null, null, Fakes.NOW, Fakes.NOW, null,
                "{}", null, "anna", VERSION, 1);
    }
}
