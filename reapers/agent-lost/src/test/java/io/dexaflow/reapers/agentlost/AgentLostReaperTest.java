// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.reapers.agentlost;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.executor.Signal;
import io.dexaflow.executor.Suspect;
import io.dexaflow.reaper.Reaper;
import io.dexaflow.reaper.ReaperContract;
import io.dexaflow.store.ReapLedger;
import io.dexaflow.timing.Ladder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AgentLostReaperTest extends ReaperContract {

    @Override
    protected Reaper reaper(ReapLedger ledger, Ladder ladder) {
        return new AgentLostReaper(ledger, ladder);
    }

    @Override
    protected Map<String, Signal> lists() {
        return Map.of("silent", Signal.SILENT, "neverBeaten", Signal.NEVER_BEATEN);
    }

    @Override
    protected String threshold() {
        return "agentLostThreshold";
    }

    @Test
    void theSilentAndTheNeverHeardAreToldApart() throws InterruptedException {
        List<Suspect> all = suspects(5);
        listed.put("silent", all.subList(0, 2));
        listed.put("neverBeaten", all.subList(2, 5));

        reaper().sweep(context);

        assertThat(context.attempts).containsOnly(Map.entry(Signal.SILENT, all.subList(0, 2)),
                Map.entry(Signal.NEVER_BEATEN, all.subList(2, 5)));
    }

    @Test
    @DisplayName("R112: candidates that are always deferred hide nothing, and the two lists turn each for itself")
    void eachListTurnsForItself() throws InterruptedException {
        List<Suspect> silent = suspects(151);
        List<Suspect> neverBeaten = suspects(30);
        listed.put("silent", silent);
        listed.put("neverBeaten", neverBeaten);
        Reaper reaper = reaper();

        reaper.sweep(context);
        assertThat(context.attempts.get(Signal.SILENT)).containsExactlyElementsOf(silent.subList(0, 100));
        context.forget();
        reaper.sweep(context);

        assertThat(context.attempts.get(Signal.SILENT)).contains(silent.get(150)).hasSize(100);
        assertThat(context.attempts.get(Signal.NEVER_BEATEN)).containsExactlyElementsOf(neverBeaten);
    }

    @Test
    void saysWhoItIs() {
        assertThat(reaper().name()).isEqualTo("agent-lost");
        assertThat(reaper().label()).isEqualTo("agent_lost");
        assertThat(reaper().order()).isEqualTo(20);
    }
}
