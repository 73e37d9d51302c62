// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.dispatch;

import io.dexaflow.control.Leadership;
import io.dexaflow.executor.LaunchOutcome;
import io.dexaflow.model.AttemptId;
import io.dexaflow.scheduler.internal.Ledgers;
import io.dexaflow.store.LeadershipTerm;
import io.dexaflow.store.StoreException;
import io.dexaflow.store.TaskLedger;
import io.dexaflow.store.TaskLedger.Candidate;
import io.dexaflow.store.TaskLedger.DispatchFailure;
import io.dexaflow.timing.Ladder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what became of hand-overs, those that come together in one statement each. While the database is away it goes on
 * trying as long as this host leads; after that the epochs fence whatever was handed over.
 */
@Component(name = "io.dexaflow.scheduler.dispatch-settler", service = DispatchSettler.class)
public final class DispatchSettler {

    private static final Logger LOG = LoggerFactory.getLogger(DispatchSettler.class);
    private static final Duration AGAIN = Duration.ofMillis(500);

    private final TaskLedger tasks;
    private final Ladder ladder;
    private final Leadership leadership;
    private final BlockingQueue<Settlement> outcomes = new LinkedBlockingQueue<>();
    private Thread thread;

    /**
     * What became of one hand-over.
     *
     * @param attempt the claimed attempt
     * @param done what follows once it is written, or cannot be
     */
    record Settlement(Candidate candidate, AttemptId attempt, LaunchOutcome outcome, Runnable done) {}

    @Activate
    public DispatchSettler(@Reference(name = "ledgers") Ledgers ledgers, @Reference(name = "ladder") Ladder ladder,
            @Reference(name = "leadership") Leadership leadership) {
        this.tasks = ledgers.tasks();
        this.ladder = ladder;
        this.leadership = leadership;
    }

    @Activate
    void start() {
        thread = Thread.ofVirtual().name("dexaflow-settler").start(this::loop);
    }

    void add(Settlement settlement) {
        outcomes.add(settlement);
    }

    /** The term under which this host may write; empty while it does not lead. */
    Optional<LeadershipTerm> term() {
        return leadership.current();
    }

    @Deactivate
    void stop() throws InterruptedException {
        thread.interrupt();
        thread.join(Duration.ofSeconds(5));
    }

    private void loop() {
        List<Settlement> batch = new ArrayList<>();
        while (!Thread.currentThread().isInterrupted()) {
            try {
                batch.add(outcomes.take());
                outcomes.drainTo(batch);
                settleUntilDone(batch);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException e) {
                LOG.error("cannot write what became of {} dispatches", batch.size(), e);
            }
            batch.forEach(s -> s.done().run());
            batch.clear();
        }
    }

    private void settleUntilDone(List<Settlement> batch) {
        while (!Thread.currentThread().isInterrupted()) {
            LeadershipTerm term = leadership.current().orElse(null);
            if (term == null) {
                return;
            }
            try {
                settle(batch, term.term());
                return;
            } catch (StoreException e) {
                LOG.warn("cannot write what became of {} dispatches, trying again: {}", batch.size(), e.getMessage());
                LockSupport.parkNanos(AGAIN.toNanos());
            }
        }
    }

    private void settle(List<Settlement> batch, long term) {
        List<AttemptId> accepted = new ArrayList<>();
        List<AttemptId> held = new ArrayList<>();
        List<DispatchFailure> failed = new ArrayList<>();
        for (Settlement s : batch) {
            switch (s.outcome()) {
                case LaunchOutcome.Accepted() -> accepted.add(s.attempt());
                case LaunchOutcome.BackPressure(String reason) -> {
                    LOG.debug("dispatch held: dag={} {}: {}", s.candidate().dagId(), s.attempt(), reason);
                    held.add(s.attempt());
                }
                case LaunchOutcome.Rejected(String reason) -> failed.add(failure(s, reason));
                case LaunchOutcome.Refused(String reason) -> {
                    LOG.warn("dispatch refused: dag={} {}: {}", s.candidate().dagId(), s.attempt(), reason);
                    tasks.dispatchRefused(s.attempt(), "dispatch refused: " + reason, term);
                }
            }
        }
        if (!accepted.isEmpty()) {
            tasks.queued(accepted, term);
        }
        if (!held.isEmpty()) {
            tasks.dispatchHeld(held, ladder.backoff(1), term);
        }
        if (!failed.isEmpty()) {
            tasks.dispatchFailed(failed, term);
        }
    }

    private DispatchFailure failure(Settlement s, String reason) {
        int failures = s.candidate().dispatchAttempts() + 1;
        boolean last = failures >= ladder.dispatchBudget();
        LOG.warn("dispatch failed: dag={} {} failure={} of {}: {}", s.candidate().dagId(), s.attempt(), failures,
                ladder.dispatchBudget(), reason);
        String message = "dispatch_failed after " + failures + " attempts: " + reason;
        return new DispatchFailure(s.attempt(), ladder.backoff(failures), last, message);
    }
}
