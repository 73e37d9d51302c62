// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.dispatch;

import io.dexaflow.agent.AgentTokens;
import io.dexaflow.executor.Attempt;
import io.dexaflow.executor.LaunchOutcome;
import io.dexaflow.executor.TaskExecutor;
import io.dexaflow.model.Dag;
import io.dexaflow.scheduler.internal.Ledgers;
import io.dexaflow.scheduler.internal.SchedulerConfig;
import io.dexaflow.scheduler.internal.dispatch.DispatchSettler.Settlement;
import io.dexaflow.store.LeadershipTerm;
import io.dexaflow.store.StoreException;
import io.dexaflow.store.TaskLedger.Candidate;
import io.dexaflow.store.TaskLedger.Claim;
import io.dexaflow.store.TaskLedger.Claims;
import io.dexaflow.trail.Observer.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes task instances from the tick, claims them, hands them to their executors, and writes what became of that
 * (R55 to R59). Buffered: the tick never waits for an executor, and what comes together is claimed and written together.
 *
 * <p>A claim or a write that fails writes nothing and is offered again by a later tick; the epoch fences whatever was
 * handed over meanwhile (R15).
 */
@Component(name = "io.dexaflow.scheduler.dispatcher", service = Dispatcher.class,
        configurationPid = SchedulerConfig.PID)
public final class Dispatcher {

    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
    private static final int CLAIM_BATCH = 256;
    /** The longest a stop waits for hand-overs that are under way (R59, T101). */
    private static final Duration DRAIN = Duration.ofSeconds(15);
    /** How long a task waits for an executor that nobody offers (design 6.15). */
    static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Ledgers ledgers;
    private final ExecutorRegistry executors;
    private final AgentTokens tokens;
    private final DispatchSettler settler;
    private final int bufferSize;
    private final BlockingQueue<Candidate> buffer = new LinkedBlockingQueue<>();
    private final Map<UUID, Candidate> inFlight = new ConcurrentHashMap<>();
    private volatile boolean open;
    private Thread claimer;

    @Activate
    public Dispatcher(@Reference(name = "ledgers") Ledgers ledgers,
            @Reference(name = "executors") ExecutorRegistry executors,
            @Reference(name = "agent-tokens") AgentTokens tokens,
            @Reference(name = "settler") DispatchSettler settler, SchedulerConfig config) {
        this.ledgers = ledgers;
        this.executors = executors;
        this.tokens = tokens;
        this.settler = settler;
        this.bufferSize = Math.max(1, config.dispatch_buffer__size());
    }

    @Activate
    void start() {
        open = true;
        claimer = Thread.ofVirtual().name("dexaflow-claimer").start(this::claimLoop);
    }

    /** Task instances on their way; a tick leaves them alone and counts their slots. */
    public Set<UUID> inFlight() {
        return Set.copyOf(inFlight.keySet());
    }

    /** How many more can be taken now. */
    public int room() {
        return open ? Math.max(0, bufferSize - inFlight.size()) : 0;
    }

    /** What became of an offer. */
    public enum Offer {
        /** It is on its way. */
        TAKEN,
        /** No room, or the dispatcher closes: nothing is written, a later tick offers it again (T98). */
        NO_ROOM,
        /** Its executor is not here: it waits. */
        EXECUTOR_ABSENT,
        /** Its executor has not been here for {@link #PATIENCE}. */
        EXECUTOR_GONE
    }

    /** Takes a task instance on its way, if it can. */
    public Offer offer(Candidate candidate) {
        if (executors.find(candidate.executor()).isEmpty()) {
            boolean gone = absentFor(candidate).compareTo(PATIENCE) >= 0;
            return gone ? Offer.EXECUTOR_GONE : Offer.EXECUTOR_ABSENT;
        }
        if (room() == 0 || inFlight.putIfAbsent(candidate.taskInstanceId(), candidate) != null) {
            return Offer.NO_ROOM;
        }
        executors.handing(candidate.taskInstanceId(), candidate.executor());
        buffer.add(candidate);
        if (!open && buffer.remove(candidate)) {
            release(candidate.taskInstanceId());
            return Offer.NO_ROOM;
        }
        return Offer.TAKEN;
    }

    /** For how long nobody has offered a task instance's executor, in database time. */
    public Duration absentFor(Candidate candidate) {
        Instant now = ledgers.clock().now();
        return Duration.between(executors.absentSince(candidate.executor(), now), now);
    }

    /** The name of the executor that a task instance goes to. */
    public String executorOf(Candidate candidate) {
        return executors.resolve(candidate.executor());
    }

    @Deactivate
    void stop() throws InterruptedException {
        open = false;
        List<Candidate> waiting = new ArrayList<>();
        buffer.drainTo(waiting);
        waiting.forEach(c -> release(c.taskInstanceId()));
        awaitIdle();
        // The registry outlives this dispatcher.
        inFlight().forEach(this::release);
        claimer.interrupt();
        claimer.join(Duration.ofSeconds(5));
    }

    private void awaitIdle() {
        long deadline = System.nanoTime() + DRAIN.toNanos();
        while (!inFlight.isEmpty() && System.nanoTime() - deadline < 0 && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
        }
    }

    /** A hand-over that ends after this dispatcher has stopped finds nothing to end: it may be on its way anew. */
    private void release(UUID taskInstance) {
        if (inFlight.containsKey(taskInstance)) {
            executors.handed(taskInstance);
            inFlight.remove(taskInstance);
        }
    }

    private void claimLoop() {
        List<Candidate> batch = new ArrayList<>();
        while (!Thread.currentThread().isInterrupted()) {
            try {
                batch.add(buffer.take());
                buffer.drainTo(batch, CLAIM_BATCH - 1);
                claimAndLaunch(batch);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException | Error e) {
                LOG.warn("cannot claim {} task instances, a later tick offers them again: {}", batch.size(),
                        e.getMessage(), e instanceof StoreException ? null : e);
                batch.forEach(c -> release(c.taskInstanceId()));
            }
            batch.clear();
        }
    }

    private void claimAndLaunch(Collection<Candidate> batch) {
        Map<UUID, Candidate> byId = batch.stream()
                .collect(Collectors.toMap(Candidate::taskInstanceId, Function.identity()));
        LeadershipTerm term = settler.term().orElse(null);
        if (term != null) {
            Claims claims = ledgers.tasks().claim(executorsOf(byId), term.term());
            for (Claim claim : claims.claims()) {
                Candidate candidate = byId.remove(claim.facts().taskInstanceId());
                Thread.ofVirtual().name("dexaflow-launch").start(() -> launch(candidate, claim, claims));
            }
        }
        byId.keySet().forEach(this::release);
    }

    /** An attempt remembers its executor, whatever the default is by the time it is judged (design 6.16). */
    private Map<UUID, String> executorsOf(Map<UUID, Candidate> candidates) {
        return candidates.entrySet()
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, e -> executors.resolve(e.getValue().executor())));
    }

    private void launch(Candidate candidate, Claim claim, Claims claims) {
        long began = System.nanoTime();
        LaunchOutcome outcome = outcome(candidate, claim, claims);
        settler.add(new Settlement(candidate, claim.attempt(), outcome, executorOf(candidate),
                () -> release(candidate.taskInstanceId())));
        ledgers.chronicle().took(Stage.DISPATCH, executorOf(candidate), began);
    }

    private LaunchOutcome outcome(Candidate candidate, Claim claim, Claims claims) {
        try {
            Dag dag = ledgers.dags().dag(candidate.versionId()).orElse(null);
            if (dag == null) {
                return new LaunchOutcome.Refused("its DAG version is gone");
            }
            TaskExecutor executor = executors.find(candidate.executor()).orElse(null);
            if (executor == null) {
                return new LaunchOutcome.BackPressure("its executor left a moment ago");
            }
            String token = tokens.forAttempt(claim.attempt(), claim.facts().taskInstanceId(), claims.now());
            LaunchOutcome outcome = executor.launch(new Attempt(claim.attempt(), claim.facts(),
                    dag.tasks().get(candidate.ordinal()), token));
            return outcome == null ? new LaunchOutcome.Rejected("its executor gave no answer (null)") : outcome;
        } catch (RuntimeException | Error e) {
            LOG.warn("dispatch failed: dag={} {}", candidate.dagId(), claim.attempt(), e);
            // Whatever an executor throws is this task's failure alone (R59).
            return new LaunchOutcome.Rejected(e.toString());
        }
    }
}
