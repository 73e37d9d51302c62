// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.reapers.agentlost;

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
 * Finds running attempts whose agent has fallen silent (R95), and those whose agent was never heard in this attempt (R210).
 * What cannot be listed is left for the next cycle.
 */
@Component(name = "io.dexaflow.reapers.agent-lost", service = Reaper.class)
@Requirement(namespace = "osgi.service", filter = "(objectClass=io.dexaflow.control.Maintenance)",
        effective = "active")
public final class AgentLostReaper implements Reaper {

    private static final int ORDER = 20;

    private final ReapLedger ledger;
    private final Ladder ladder;
    private final Rotation silent = new Rotation();
    private final Rotation neverBeaten = new Rotation();

    @Activate
    public AgentLostReaper(@Reference(name = "ledger") ReapLedger ledger, @Reference(name = "ladder") Ladder ladder) {
        this.ledger = ledger;
        this.ladder = ladder;
    }

    @Override
    public String name() {
        return "agent-lost";
    }

    @Override
    public int order() {
        return ORDER;
    }

    @Override
    public String label() {
        return "agent_lost";
    }

    @Override
    public void sweep(ReapContext context) throws InterruptedException {
        Duration threshold = ladder.agentLostThreshold();
        context.reap(Signal.SILENT, silent.next((after, limit) -> ledger.silent(threshold, after, limit)));
        context.reap(Signal.NEVER_BEATEN,
                neverBeaten.next((after, limit) -> ledger.neverBeaten(threshold, after, limit)));
    }
}
