// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal;

import io.dexaflow.schedule.ScheduledRun;
import io.dexaflow.store.BackfillLedger;
import io.dexaflow.store.Readings.Page;
import io.dexaflow.store.Readings.Paging;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/** Backfills in memory, which make no runs. */
final class MemoryBackfills implements BackfillLedger {

    final Map<Long, Backfill> backfills = new TreeMap<>();
    /** The logical dates that are taken. */
    final Set<Instant> taken = new HashSet<>();
    List<ScheduledRun> runs = List.of();

    private final MemoryReadings readings;

    MemoryBackfills(MemoryReadings readings) {
        this.readings = readings;
    }

    @Override
    public Page<Backfill> list(String dagId, Paging paging) {
        return readings.page(List.copyOf(backfills.values()), each -> each.plan().dagId().equals(dagId), paging);
    }

    @Override
    public Optional<Backfill> find(long id) {
        return Optional.ofNullable(backfills.get(id));
    }

    @Override
    public List<Instant> wanted(String dagId, Collection<Instant> dates, Reprocess reprocess) {
        return dates.stream().filter(date -> !taken.contains(date)).sorted().toList();
    }

    @Override
    public Optional<Backfill> create(NewBackfill backfill, List<ScheduledRun> wanted) {
        if (backfills.values().stream().anyMatch(each -> each.completedAt() == null)) {
            return Optional.empty();
        }
        runs = wanted;
        return Optional.of(put(new Backfill(backfills.size() + 1L, backfill.plan(), false, MemoryReadings.TIME,
                MemoryReadings.TIME, null)));
    }

    private Backfill put(Backfill backfill) {
        backfills.put(backfill.id(), backfill);
        return backfill;
    }

    @Override
    public Change setPaused(long id, boolean paused) {
        return change(id, paused, null);
    }

    @Override
    public Change cancel(long id, String by) {
        return change(id, true, MemoryReadings.TIME);
    }

    private Change change(long id, boolean paused, Instant completedAt) {
        Backfill before = backfills.get(id);
        if (before == null) {
            return Change.UNKNOWN;
        }
        if (before.completedAt() != null) {
            return Change.COMPLETED;
        }
        put(new Backfill(id, before.plan(), paused, before.createdAt(), before.updatedAt(), completedAt));
        return Change.DONE;
    }

    @Override
    public Advance advance(int limit, long term) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Set<UUID> runAgain(Collection<Again> again, long term) {
        throw new UnsupportedOperationException();
    }
}
