// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.reapers.orphanrun;

import io.dexaflow.reaper.ReapContext;
import io.dexaflow.reaper.Reaper;
import io.dexaflow.store.ReapLedger;
import io.dexaflow.timing.Ladder;
import org.osgi.annotation.bundle.Requirement;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Fails runs that nothing will ever end: running, nothing left to run, and quiet past the threshold (R89 to R93). What
 * cannot be listed is left for the next cycle.
 */
@Component(name = "io.dexaflow.reapers.orphan-run", service = Reaper.class)
@Requirement(namespace = "osgi.service", filter = "(objectClass=io.dexaflow.control.Maintenance)",
        effective = "active")
public final class OrphanRunReaper implements Reaper {

    private static final int ORDER = 10;

    private final ReapLedger ledger;
    private final Ladder ladder;

    @Activate
    public OrphanRunReaper(@Reference(name = "ledger") ReapLedger ledger, @Reference(name = "ladder") Ladder ladder) {
        this.ledger = ledger;
        this.ladder = ladder;
    }

    @Override
    public String name() {
        return "orphan-run";
    }

    @Override
    public int order() {
        return ORDER;
    }

    @Override
    public String label() {
        return "orphan";
    }

    /** Needs no rotation: whatever is listed and refused was touched by someone, and so is not quiet any more. */
    @Override
    public void sweep(ReapContext context) throws InterruptedException {
        context.reapRuns(ledger.orphans(ladder.orphanThreshold(), ReapContext.LIMIT));
    }
}
