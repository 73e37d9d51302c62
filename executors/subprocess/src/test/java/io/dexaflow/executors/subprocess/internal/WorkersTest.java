// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.subprocess.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dexaflow.agent.WorkerPoll;
import io.dexaflow.executors.agent.process.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which agents get new tokens; an agent is a process that sleeps here. */
class WorkersTest {

    @TempDir private Path home;
    private final AtomicInteger minted = new AtomicInteger();
    private Workers workers;
    private Process process;

    @BeforeEach
    void start() throws IOException {
        process = new ProcessBuilder("sleep", "600").start();
        Files.createDirectories(home.resolve("agents"));
        workers = new Workers(home, new SubprocessSettings(false, 600, 4),
                worker -> worker + " " + minted.incrementAndGet());
    }

    @AfterEach
    void stop() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Test
    void anAgentOfBeforeThatHasNotComeYetGetsATokenEachTime() throws IOException {
        agent("before", process.pid());
        workers.renewSilent();
        assertThat(token("before")).hasContent("before 1");
        workers.renewSilent();
        assertThat(token("before")).hasContent("before 2");
    }

    @Test
    void anAgentThatAsksNeedsNoneAndOneThatHasStoppedAskingDoes() throws Exception {
        String worker = AgentProgram.unpack(home).fingerprint() + "-asks";
        agent(worker, process.pid());
        workers.poll(poll(worker), Duration.ZERO);
        workers.renewSilent();
        assertThat(token(worker)).doesNotExist();
        await().untilAsserted(() -> {
            workers.renewSilent();
            assertThat(token(worker)).hasContent(worker + " 1");
        });
    }

    @Test
    void anAgentThatWaitsForItsAnswerAsks() throws Exception {
        String worker = AgentProgram.unpack(home).fingerprint() + "-waits";
        agent(worker, process.pid());
        Thread waiting = Thread.ofVirtual().start(() -> {
            try {
                workers.poll(poll(worker), Duration.ofMinutes(1));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        await().until(() -> !workers.all().isEmpty() && workers.all().iterator().next().takes());
        workers.renewSilent();
        assertThat(token(worker)).doesNotExist();
        waiting.interrupt();
        waiting.join();
    }

    @Test
    void aDeadAgentGetsNone() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        agent("dead", ended.pid());
        workers.renewSilent();
        assertThat(token("dead")).doesNotExist();
    }

    private void agent(String worker, long pid) throws IOException {
        Files.writeString(home.resolve("agents/" + worker + ".json"), "{\"worker\":\"" + worker + "\",\"pid\":" + pid
                + ",\"start_ticks\":1,\"boot_id\":\"" + Machine.bootId() + "\"}");
    }

    private Path token(String worker) {
        return home.resolve("agents/" + worker + ".token");
    }

    private WorkerPoll poll(String worker) {
        return new WorkerPoll(new WorkerPoll.Worker(worker, "0.1.0", process.pid(), 0, "", "here"), 4,
                false, List.of(), List.of());
    }
}
