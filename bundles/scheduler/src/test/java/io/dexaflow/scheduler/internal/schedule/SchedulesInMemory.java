// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.schedule;

import io.dexaflow.scheduler.internal.Fakes;
import io.dexaflow.store.ScheduleLedger;
import io.dexaflow.store.StoreException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** A schedule ledger in memory: it hands out what the test put in and keeps what was written. */
public class SchedulesInMemory implements ScheduleLedger {

    public final List<DueDag> due = new ArrayList<>();
    public final List<Progress> made = new ArrayList<>();
    /** The DAG whose values the database does not take. */
    public String unwritable;
    /** How often it was looked at. */
    public volatile int looks;

    @Override
    public Due due(int limit) {
        looks++;
        return new Due(Fakes.NOW, due.stream().limit(limit).toList());
    }

    @Override
    public Set<UUID> make(Collection<Progress> progress, long term) {
        if (progress.stream().anyMatch(each -> each.dag().dagId().equals(unwritable))) {
            throw new StoreException("a value that the database does not take", null, false);
        }
        made.addAll(progress);
        Set<UUID> runs = new HashSet<>();
        progress.forEach(each -> each.runs().forEach(run -> runs.add(UUID.randomUUID())));
        return runs;
    }
}
