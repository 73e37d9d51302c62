// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.reapers.dispatchlost;

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

class DispatchLostReaperTest extends ReaperContract {

    @Override
    protected Reaper reaper(ReapLedger ledger, Ladder ladder) {
        return new DispatchLostReaper(ledger, ladder);
    }

    @Override
    protected Map<String, Signal> lists() {
        return Map.of("notStarted", Signal.NOT_STARTED);
    }

    @Override
    protected String threshold() {
        return "dispatchLostThreshold";
    }

    @Test
    @DisplayName("R112: 150 dispatches that are always deferred do not hide the 151st")
    void deferredDispatchesDoNotHideTheOneBehindThem() throws InterruptedException {
        List<Suspect> notStarted = suspects(151);
        listed.put("notStarted", notStarted);
        Reaper reaper = reaper();

        reaper.sweep(context);
        assertThat(context.attempts.get(Signal.NOT_STARTED)).containsExactlyElementsOf(notStarted.subList(0, 100));
        context.forget();
        reaper.sweep(context);

        assertThat(context.attempts.get(Signal.NOT_STARTED)).contains(notStarted.get(150)).hasSize(100);
    }

    @Test
    void saysWhoItIs() {
        assertThat(reaper().name()).isEqualTo("dispatch-lost");
        assertThat(reaper().label()).isEqualTo("dispatch_lost");
        assertThat(reaper().order()).isEqualTo(30);
    }
}
