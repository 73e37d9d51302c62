// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long an agent stays where its host has gone; its idle time of ten minutes plays no part here. */
class LeftAloneTest {

    /** With the retry delays of the bench these take at least a second, twice as long as an agent stays alone. */
    private static final int POLLS = 12;

    @TempDir private Path home;
    private AgentBench bench;
    private long deadHost;

    @BeforeEach
    void start() throws Exception {
        bench = new AgentBench(home);
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        deadHost = ended.pid();
    }

    @AfterEach
    void stop() {
        bench.close();
    }

    @Test
    void anAgentWithoutWorkEndsSoonAfterItsHost() throws Exception {
        hostIs(deadHost);
        await().atMost(AgentBench.PATIENCE).until(() -> !bench.agentRuns());
        assertThat(bench.agentLog()).contains("ending: nothing to do").contains("agent ended");
        assertThat(home.resolve("agents/w1.json")).doesNotExist();
    }

    @Test
    void anAgentWithoutWorkEndsSoonAfterItsHostHasTakenItsAddressAway() throws Exception {
        hostIs(ProcessHandle.current().pid());
        awaitPolls(2);
        Files.delete(home.resolve("server.json"));
        await().atMost(AgentBench.PATIENCE).until(() -> !bench.agentRuns());
    }

    @Test
    void anAgentWithoutWorkStaysWhileItsHostLivesAndCannotAnswer() throws Exception {
        hostIs(ProcessHandle.current().pid());
        awaitPolls(POLLS);
        assertThat(bench.agentRuns()).isTrue();
    }

    @Test
    void anAgentWithAnAttemptStaysAndTellsTheNextHost() throws Exception {
        AgentBench.Task task = bench.bash("while [ ! -e go ]; do sleep 0.02; done").assign();
        task.awaitState("running");
        hostIs(deadHost);
        awaitPolls(POLLS);
        home.resolve("go").toFile().mkdir();
        assertThat(bench.agentRuns()).isTrue();
        bench.host.status = path -> null;
        bench.host.writeServerJson(home, ProcessHandle.current().pid());
        task.awaitSuccess();
    }

    /** Nothing is answered from now on, by a host that is this process. */
    private void hostIs(long pid) throws IOException {
        bench.host.writeServerJson(home, pid);
        bench.host.status = path -> 503;
    }

    private void awaitPolls(int number) {
        int before = polls();
        await().atMost(AgentBench.PATIENCE).until(() -> polls() >= before + number);
    }

    private int polls() {
        return (int) bench.host.requests.stream().filter(path -> path.endsWith("/poll")).count();
    }
}
