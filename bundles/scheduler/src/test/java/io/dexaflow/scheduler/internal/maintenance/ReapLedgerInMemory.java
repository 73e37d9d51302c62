// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.maintenance;

import io.dexaflow.executor.Suspect;
import io.dexaflow.reaper.OrphanRun;
import io.dexaflow.store.ReapLedger;
import io.dexaflow.trail.Decision;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/** A reap ledger in memory: it marks whatever it is asked to, unless the test says otherwise. */
final class ReapLedgerInMemory implements ReapLedger {

    final List<Mark> marks = new ArrayList<>();
    final List<OrphanRun> reaped = new ArrayList<>();
    final Set<UUID> refused = new HashSet<>();
    Consumer<Suspect> onMark = suspect -> {
    };

    @Override
    public List<Suspect> silent(Duration threshold, Position after, int limit) {
        return List.of();
    }

    @Override
    public List<Suspect> neverBeaten(Duration threshold, Position after, int limit) {
        return List.of();
    }

    @Override
    public List<Suspect> notStarted(Duration threshold, Position after, int limit) {
        return List.of();
    }

    @Override
    public List<OrphanRun> orphans(Duration threshold, int limit) {
        return List.of();
    }

    @Override
    public boolean mark(Mark mark, long term) {
        onMark.accept(mark.suspect());
        if (refused.contains(mark.suspect().taskInstanceId())) {
            return false;
        }
        marks.add(mark);
        return true;
    }

    @Override
    public boolean reapRun(OrphanRun run, Duration threshold, Decision decision, long term) {
        if (refused.contains(run.runId())) {
            return false;
        }
        reaped.add(run);
        return true;
    }
}
