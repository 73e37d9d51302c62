// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal;

import io.dexaflow.model.AttemptFacts;
import io.dexaflow.model.AttemptId;
import io.dexaflow.store.AttemptLedger;
import io.dexaflow.store.StoreException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The attempts' ledger in memory; it can be away, and remembers how it was asked. */
public final class MemoryAttempts implements AttemptLedger {

    /** The live attempts and their runs. */
    public final Map<AttemptId, AttemptFacts> live = new ConcurrentHashMap<>();
    /** Values that tasks left. */
    public final Map<XComRef, String> xcoms = new ConcurrentHashMap<>();
    /** What was reported, batch by batch. */
    public final List<List<Report>> reports = new CopyOnWriteArrayList<>();
    /** Who beat, batch by batch. */
    public final List<List<AttemptId>> beats = new CopyOnWriteArrayList<>();
    /** Stored links. */
    public final Map<String, String> links = new ConcurrentHashMap<>();
    /** How often values were asked for. */
    public volatile int xcomCalls;
    /** How often facts were asked for. */
    public volatile int factCalls;
    /** Whether the database is away. */
    public volatile boolean away;

    private final SettableClock clock;

    public MemoryAttempts(SettableClock clock) {
        this.clock = clock;
    }

    @Override
    public List<Boolean> report(List<Report> batch) {
        check();
        reports.add(batch);
        return batch.stream().map(report -> live.containsKey(report.attempt())).toList();
    }

    @Override
    public Beats heartbeat(List<AttemptId> attempts) {
        check();
        beats.add(attempts);
        return new Beats(clock.now(), attempts.stream().map(live::containsKey).toList());
    }

    @Override
    public Optional<AttemptFacts> facts(AttemptId attempt) {
        return Optional.ofNullable(facts(List.of(attempt)).get(attempt));
    }

    @Override
    public Map<AttemptId, AttemptFacts> facts(Collection<AttemptId> attempts) {
        check();
        factCalls++;
        Map<AttemptId, AttemptFacts> found = new LinkedHashMap<>(live);
        found.keySet().retainAll(new ArrayList<>(attempts));
        return found;
    }

    @Override
    public boolean outputs(AttemptId attempt, Map<String, String> values, Map<String, String> given) {
        check();
        if (!live.containsKey(attempt)) {
            return false;
        }
        values.forEach((key, json) -> xcoms.put(new XComRef(attempt.taskId(), key), json));
        links.putAll(given);
        return true;
    }

    @Override
    public Map<XComRef, String> xcom(UUID runId, Collection<XComRef> wanted) {
        check();
        xcomCalls++;
        Map<XComRef, String> found = new LinkedHashMap<>(xcoms);
        found.keySet().retainAll(new ArrayList<>(wanted));
        return found;
    }

    /** Makes an attempt the live one. */
    public void start(AttemptId attempt, UUID version, String conf, Instant logicalDate) {
        live.put(attempt, new AttemptFacts(new UUID(7, attempt.taskId().hashCode()), "sales", "manual__1", version, 3,
                conf, logicalDate, logicalDate, logicalDate == null ? null : logicalDate.plusSeconds(86_400)));
    }

    private void check() {
        if (away) {
            throw new StoreException("the database is away", null);
        }
    }
}
