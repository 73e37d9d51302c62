// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent;

import io.dexaflow.executors.agent.attempt.Attempt;
import io.dexaflow.executors.agent.attempt.AttemptId;
import io.dexaflow.executors.agent.attempt.StopReason;
import io.dexaflow.executors.agent.process.AttemptKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The attempts of this agent: those that run, and for a while those that ended, so that an assignment that comes again
 * is not run again.
 */
final class AttemptTable {

    private static final int REMEMBERED = 8192;

    private final int capacity;
    private final Set<Attempt> active = new LinkedHashSet<>();
    private final Map<AttemptKey, Attempt> newest = new HashMap<>();
    private final Map<AttemptKey, Attempt> undead = new HashMap<>();
    private final Map<AttemptId, Boolean> ended = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<AttemptId, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    };
    private String closed;
    private boolean awaitingSlot;
    private long emptySince = System.nanoTime();

    AttemptTable(int capacity) {
        this.capacity = capacity;
    }

    /** What to do with an assignment. */
    sealed interface Decision {

        /** Start it. */
        record Start(Attempt attempt) implements Decision {}

        /** It runs or has ended here: acknowledge it again. */
        record Again() implements Decision {}

        /** Not here. */
        record Refuse(String reason) implements Decision {}
    }

    /** Takes an assignment in, or not. A newer epoch of a try that is here stops the older one. */
    synchronized Decision accept(AttemptId id, String taskInstance, String token) {
        Attempt here = newest.get(id.key());
        if (ended.containsKey(id) || here != null && here.id().equals(id)) {
            return new Decision.Again();
        }
        if (here != null && here.id().epoch() > id.epoch()) {
            return new Decision.Refuse("superseded here by epoch " + here.id().epoch());
        }
        if (closed != null) {
            return new Decision.Refuse(closed);
        }
        if (here == null && active.size() >= capacity) {
            return new Decision.Refuse("no free slot, all " + capacity + " are taken");
        }
        if (here != null) {
            here.requestStop(StopReason.SUPERSEDED);
        }
        Attempt before = here == null ? undead.get(id.key()) : here;
        Attempt attempt = new Attempt(id, taskInstance, token, before);
        active.add(attempt);
        newest.put(id.key(), attempt);
        return new Decision.Start(attempt);
    }

    /** It was taken in and cannot be run after all; an assignment of it may come again. */
    synchronized void abandon(Attempt attempt) {
        active.remove(attempt);
        newest.remove(attempt.id().key(), attempt);
        emptySince = System.nanoTime();
        // Attempts come and go by the hundred; only who has something to do is woken.
        if (awaitingSlot || closed != null && active.isEmpty()) {
            notifyAll();
        }
    }

    /**
     * It has ended; its slot is free.
     *
     * @param dead false if a process of it does not die: a newer epoch must wait for it still
     */
    synchronized void ended(Attempt attempt, boolean dead) {
        ended.put(attempt.id(), true);
        if (!dead) {
            undead.put(attempt.id().key(), attempt);
        }
        abandon(attempt);
    }

    /** Its last process is dead at last. */
    synchronized void buried(Attempt attempt) {
        undead.remove(attempt.id().key(), attempt);
    }

    /** Takes nothing in from now on. */
    synchronized void close(String reason) {
        if (closed == null) {
            closed = reason;
            notifyAll();
        }
    }

    /** Whether it takes nothing in any more. */
    synchronized boolean closed() {
        return closed != null;
    }

    /** Slots to be had. */
    synchronized int free() {
        return closed == null ? Math.max(0, capacity - active.size()) : 0;
    }

    /** All that have not ended. */
    synchronized List<Attempt> active() {
        return new ArrayList<>(active);
    }

    /** Whether there is none. */
    synchronized boolean isEmpty() {
        return active.isEmpty();
    }

    /** How long there has been none, in nanoseconds; 0 if there is one. */
    synchronized long emptyNanos() {
        return active.isEmpty() ? System.nanoTime() - emptySince : 0;
    }

    /** Stops one, if it is here. */
    void stop(AttemptId id, StopReason reason) {
        active().stream().filter(attempt -> attempt.id().equals(id)).forEach(attempt -> attempt.requestStop(reason));
    }

    /** Waits until a slot is free or nothing is taken in any more, a given time at most. */
    synchronized void awaitFree(long nanos) throws InterruptedException {
        long end = System.nanoTime() + nanos;
        awaitingSlot = true;
        try {
            for (long left = nanos; left > 0 && closed == null && active.size() >= capacity; left = end
                    - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } finally {
            awaitingSlot = false;
        }
    }

    /** Waits until nothing is taken in any more and there is no attempt. */
    synchronized void awaitEnd() throws InterruptedException {
        while (closed == null || !active.isEmpty()) {
            wait();
        }
    }

    /** After {@link #close}: waits until there is no attempt, a given time at most. */
    synchronized boolean awaitEmpty(long nanos) throws InterruptedException {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0 && !active.isEmpty(); left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return active.isEmpty();
    }
}
