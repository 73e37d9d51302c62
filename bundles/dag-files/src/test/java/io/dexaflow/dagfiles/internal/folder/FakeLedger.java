// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.folder;

import io.dexaflow.model.Dag;
import io.dexaflow.store.DagLedger;
import io.dexaflow.store.StoreException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** A ledger in memory that keeps versions as the real one does: the same content is the same version. */
final class FakeLedger implements DagLedger {

    final Map<String, KnownDag> active = new TreeMap<>();
    final Map<String, List<Dag>> versions = new HashMap<>();
    final List<String> deactivated = new ArrayList<>();
    final AtomicInteger registrations = new AtomicInteger();
    final AtomicInteger errorWrites = new AtomicInteger();
    volatile List<ImportError> errors = List.of();
    volatile boolean away;
    volatile String refused;

    @Override
    public synchronized DagVersion register(Dag dag, Origin origin, boolean current) {
        answer();
        if (dag.dagId().equals(refused)) {
            throw new StoreException("refused " + dag.dagId(), null);
        }
        registrations.incrementAndGet();
        List<Dag> known = versions.computeIfAbsent(dag.dagId(), _ -> new ArrayList<>());
        if (!known.contains(dag)) {
            known.add(dag);
        }
        int number = known.indexOf(dag) + 1;
        active.put(dag.dagId(), new KnownDag(dag.dagId(), origin.file(), "hash" + number));
        return new DagVersion(new UUID(0, number), dag.dagId(), number, "hash" + number);
    }

    @Override
    public Optional<Dag> dag(UUID versionId) {
        return Optional.empty();
    }

    @Override
    public Optional<DagVersion> current(String dagId) {
        return Optional.empty();
    }

    @Override
    public synchronized List<KnownDag> known() {
        answer();
        return List.copyOf(active.values());
    }

    @Override
    public synchronized void deactivate(Collection<String> dagIds) {
        answer();
        deactivated.addAll(dagIds);
        active.keySet().removeAll(dagIds);
    }

    @Override
    public synchronized void replaceImportErrors(List<ImportError> errors) {
        answer();
        errorWrites.incrementAndGet();
        this.errors = List.copyOf(errors);
    }

    synchronized int versionsOf(String dagId) {
        return versions.getOrDefault(dagId, List.of()).size();
    }

    synchronized List<String> activeIds() {
        return List.copyOf(active.keySet());
    }

    private void answer() {
        if (away) {
            throw new StoreException("the database does not answer", null);
        }
    }
}
