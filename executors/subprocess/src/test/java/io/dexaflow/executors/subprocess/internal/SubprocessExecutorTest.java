// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.subprocess.internal;

import io.dexaflow.agent.AgentTokens;
import io.dexaflow.agent.Assignments;
import io.dexaflow.agent.WorkerPoll;
import io.dexaflow.agent.WorkerPoll.Ack;
import io.dexaflow.executor.Attempt;
import io.dexaflow.executor.TaskExecutor;
import io.dexaflow.executor.TaskExecutorContract;
import io.dexaflow.model.AttemptId;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.BundleContext;

/** The contract, with a thread (and a process that sleeps) in the place of the agent host: it takes all it gets, once. */
class SubprocessExecutorTest extends TaskExecutorContract {

    private static final int CAPACITY = 8;

    @TempDir private Path home;

    private final List<AttemptId> begun = new CopyOnWriteArrayList<>();
    private SubprocessExecutor executor;
    private Process process;
    private Thread agent;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        process = new ProcessBuilder("sleep", "600").start();
        executor = new SubprocessExecutor(new NoTokens(), new Defaults(), context());
        executor.start();
        String worker = AgentProgram.unpack(home).fingerprint() + "-thread";
        executor.poll(poll(worker, List.of()), Duration.ZERO);
        agent = Thread.ofVirtual().start(() -> work(worker));
    }

    @AfterEach
    void stop() throws InterruptedException {
        executor.stop();
        agent.interrupt();
        agent.join();
        process.destroyForcibly().waitFor();
    }

    @Override
    protected TaskExecutor executor() {
        return executor;
    }

    @Override
    protected List<AttemptId> begun() {
        return begun;
    }

    private void work(String worker) {
        List<Ack> acks = List.of();
        try {
            while (true) {
                Assignments told = executor.poll(poll(worker, acks), Duration.ofSeconds(5));
                acks = new ArrayList<>(told.start().stream().map(this::take).toList());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Ack take(Attempt attempt) {
        if (!begun.contains(attempt.id())) {
            begun.add(attempt.id());
        }
        return new Ack(attempt.id(), true, null);
    }

    private WorkerPoll poll(String worker, List<Ack> acks) {
        return new WorkerPoll(new WorkerPoll.Worker(worker, "0.1.0", process.pid(), 0, "", "here"), CAPACITY, false,
                List.of(), acks);
    }

    private BundleContext context() {
        return (BundleContext) Proxy.newProxyInstance(getClass().getClassLoader(),
                new Class<?>[]{BundleContext.class},
                (proxy, method, args) -> method.getName().equals("getProperty") ? home.toString() : null);
    }

    private static final class NoTokens implements AgentTokens {

        @Override
        public String forAttempt(AttemptId attempt, UUID taskInstanceId, Instant now) {
            return "attempt";
        }

        @Override
        public String forWorker(String workerId, String executor) {
            return "worker";
        }
    }

    private static final class Defaults implements SubprocessConfig {

        @Override
        public Class<? extends Annotation> annotationType() {
            return SubprocessConfig.class;
        }

        @Override
        public String agent_isolation() {
            return "host";
        }

        @Override
        public int agent_idle__seconds() {
            return 600;
        }

        @Override
        public int agent_capacity() {
            return CAPACITY;
        }

        @Override
        public String[] subprocess_inherit__env() {
            return new String[0];
        }
    }
}
