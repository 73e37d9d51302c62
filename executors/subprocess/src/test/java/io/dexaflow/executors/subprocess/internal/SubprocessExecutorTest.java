// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.subprocess.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dexaflow.agent.AgentTokens;
import io.dexaflow.agent.Assignments;
import io.dexaflow.agent.WorkerPoll;
import io.dexaflow.agent.WorkerPoll.Ack;
import io.dexaflow.executor.Attempt;
import io.dexaflow.executor.Signal;
import io.dexaflow.executor.TaskExecutor;
import io.dexaflow.executor.TaskExecutorContract;
import io.dexaflow.executor.Verdict;
import io.dexaflow.executors.agent.process.AgentRecord;
import io.dexaflow.executors.agent.process.AttemptKey;
import io.dexaflow.executors.agent.process.Machine;
import io.dexaflow.executors.agent.process.RecordDirectory;
import io.dexaflow.executors.subprocess.internal.liveness.Liveness;
import io.dexaflow.model.AttemptId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.BundleContext;

/** The contract, with a thread (and a process that sleeps) in the place of the agent host: it takes all it gets, once. */
class SubprocessExecutorTest extends TaskExecutorContract {

    private static final int CAPACITY = 8;

    @TempDir private Path home;

    private final List<AttemptId> begun = new CopyOnWriteArrayList<>();
    private SubprocessExecutor executor;
    private RecordDirectory records;
    private Process process;
    private Thread agent;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        process = new ProcessBuilder("sleep", "600").start();
        records = new RecordDirectory(home.resolve("records").toString());
        executor = new SubprocessExecutor(new NoTokens(), new Defaults(), context(),
                memory -> Liveness.in(records.path(), memory));
        executor.start();
        String worker = worker();
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

    @Override
    protected Set<Signal> signals() {
        return EnumSet.of(Signal.SILENT, Signal.NEVER_BEATEN, Signal.NOT_STARTED);
    }

    @Test
    void marksOnItsAttemptsAreFinal() {
        assertThat(executor.marksAreProvisional()).isFalse();
    }

    @Test
    void whatIsBeingHandedOverIsAliveBeforeThereIsARecord() throws Exception {
        agent.interrupt();
        agent.join();
        Attempt attempt = attempt("waits", 1);
        Thread launch = Thread.ofVirtual().start(() -> executor.launch(attempt));
        await().untilAsserted(() -> assertThat(judge(attempt).words()).contains("handing it to an agent"));
        assertThat(judge(attempt).label()).isEqualTo("dispatch_lost_process_alive");
        executor.stop(attempt.id());
        launch.join();
        assertThat(judge(attempt).kind()).isEqualTo(Verdict.Kind.REAP);
    }

    @Test
    void whatAnAgentSaysItRunsIsAliveAsLongAsTheAgentIs() throws Exception {
        agent.interrupt();
        agent.join();
        Attempt attempt = attempt("cleaned", 1);
        executor.poll(new WorkerPoll(poll(worker(), List.of()).worker(), 1, false, List.of(attempt.id()), List.of()),
                Duration.ZERO);
        assertThat(judge(attempt).words()).contains("agent " + process.pid() + " is alive and says that it has it");
        process.destroyForcibly().waitFor();
        await().untilAsserted(() -> assertThat(judge(attempt).kind()).isEqualTo(Verdict.Kind.REAP));
    }

    private Verdict judge(Attempt attempt) {
        return executor.judge(Signal.NOT_STARTED, List.of(suspect(attempt))).getFirst();
    }

    private String worker() {
        return AgentProgram.unpack(home).fingerprint() + "-thread";
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
            record(attempt.id());
        }
        return new Ack(attempt.id(), true, null);
    }

    /** As an agent does before it acknowledges. */
    private void record(AttemptId id) {
        try {
            records.write(new AttemptKey(id.runId().toString(), id.taskId(), id.tryNumber()),
                    new AgentRecord((int) process.pid(), 0, Machine.bootId(), id.epoch()));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
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
