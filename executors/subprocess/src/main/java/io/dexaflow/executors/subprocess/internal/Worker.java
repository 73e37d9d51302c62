// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.subprocess.internal;

import io.dexaflow.agent.Assignments;
import io.dexaflow.agent.WorkerPoll;
import io.dexaflow.agent.WorkerPoll.Ack;
import io.dexaflow.executor.Attempt;
import io.dexaflow.executor.LaunchOutcome;
import io.dexaflow.model.AttemptId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One agent process as this host knows it: what waits to be sent to it, what was sent and not yet acknowledged, what it
 * says it runs. An assignment whose answer got lost is sent again; the agent starts none twice.
 */
final class Worker {

    /** An agent asks again at once, or within its longest retry delay; one that does not is no place for new work. */
    private static final long SILENT_NANOS = Duration.ofSeconds(20).toNanos();

    /** Enough for an agent that is well to ask again. */
    private static final long PAUSE_NANOS = Duration.ofSeconds(3).toNanos();

    private final String id;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    private final Map<AttemptId, Pending> waiting = new LinkedHashMap<>();
    private final Map<AttemptId, Pending> sent = new LinkedHashMap<>();
    private final Set<AttemptId> stops = new HashSet<>();
    private Set<AttemptId> running = Set.of();
    private int free;
    private long polls;
    private int asking;
    private long lastHeard;
    private boolean draining;
    private boolean dead;
    private volatile ProcessHandle process;

    /**
     * A launch under way.
     *
     * @param outcome completed by the acknowledgement, or by whoever gives it up
     */
    private record Pending(Attempt attempt, CompletableFuture<LaunchOutcome> outcome) {}

    Worker(String id, int capacity) {
        this.id = id;
        this.free = capacity;
    }

    String id() {
        return id;
    }

    /** Ties the worker to its process; its end ends every launch that is not acknowledged. */
    void attach(ProcessHandle handle) {
        process = handle;
        handle.onExit().thenRun(this::died);
    }

    /** The process, once it is known. */
    ProcessHandle process() {
        return process;
    }

    /** Whether it asks for work, just now or a moment ago, and may be given some; it may be full all the same. */
    boolean takes() {
        lock.lock();
        try {
            boolean heard = asking > 0 || polls > 0 && System.nanoTime() - lastHeard < SILENT_NANOS;
            return heard && !draining;
        } finally {
            lock.unlock();
        }
    }

    /** Whether it is there and does not ask: it may be short of a token. */
    boolean silent() {
        lock.lock();
        try {
            return !dead && asking == 0 && (polls == 0 || System.nanoTime() - lastHeard >= PAUSE_NANOS);
        } finally {
            lock.unlock();
        }
    }

    boolean alive() {
        lock.lock();
        try {
            return !dead;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Queues an attempt for it.
     *
     * @return what will become of it; null when the worker can take none
     */
    CompletableFuture<LaunchOutcome> offer(Attempt attempt) {
        lock.lock();
        try {
            Pending known = waiting.getOrDefault(attempt.id(), sent.get(attempt.id()));
            if (known != null) {
                return known.outcome();
            }
            if (dead || draining || waiting.size() + sent.size() >= free) {
                return null;
            }
            Pending pending = new Pending(attempt, new CompletableFuture<>());
            waiting.put(attempt.id(), pending);
            news.signalAll();
            return pending.outcome();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Gives up a launch. One that was sent may run by now, and only the row can say whether that counts: if it does, the
     * rejection finds a running row and moves nothing; if not, the new epoch fences it off. So nothing is stopped here.
     */
    void giveUp(AttemptId attempt, String reason) {
        lock.lock();
        try {
            reject(waiting.remove(attempt), reason);
            reject(sent.remove(attempt), reason);
        } finally {
            lock.unlock();
        }
    }

    /** Whether the agent said in its last word that it runs it, and has not died since as far as is known. */
    boolean runs(AttemptId attempt) {
        lock.lock();
        try {
            return !dead && running.contains(attempt);
        } finally {
            lock.unlock();
        }
    }

    /** Has an attempt killed, if it is here. */
    void stop(AttemptId attempt) {
        lock.lock();
        try {
            reject(waiting.remove(attempt), "stopped before it started");
            if (sent.containsKey(attempt) || running.contains(attempt)) {
                stops.add(attempt);
                news.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Has every attempt of a run killed. */
    void stopRun(UUID run) {
        Set<AttemptId> mine = new HashSet<>();
        lock.lock();
        try {
            mine.addAll(waiting.keySet());
            mine.addAll(sent.keySet());
            mine.addAll(running);
        } finally {
            lock.unlock();
        }
        mine.stream().filter(a -> a.runId().equals(run)).forEach(this::stop);
    }

    /** Has it take no more work and exit when its attempts have ended; what it was not yet sent goes elsewhere. */
    void drain() {
        lock.lock();
        try {
            draining = true;
            holdWaiting("the agent is being drained");
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Takes its word and waits for something to say, or for the next poll of the same worker. */
    Assignments poll(WorkerPoll poll, Duration atMost) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long turn = ++polls;
            asking++;
            news.signalAll();
            running = Set.copyOf(poll.running());
            free = poll.free();
            draining |= poll.draining();
            poll.acks().forEach(this::acknowledge);
            running.forEach(a -> acknowledge(new Ack(a, true, null)));
            waiting.putAll(sent);
            sent.clear();
            long nanos = atMost.toNanos();
            while (nothingToSay() && turn == polls && nanos > 0) {
                nanos = news.awaitNanos(nanos);
            }
            return turn == polls ? take() : Assignments.NONE;
        } finally {
            asking--;
            lastHeard = System.nanoTime();
            lock.unlock();
        }
    }

    /** Waits until it has asked for work, or has died, or the time is up. */
    boolean awaitConnected(Duration atMost) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long nanos = atMost.toNanos();
            while (polls == 0 && !dead && nanos > 0) {
                nanos = news.awaitNanos(nanos);
            }
            return polls > 0 && !dead;
        } finally {
            lock.unlock();
        }
    }

    private boolean nothingToSay() {
        return waiting.isEmpty() && stops.isEmpty() && !draining && !dead;
    }

    private Assignments take() {
        List<Attempt> start = new ArrayList<>();
        if (!draining) {
            waiting.values().stream().limit(Math.max(free, 0)).forEach(p -> start.add(p.attempt()));
            start.forEach(a -> sent.put(a.id(), waiting.remove(a.id())));
        }
        List<AttemptId> stop = List.copyOf(stops);
        stops.clear();
        return new Assignments(start, stop, draining);
    }

    private void holdWaiting(String reason) {
        waiting.values().forEach(p -> p.outcome().complete(new LaunchOutcome.BackPressure(reason)));
        waiting.clear();
    }

    private void acknowledge(Ack ack) {
        Pending pending = sent.remove(ack.attempt());
        if (pending != null) {
            pending.outcome().complete(ack.accepted() ? LaunchOutcome.ACCEPTED : refused(ack));
        }
    }

    /** An agent that is about to end, as an idle one does, is no failure of the attempt. */
    private LaunchOutcome refused(Ack ack) {
        String reason = String.valueOf(ack.reason());
        return draining ? new LaunchOutcome.BackPressure(reason) : new LaunchOutcome.Rejected(reason);
    }

    private void died() {
        lock.lock();
        try {
            dead = true;
            holdWaiting("the agent ended before it was sent the attempt");
            sent.values().forEach(p -> reject(p, "the agent died before it acknowledged the attempt"));
            sent.clear();
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static void reject(Pending pending, String reason) {
        if (pending != null) {
            pending.outcome().complete(new LaunchOutcome.Rejected(reason));
        }
    }

    /** Waits for a launch's outcome. */
    LaunchOutcome await(Attempt attempt, CompletableFuture<LaunchOutcome> outcome, Duration atMost) {
        outcome.completeOnTimeout(new LaunchOutcome.Rejected("the agent did not acknowledge the attempt within "
                + atMost.toSeconds() + " s"), atMost.toMillis(), TimeUnit.MILLISECONDS);
        LaunchOutcome result = outcome.join();
        if (!(result instanceof LaunchOutcome.Accepted)) {
            giveUp(attempt.id(), "given up");
        }
        return result;
    }
}
