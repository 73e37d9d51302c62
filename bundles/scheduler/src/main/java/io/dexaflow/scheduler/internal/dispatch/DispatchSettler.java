// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.dispatch;

import io.dexaflow.control.Leadership;
import io.dexaflow.executor.LaunchOutcome;
import io.dexaflow.model.AttemptId;
import io.dexaflow.scheduler.internal.Ledgers;
import io.dexaflow.scheduler.internal.trail.Chronicle;
import io.dexaflow.store.LeadershipTerm;
import io.dexaflow.store.StoreException;
import io.dexaflow.store.TaskLedger;
import io.dexaflow.store.TaskLedger.Candidate;
import io.dexaflow.store.TaskLedger.DispatchFailure;
import io.dexaflow.timing.Ladder;
import io.dexaflow.trail.Decision;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
    private final Chronicle chronicle;
    private final Ladder ladder;
    private final Leadership leadership;
    private final ScheduleDelays delays;
    private final BlockingQueue<Settlement> outcomes = new LinkedBlockingQueue<>();
    private Thread thread;

    /**
     * What became of one hand-over.
     *
     * @param attempt the claimed attempt
     * @param executor the name of the executor that it was handed to
     * @param done what follows once it is written, or cannot be
     */
    record Settlement(Candidate candidate, AttemptId attempt, LaunchOutcome outcome, String executor, Runnable done) {}

    @Activate
    public DispatchSettler(@Reference(name = "ledgers") Ledgers ledgers, @Reference(name = "ladder") Ladder ladder,
            @Reference(name = "leadership") Leadership leadership,
            @Reference(name = "schedule-delays") ScheduleDelays delays) {
        this.tasks = ledgers.tasks();
        this.chronicle = ledgers.chronicle();
        this.ladder = ladder;
        this.leadership = leadership;
        this.delays = delays;
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
            } catch (RuntimeException | Error e) {
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
                if (!e.mayPass()) {
                    settleOneByOne(batch, term.term(), e);
                    return;
                }
                LOG.warn("cannot write what became of {} dispatches, trying again: {}", batch.size(), e.getMessage());
                LockSupport.parkNanos(AGAIN.toNanos());
            }
        }
    }

    /** One that the database does not take must not hold up the others; its row is offered again. */
    private void settleOneByOne(List<Settlement> batch, long term, StoreException refusal) {
        if (batch.size() == 1) {
            LOG.error("cannot write what became of a dispatch: {}", batch.getFirst().attempt(), refusal);
            return;
        }
        for (Settlement settlement : batch) {
            try {
                settle(List.of(settlement), term);
            } catch (StoreException e) {
                LOG.error("cannot write what became of a dispatch: {}", settlement.attempt(), e);
            }
        }
    }

    /** What each outcome asks for, before it is written. */
    private final class Batch {

        private final List<Settlement> accepted = new ArrayList<>();
        private final List<AttemptId> held = new ArrayList<>();
        private final List<DispatchFailure> failed = new ArrayList<>();
        private final List<Decision> toldOnFailure = new ArrayList<>();
        private final Map<AttemptId, String> refused = new HashMap<>();
        private final List<Decision> toldOnRefusal = new ArrayList<>();

        Batch(List<Settlement> settlements) {
            settlements.forEach(this::sort);
        }

        private void sort(Settlement s) {
            switch (s.outcome()) {
                case LaunchOutcome.Accepted() -> accepted.add(s);
                case LaunchOutcome.BackPressure(String reason) -> {
                    LOG.debug("dispatch held: dag={} {}: {}", s.candidate().dagId(), s.attempt(), reason);
                    held.add(s.attempt());
                }
                case LaunchOutcome.Rejected(String reason) -> failed.add(failure(s, reason));
                case LaunchOutcome.Refused(String reason) -> refuse(s, "dispatch refused: " + reason);
            }
        }

        private void refuse(Settlement s, String message) {
            refused.put(s.attempt(), message);
            toldOnRefusal.add(DispatchWords.undispatchable(s.candidate(), s.attempt(), "refused", message));
        }

        private DispatchFailure failure(Settlement s, String reason) {
            int failures = s.candidate().dispatchAttempts() + 1;
            boolean last = failures >= ladder.dispatchBudget();
            String message = "dispatch_failed after " + failures + " attempts: " + reason;
            toldOnFailure.add(last ? DispatchWords.failedForGood(s.candidate(), s.attempt(), message)
                    : DispatchWords.failedForNow(s.candidate(), s.attempt(), message));
            return new DispatchFailure(s.attempt(), ladder.backoff(failures), last, message);
        }
    }

    private void settle(List<Settlement> settlements, long term) {
        Batch batch = new Batch(settlements);
        if (!batch.accepted.isEmpty()) {
            List<AttemptId> attempts = batch.accepted.stream().map(Settlement::attempt).toList();
            Set<AttemptId> moved = new HashSet<>(tasks.queued(attempts, term));
            List<Settlement> queued = batch.accepted.stream().filter(s -> moved.contains(s.attempt())).toList();
            chronicle.trail()
                    .written(queued.stream()
                            .map(s -> DispatchWords.queued(s.candidate(), s.attempt(), s.executor()))
                            .toList());
            delays.tell(queued.stream().map(Settlement::candidate).toList());
        }
        if (!batch.held.isEmpty()) {
            tasks.dispatchHeld(batch.held, ladder.backoff(1), term);
        }
        if (!batch.failed.isEmpty()) {
            tasks.dispatchFailed(batch.failed, term);
            chronicle.trail().written(batch.toldOnFailure);
        }
        if (!batch.refused.isEmpty()) {
            tasks.dispatchRefused(batch.refused, term);
            chronicle.trail().written(batch.toldOnRefusal);
        }
    }
}
