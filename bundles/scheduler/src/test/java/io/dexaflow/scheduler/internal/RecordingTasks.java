// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal;

import io.dexaflow.model.AttemptFacts;
import io.dexaflow.model.AttemptId;
import io.dexaflow.model.TaskState;
import io.dexaflow.store.StoreException;
import io.dexaflow.store.TaskLedger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** A task ledger in memory that claims whatever it is asked for, and keeps what was written. */
public class RecordingTasks implements TaskLedger {

    public final List<AttemptId> queued = Collections.synchronizedList(new ArrayList<>());
    public final List<AttemptId> held = Collections.synchronizedList(new ArrayList<>());
    public final List<DispatchFailure> failed = Collections.synchronizedList(new ArrayList<>());
    public final List<String> refused = Collections.synchronizedList(new ArrayList<>());
    /** What was written together. */
    public final List<Map<AttemptId, String>> refusals = Collections.synchronizedList(new ArrayList<>());
    public final Set<UUID> unclaimable = ConcurrentHashMap.newKeySet();
    public final Map<UUID, Integer> epochs = new ConcurrentHashMap<>();
    public volatile List<Candidate> candidates = List.of();
    public volatile boolean away;

    @Override
    public List<Move> apply(Collection<Move> moves, long term) {
        answer();
        return List.copyOf(moves);
    }

    @Override
    public List<Candidate> dispatchable(Set<UUID> only, Set<UUID> except, int limit) {
        answer();
        return candidates.stream().filter(c -> !except.contains(c.taskInstanceId())).limit(limit).toList();
    }

    @Override
    public Claims claim(Map<UUID, String> executors, long term) {
        answer();
        List<Claim> claims = executors.keySet()
                .stream()
                .filter(id -> !unclaimable.contains(id))
                .map(id -> new Claim(new AttemptId(id, "t", 1, epochs.merge(id, 1, Integer::sum)),
                        new AttemptFacts(id, "d", "manual__1", new UUID(0, 2), 1, "{}", null, null, null)))
                .toList();
        return new Claims(Fakes.NOW, claims);
    }

    @Override
    public List<AttemptId> queued(Collection<AttemptId> attempts, long term) {
        answer();
        queued.addAll(attempts);
        return List.copyOf(attempts);
    }

    @Override
    public void dispatchFailed(Collection<DispatchFailure> failures, long term) {
        answer();
        failed.addAll(failures);
    }

    @Override
    public void dispatchHeld(Collection<AttemptId> attempts, Duration delay, long term) {
        answer();
        held.addAll(attempts);
    }

    @Override
    public void dispatchRefused(Map<AttemptId, String> messages, long term) {
        answer();
        refusals.add(Map.copyOf(messages));
        refused.addAll(messages.values());
    }

    @Override
    public Optional<AttemptId> settleByUser(UUID taskInstanceId, TaskState verdict, String by) {
        return Optional.empty();
    }

    @Override
    public List<AttemptId> liveAttempts(UUID runId) {
        return List.of();
    }

    private void answer() {
        if (away) {
            throw new StoreException("the database is away", null);
        }
    }
}
