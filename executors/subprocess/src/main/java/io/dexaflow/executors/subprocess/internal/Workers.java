// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.subprocess.internal;

import io.dexaflow.agent.Assignments;
import io.dexaflow.agent.WorkerPoll;
import io.dexaflow.executor.Attempt;
import io.dexaflow.executor.LaunchOutcome;
import io.dexaflow.executors.subprocess.internal.liveness.Memory;
import io.dexaflow.model.AttemptId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent processes of this home: those this host started, and those a predecessor left, which come back by themselves
 * and are taken over when they run this very program, else drained.
 */
final class Workers implements Memory {

    private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
    private static final Duration START_PATIENCE = Duration.ofSeconds(30);

    private final Path home;
    private final AgentFiles files;
    private final SubprocessSettings settings;
    private final UnaryOperator<String> tokens;
    private final Map<String, Worker> workers = new ConcurrentHashMap<>();
    private final Map<AttemptId, Integer> launching = new ConcurrentHashMap<>();
    private final ReentrantLock starting = new ReentrantLock();
    private AgentProgram program;

    Workers(Path home, SubprocessSettings settings, UnaryOperator<String> tokens) {
        this.home = home;
        this.files = new AgentFiles(home);
        this.settings = settings;
        this.tokens = tokens;
    }

    /**
     * Writes new tokens for agents that are there and do not ask. Theirs may have lapsed: while no host ran, or since the
     * clock was moved, or because it was made by a clock that was about to be; each is renewed until its agent speaks.
     */
    void renewSilent() throws IOException {
        for (String id : files.living()) {
            Worker worker = workers.get(id);
            if (worker == null || worker.silent()) {
                WorkerTokens.write(home, id, tokens.apply(id));
            }
        }
    }

    /** Removes what dead agents left in the home. */
    void sweep() throws IOException {
        if (files.any()) {
            files.sweep(workers.keySet(), program().fingerprint());
        }
    }

    Collection<Worker> all() {
        return List.copyOf(workers.values());
    }

    /** Offers an attempt to an agent, one that is started for it if need be; held here as long as that takes. */
    LaunchOutcome launch(Attempt attempt, Duration patience) throws InterruptedException {
        launching.merge(attempt.id(), 1, Integer::sum);
        try {
            return handOver(attempt, patience);
        } finally {
            launching.computeIfPresent(attempt.id(), (id, launches) -> launches == 1 ? null : launches - 1);
        }
    }

    @Override
    public Optional<Holder> holder(AttemptId attempt) {
        if (launching.containsKey(attempt)) {
            return Optional.of(new Holder.ThisHost());
        }
        return workers.values()
                .stream()
                .filter(worker -> worker.process() != null && worker.runs(attempt))
                .findFirst()
                .map(worker -> new Holder.Agent((int) worker.process().pid(), worker.id()));
    }

    private LaunchOutcome handOver(Attempt attempt, Duration patience) throws InterruptedException {
        List<Worker> takers = settings.perAttempt() ? List.of() : takers();
        if (takers.isEmpty()) {
            Worker begun = begin();
            if (begun == null) {
                return new LaunchOutcome.Rejected("no agent could be started; see logs/agents in the home");
            }
            takers = List.of(begun);
        }
        for (Worker worker : takers) {
            CompletableFuture<LaunchOutcome> outcome = worker.offer(attempt);
            if (outcome != null) {
                return worker.await(attempt, outcome, patience);
            }
        }
        return new LaunchOutcome.BackPressure("every agent is at its capacity");
    }

    Assignments poll(WorkerPoll poll, Duration atMost) throws InterruptedException {
        Worker known = workers.get(poll.worker().id());
        return (known == null ? adopt(poll) : known).poll(poll, atMost);
    }

    /** Connected workers, without regard to their room: full ones mean back-pressure, not another agent host. */
    private List<Worker> takers() {
        return workers.values().stream().filter(w -> w.alive() && w.takes()).toList();
    }

    private Worker adopt(WorkerPoll poll) {
        String id = poll.worker().id();
        Worker worker = new Worker(id, poll.free());
        Worker other = workers.putIfAbsent(id, worker);
        if (other != null) {
            return other;
        }
        // One that has no process any more ends here by its silence.
        ProcessHandle.of(poll.worker().pid()).ifPresent(p -> attach(worker, p));
        if (!id.startsWith(program().fingerprint() + "-")) {
            worker.drain();
        }
        LOG.info("an agent of before came back: worker={} pid={} attempts={}", id, poll.worker().pid(),
                poll.running().size());
        return worker;
    }

    /** Starts an agent and waits until it asks for work; for agent hosts one thread does it, the others wait for it. */
    private Worker begin() throws InterruptedException {
        if (settings.perAttempt()) {
            return started(1, List.of("--once"));
        }
        starting.lockInterruptibly();
        try {
            List<Worker> ready = takers();
            return ready.isEmpty() ? started(settings.capacity(), List.of()) : ready.getFirst();
        } finally {
            starting.unlock();
        }
    }

    private Worker started(int capacity, List<String> more) throws InterruptedException {
        String id = program().fingerprint() + "-" + UUID.randomUUID().toString().substring(0, 8);
        Worker worker = new Worker(id, capacity);
        workers.put(id, worker);
        List<String> arguments = new ArrayList<>(List.of("--capacity", Integer.toString(capacity), "--idle-seconds",
                Integer.toString(settings.idleSeconds())));
        arguments.addAll(more);
        try {
            ProcessHandle process = program().start(id, tokens.apply(id), arguments);
            attach(worker, process);
            LOG.info("agent started: worker={} pid={}", id, process.pid());
            if (worker.awaitConnected(START_PATIENCE)) {
                return worker;
            }
            LOG.warn("an agent did not ask for work: worker={} pid={}; see logs/agents/{}.log", id, process.pid(), id);
        } catch (IOException e) {
            LOG.warn("an agent cannot be started: {}", e.getMessage());
        }
        workers.remove(id);
        return null;
    }

    private void attach(Worker worker, ProcessHandle process) {
        worker.attach(process);
        process.onExit().thenRun(() -> workers.remove(worker.id(), worker));
    }

    private synchronized AgentProgram program() {
        if (program == null) {
            program = AgentProgram.unpack(home);
        }
        return program;
    }
}
