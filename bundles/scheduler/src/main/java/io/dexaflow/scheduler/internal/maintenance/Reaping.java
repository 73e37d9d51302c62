// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.maintenance;

import io.dexaflow.agent.AttemptLog;
import io.dexaflow.scheduler.internal.dispatch.ExecutorRegistry;
import io.dexaflow.store.ReapLedger;
import io.dexaflow.timing.Ladder;
import io.dexaflow.trail.DecisionTrail;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** What a pass of a reaper works with, in one hand. */
@Component(name = "io.dexaflow.scheduler.reaping", service = Reaping.class)
public final class Reaping {

    private final ReapLedger ledger;
    private final ExecutorRegistry executors;
    private final DecisionTrail trail;
    private final AttemptLog log;
    private final Ladder ladder;

    @Activate
    public Reaping(@Reference(name = "reap-ledger") ReapLedger ledger,
            @Reference(name = "executors") ExecutorRegistry executors, @Reference(name = "trail") DecisionTrail trail,
            @Reference(name = "attempt-log") AttemptLog log, @Reference(name = "ladder") Ladder ladder) {
        this.ledger = ledger;
        this.executors = executors;
        this.trail = trail;
        this.log = log;
        this.ladder = ladder;
    }

    ReapLedger ledger() {
        return ledger;
    }

    ExecutorRegistry executors() {
        return executors;
    }

    DecisionTrail trail() {
        return trail;
    }

    AttemptLog log() {
        return log;
    }

    Ladder ladder() {
        return ladder;
    }
}
