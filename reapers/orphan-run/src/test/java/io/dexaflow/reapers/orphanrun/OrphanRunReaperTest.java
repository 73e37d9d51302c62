// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.reapers.orphanrun;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.executor.Signal;
import io.dexaflow.reaper.Reaper;
import io.dexaflow.reaper.ReaperContract;
import io.dexaflow.store.ReapLedger;
import io.dexaflow.timing.Ladder;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OrphanRunReaperTest extends ReaperContract {

    @Override
    protected Reaper reaper(ReapLedger ledger, Ladder ladder) {
        return new OrphanRunReaper(ledger, ladder);
    }

    @Override
    protected Map<String, Signal> lists() {
        return Map.of();
    }

    @Override
    protected String threshold() {
        return "orphanThreshold";
    }

    @Test
    void saysWhoItIs() {
        assertThat(reaper().name()).isEqualTo("orphan-run");
        assertThat(reaper().label()).isEqualTo("orphan");
        assertThat(reaper().order()).isEqualTo(10);
    }
}
