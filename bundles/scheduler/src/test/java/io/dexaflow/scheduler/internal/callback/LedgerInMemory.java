// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.callback;

import io.dexaflow.store.CallbackLedger;
import io.dexaflow.store.StoreException;
import io.dexaflow.trail.Decision;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A ledger of callbacks that a test fills by hand. */
final class LedgerInMemory implements CallbackLedger {

    final Queue<DueCallback> owed = new ConcurrentLinkedQueue<>();
    final List<Outcome> concluded = new CopyOnWriteArrayList<>();
    final List<Decision> told = new CopyOnWriteArrayList<>();
    final List<Set<UUID>> scopes = new CopyOnWriteArrayList<>();
    final AtomicInteger refusals = new AtomicInteger();
    volatile boolean overtaken;

    @Override
    public int settle(int infraBudget, long term) {
        return 0;
    }

    @Override
    public List<DueCallback> claim(int limit, Duration pause, Set<UUID> only, long term) {
        if (only != null) {
            scopes.add(only);
        }
        List<DueCallback> taken = new ArrayList<>();
        while (taken.size() < limit && !owed.isEmpty()) {
            taken.add(owed.remove());
        }
        return taken;
    }

    @Override
    public boolean conclude(DueCallback callback, Outcome outcome, String error, Decision decision) {
        if (refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new StoreException("away", null);
        }
        concluded.add(outcome);
        told.add(decision);
        return !overtaken;
    }
}
