// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dexaflow.executors.agent.process.AttemptKey;
import io.dexaflow.executors.agent.process.GroupRecord;
import io.dexaflow.executors.agent.process.ProcStat;
import io.dexaflow.executors.agent.process.Processes;
import io.dexaflow.executors.agent.process.RecordDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent as a process of its own. */
class ProgramTest {

    private static final Duration PATIENCE = Duration.ofSeconds(40);

    @TempDir private Path home;
    private StubHost host;
    private final String mark = UUID.randomUUID().toString();
    private final List<Process> started = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        host = new StubHost();
        host.writeServerJson(home);
        Files.createDirectories(home.resolve("agents"));
        Files.writeString(home.resolve("agents/w1.token"), host.workerToken);
    }

    @AfterEach
    void stop() {
        started.forEach(Process::destroyForcibly);
        AgentBench.marked("MARK=" + mark).forEach(pid -> Processes.signal(pid, Processes.SIGKILL));
        host.close();
    }

    @Test
    void onceRunsOneAttemptAndEnds() throws Exception {
        assign("r1", "echo done");
        Process agent = agent("--once");
        assertThat(exit(agent)).isZero();
        assertThat(host.states("r1")).containsExactly("running", "success");
        assertThat(home.resolve("agents/w1.json")).doesNotExist();
        assertThat(home.resolve("agents/w1.token")).doesNotExist();
        assertThat(host.polls).allSatisfy(poll -> assertThat(poll.flag("draining")).isFalse());
    }

    @Test
    @DisplayName("R184: an agent whose report was not accepted exits with 1")
    void onceWithoutAnAcceptedReportExitsWithOne() throws Exception {
        host.onReport = report -> report.state().equals("running")
                ? Map.of("acknowledged", true, "should_terminate", false)
                : Map.of("error", "unauthenticated");
        assign("r1", "true");
        assertThat(exit(agent("--once"))).isEqualTo(1);
    }

    @Test
    @DisplayName("R174: told to stop, the agent ends its tasks, reports them failed, and is gone")
    void terminationEndsTheTasksAndReportsThem() throws Exception {
        assign("r1", "trap '' TERM; echo up; sleep 60 & sleep 60");
        Process agent = agent();
        awaitUp("r1");
        agent.destroy();
        assertThat(exit(agent)).isEqualTo(143);
        assertThat(host.states("r1")).containsExactly("running", "failed");
        assertThat(host.reports.getLast().body().text("error")).contains("told to stop");
        assertThat(AgentBench.marked("MARK=" + mark)).isEmpty();
        assertThat(home.resolve("agents/w1.json")).doesNotExist();
        assertThat(records().agent(key("r1"))).isEmpty();
    }

    @Test
    void anIdleAgentEnds() throws Exception {
        Process agent = agent("--idle-seconds", "1");
        assertThat(exit(agent)).isZero();
        assertThat(host.polls).isNotEmpty();
    }

    @Test
    void aKilledAgentLeavesTheGroupAndItsRecords() throws Exception {
        assign("r1", "echo up; sleep 60");
        Process agent = agent();
        awaitUp("r1");
        await().until(() -> records().group(key("r1")).isPresent());
        agent.destroyForcibly().waitFor();
        GroupRecord group = records().group(key("r1")).orElseThrow();
        assertThat(group.agentPid()).isEqualTo((int) agent.pid());
        assertThat(ProcStat.read(group.groupId()).orElseThrow().startTicks()).isEqualTo(group.leaderTicks());
        assertThat(Processes.signalGroup(group.groupId(), Processes.SIGKILL)).isZero();
    }

    @Test
    @DisplayName("R171: a process that leaves its task's group is named in the agent's log and waited for when it ends")
    void escapeesAreNamedAndWaitedFor() throws Exception {
        assign("r1", "setsid sleep 300 >/dev/null 2>&1 & sleep 0.3");
        Process agent = agent();
        await().atMost(PATIENCE).until(() -> host.states("r1").contains("success"));
        await().atMost(PATIENCE).until(() -> log().contains("command=sleep task=t-r1"));
        List<Integer> escaped = AgentBench.marked("MARK=" + mark);
        assertThat(escaped).hasSize(1);
        assertThat(ProcStat.read(escaped.getFirst()).orElseThrow().parent()).isEqualTo((int) agent.pid());
        Processes.signal(escaped.getFirst(), Processes.SIGKILL);
        await().atMost(PATIENCE).until(() -> ProcStat.read(escaped.getFirst()).isEmpty());
    }

    @Test
    void theTokenIsNowhereATaskCouldSeeIt() throws Exception {
        assign("r1", "cat /proc/$PPID/environ /proc/$PPID/cmdline | tr '\\0' '\\n'");
        Process agent = agent("--once");
        assertThat(exit(agent)).isZero();
        assertThat(Files.readString(home.resolve("r1.log"))).contains("--worker").doesNotContain(host.workerToken);
    }

    @Test
    void badUsageExitsWithTwoAndSaysWhy() throws Exception {
        Process agent = program("--home", home.toString(), "--worker", "../x", "--capacity", "1");
        assertThat(exit(agent)).isEqualTo(2);
        assertThat(log()).contains("--worker ../x").contains("usage: agent");
        Files.delete(home.resolve("agents/w1.token"));
        assertThat(exit(agent())).isEqualTo(1);
        assertThat(log()).contains("agent cannot start").contains("w1.token");
    }

    private void awaitUp(String name) {
        await().atMost(PATIENCE)
                .until(() -> Files.exists(home.resolve(name + ".log"))
                        && Files.readString(home.resolve(name + ".log")).startsWith("up"));
    }

    private void assign(String name, String script) {
        Map<String, Object> spec = Map.of("argv", List.of("bash", "-c", script), "env",
                Map.of("MARK", mark, "DEXAFLOW_TASK_ID", "t-" + name), "inherit_env", List.of("PATH"), "working_dir",
                home.toString(), "log_file", home.resolve(name + ".log").toString(), "scratch_dir",
                home.resolve("agents/scratch/" + name).toString());
        host.registered.put(name, Map.of("should_terminate", false, "spec", spec));
        host.assign(Map.of("run", name, "task", "t-" + name, "try", 1, "epoch", 1, "token", name, "task_instance",
                "ti"));
    }

    private RecordDirectory records() {
        return new RecordDirectory(home.resolve("tmp/dexaflow-agent-pids-" + Processes.uid()).toString());
    }

    private static AttemptKey key(String name) {
        return new AttemptKey(name, "t-" + name, 1);
    }

    private Process agent(String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--home", home.toString(), "--worker", "w1", "--capacity",
                "4"));
        arguments.addAll(List.of(more));
        return program(arguments.toArray(String[]::new));
    }

    private Process program(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED", "-cp",
                System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of(arguments));
        Files.createDirectories(home.resolve("tmp"));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(home.resolve("agent.log").toFile()));
        builder.environment().put("TMPDIR", home.resolve("tmp").toString());
        Process process = builder.start();
        started.add(process);
        return process;
    }

    private String log() throws IOException {
        return Files.readString(home.resolve("agent.log"));
    }

    private static int exit(Process process) throws InterruptedException {
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as("the agent ends").isTrue();
        return process.exitValue();
    }
}
