// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.reapers.dispatchlost;

import io.dexaflow.executor.Signal;
import io.dexaflow.reaper.ReapContext;
import io.dexaflow.reaper.Reaper;
import io.dexaflow.reaper.Rotation;
import io.dexaflow.store.ReapLedger;
import io.dexaflow.timing.Ladder;
import java.time.Duration;
import org.osgi.annotation.bundle.Requirement;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Finds attempts that were handed to an executor and never said that they run (R98, R99). What cannot be listed is left for
 * the next cycle.
 */
@Component(name = "io.dexaflow.reapers.dispatch-lost", service = Reaper.class)
@Requirement(namespace = "osgi.service", filter = "(objectClass=io.dexaflow.control.Maintenance)",
        effective = "active")
public final class DispatchLostReaper implements Reaper {

    private static final int ORDER = 30;

    private final ReapLedger ledger;
    private final Ladder ladder;
    private final Rotation notStarted = new Rotation();

    @Activate
    public DispatchLostReaper(@Reference(name = "ledger") ReapLedger ledger,
            @Reference(name = "ladder") Ladder ladder) {
        this.ledger = ledger;
        this.ladder = ladder;
    }

    @Override
    public String name() {
        return "dispatch-lost";
    }

    @Override
    public int order() {
        return ORDER;
    }

    @Override
    public String label() {
        return "dispatch_lost";
    }

    @Override
    public void sweep(ReapContext context) throws InterruptedException {
        Duration threshold = ladder.dispatchLostThreshold();
        context.reap(Signal.NOT_STARTED,
                notStarted.next((after, limit) -> ledger.notStarted(threshold, after, limit)));
    }
}
