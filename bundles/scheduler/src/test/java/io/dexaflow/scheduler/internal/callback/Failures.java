// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.callback;

import io.dexaflow.scheduler.internal.Fakes;
import io.dexaflow.store.CallbackLedger.DueCallback;
import io.dexaflow.store.CallbackLedger.FailedRun;
import io.dexaflow.store.CallbackLedger.FailedTask;
import java.time.Instant;
import java.util.UUID;

/** Failures that somebody is to be called about. */
final class Failures {

    static final UUID ID = UUID.fromString("00000000-0000-7000-8000-000000000001");
    static final UUID RUN = UUID.fromString("00000000-0000-7000-8000-000000000002");
    static final UUID VERSION = UUID.fromString("00000000-0000-7000-8000-000000000003");

    private Failures() {}

    static DueCallback ofTask(int attempt) {
        return due(ID, attempt, new FailedTask(UUID.fromString("00000000-0000-7000-8000-000000000004"), "load", 2, 3));
    }

    static DueCallback ofRun(int attempt) {
        return due(ID, attempt, null);
    }

    static DueCallback another() {
        return due(UUID.randomUUID(), 1, null);
    }

    private static DueCallback due(UUID id, int attempt, FailedTask task) {
        FailedRun run = new FailedRun(RUN, VERSION, "dag é", "manual__2026-01-01T00:00:00+00:00",
                Instant.parse("2026-01-01T00:00:00Z"), null, null, "{\"region\": \"emea\"}");
        return new DueCallback(id, attempt, run, task, Fakes.NOW, "said \"no\"\nand \\");
    }
}
