// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.tick;

import io.dexaflow.model.RunState;
import io.dexaflow.scheduler.internal.Fakes;
import io.dexaflow.store.RunLedger;
import io.dexaflow.store.StoreException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A run ledger in memory: it hands out what the test put in and keeps what was written. */
class RunsInMemory implements RunLedger {

    final List<ActiveRun> active = new ArrayList<>();
    final List<UUID> started = new ArrayList<>();
    /** How many active runs each start asked for. */
    final List<Integer> limits = new ArrayList<>();
    final Map<UUID, String> refused = new ConcurrentHashMap<>();
    final Map<UUID, RunState> finished = new ConcurrentHashMap<>();
    final List<Set<UUID>> asked = new CopyOnWriteArrayList<>();
    volatile boolean away;
    /** The run whose values the database does not take. */
    volatile UUID unstartable;
    volatile Runnable onLoad = () -> {
    };

    @Override
    public CreateResult create(NewRun run) {
        throw new IllegalStateException("not expected here");
    }

    @Override
    public ActiveRuns loadActive(Set<UUID> only) {
        asked.add(only == null ? Set.of() : only);
        onLoad.run();
        if (away) {
            throw new StoreException("the database is away", null);
        }
        return new ActiveRuns(Fakes.NOW,
                active.stream().filter(r -> only == null || only.contains(r.runId())).toList());
    }

    @Override
    public List<UUID> start(Collection<RunStart> runs, long term) {
        if (runs.stream().anyMatch(start -> start.runId().equals(unstartable))) {
            throw new StoreException("a value that the database does not take", null, false);
        }
        runs.forEach(start -> limits.add(start.maxActiveRuns()));
        List<UUID> now = runs.stream().map(RunStart::runId).toList();
        started.addAll(now);
        runs.forEach(start -> active.replaceAll(r -> r.runId().equals(start.runId())
                ? new ActiveRun(r.runId(), r.dagId(), r.dagRunId(), r.versionId(), RunState.RUNNING,
                        "n".repeat(start.tasks().size()), List.of())
                : r));
        return now;
    }

    @Override
    public List<UUID> finish(Map<UUID, RunState> verdicts, long term) {
        finished.putAll(verdicts);
        return List.copyOf(verdicts.keySet());
    }

    @Override
    public List<UUID> waitingBehind(Collection<UUID> done) {
        return List.of();
    }

    @Override
    public boolean refuse(UUID runId, String note, long term) {
        return refused.put(runId, note) == null;
    }

    @Override
    public boolean settleByUser(UUID runId, RunState verdict, String note, String by) {
        throw new IllegalStateException("not expected here");
    }

    @Override
    public Optional<UUID> find(String dagId, String dagRunId) {
        return Optional.empty();
    }
}
