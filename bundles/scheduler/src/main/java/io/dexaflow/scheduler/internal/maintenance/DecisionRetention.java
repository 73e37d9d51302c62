// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.maintenance;

import io.dexaflow.reaper.MaintenancePhase;
import io.dexaflow.scheduler.internal.SchedulerConfig;
import io.dexaflow.store.DecisionLedger;
import io.dexaflow.store.LeadershipTerm;
import java.time.Duration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Takes away old rows of the trail, a few small batches in a cycle, so that it never holds anything up. */
@Component(name = "io.dexaflow.scheduler.decision-retention", service = MaintenancePhase.class,
        configurationPid = SchedulerConfig.PID)
public final class DecisionRetention implements MaintenancePhase {

    private static final int BATCH = 1_000;
    private static final int BATCHES = 10;

    private final DecisionLedger ledger;
    private final int days;

    @Activate
    public DecisionRetention(@Reference(name = "decision-ledger") DecisionLedger ledger, SchedulerConfig config) {
        this.ledger = ledger;
        this.days = config.decisions_retention__days();
    }

    @Override
    public String name() {
        return "decision-retention";
    }

    @Override
    public int order() {
        return 1_000;
    }

    @Override
    public void run(LeadershipTerm leadership) throws InterruptedException {
        if (days <= 0) {
            return;
        }
        for (int i = 0; i < BATCHES && ledger.prune(Duration.ofDays(days), BATCH) == BATCH; i++) {
            if (Thread.interrupted()) {
                throw new InterruptedException("the budget is spent");
            }
        }
    }
}
