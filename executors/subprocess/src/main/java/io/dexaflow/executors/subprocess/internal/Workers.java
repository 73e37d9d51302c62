// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.subprocess.internal;

import io.dexaflow.agent.Assignments;
import io.dexaflow.agent.WorkerPoll;
import io.dexaflow.executor.Attempt;
import io.dexaflow.executor.LaunchOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
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
final class Workers {

    private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
    private static final Duration START_PATIENCE = Duration.ofSeconds(30);

    private final Path home;
    private final SubprocessSettings settings;
    private final UnaryOperator<String> tokens;
    private final Map<String, Worker> workers = new ConcurrentHashMap<>();
    private final ReentrantLock starting = new ReentrantLock();
    private AgentProgram program;

    Workers(Path home, SubprocessSettings settings, UnaryOperator<String> tokens) {
        this.home = home;
        this.settings = settings;
        this.tokens = tokens;
    }

    /** Makes sure that agents of before can speak to this host. */
    void welcome() {
        if (Files.isDirectory(home.resolve("agents"))) {
            WorkerTokens.renew(home, tokens);
        }
    }

    Collection<Worker> all() {
        return List.copyOf(workers.values());
    }

    LaunchOutcome launch(Attempt attempt, Duration patience) throws InterruptedException {
        Worker worker = settings.perAttempt() ? null : taker();
        if (worker == null) {
            worker = begin();
            if (worker == null) {
                return new LaunchOutcome.Rejected("no agent could be started; see logs/agents in the home");
            }
        }
        CompletableFuture<LaunchOutcome> outcome = worker.offer(attempt);
        return outcome == null ? new LaunchOutcome.BackPressure("every agent is at its capacity")
                : worker.await(attempt, outcome, patience);
    }

    Assignments poll(WorkerPoll poll, Duration atMost) throws InterruptedException {
        Worker worker = workers.computeIfAbsent(poll.worker().id(), id -> adopt(poll));
        return worker.poll(poll, atMost);
    }

    /** A connected worker, without regard to its room: a full one means back-pressure, not another agent host. */
    private Worker taker() {
        return workers.values().stream().filter(w -> w.alive() && w.takes()).findFirst().orElse(null);
    }

    private Worker adopt(WorkerPoll poll) {
        String id = poll.worker().id();
        Worker worker = new Worker(id, poll.free());
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
            Worker ready = taker();
            return ready != null ? ready : started(settings.capacity(), List.of());
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
