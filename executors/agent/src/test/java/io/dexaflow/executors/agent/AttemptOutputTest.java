// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.executors.agent.process.Spawner;
import io.dexaflow.executors.agent.support.Timing;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of what a task writes, and what it finds in its environment. */
class AttemptOutputTest {

    @TempDir private Path home;
    private AgentBench bench;

    @BeforeEach
    void start() throws Exception {
        bench = new AgentBench(home);
    }

    @AfterEach
    void stop() {
        bench.close();
    }

    @Test
    @DisplayName("D04: a MiB on standard error and a line on standard output are both complete, quickly")
    void bothStreamsComplete() {
        long begin = System.nanoTime();
        AgentBench.Task task = bench.bash("head -c 1048576 /dev/zero | tr '\\0' x >&2; echo ok").assign();
        task.awaitSuccess();
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
        assertThat(task.log()).isEqualTo("x".repeat(1 << 20) + "ok\n");
    }

    @Test
    void everyByteArrivesAsItIs() {
        AgentBench.Task task = bench.bash("for i in $(seq 0 255); do printf \"\\\\x$(printf %x $i)\"; done; printf END")
                .assign();
        task.awaitSuccess();
        byte[] expected = new byte[259];
        for (int i = 0; i < 256; i++) {
            expected[i] = (byte) i;
        }
        System.arraycopy("END".getBytes(StandardCharsets.US_ASCII), 0, expected, 256, 3);
        assertThat(task.logBytes()).isEqualTo(expected);
    }

    @Test
    void theLogIsLiveAndInOrder() {
        AgentBench.Task task = bench.bash("echo one; echo two >&2; while [ ! -e go ]; do sleep 0.05; done; echo three")
                .assign();
        task.awaitLog("one\ntwo\n");
        assertThat(task.last()).isNull();
        home.resolve("go").toFile().mkdir();
        task.awaitSuccess();
        assertThat(task.log()).isEqualTo("one\ntwo\nthree\n");
    }

    @Test
    void theLogEndsAtItsLimitAndTheTaskGoesOn() {
        AgentBench.Task task = bench.bash("head -c 300000 /dev/zero | tr '\\0' x; echo > done")
                .with("log_max_bytes", 1000L)
                .assign();
        task.awaitSuccess();
        assertThat(home.resolve("done")).exists();
        assertThat(task.log()).isEqualTo("x".repeat(1000)
                + "\n[dexaflow] the log ends here: it has reached its limit of 1000 bytes; the task goes on\n");
    }

    @Test
    @DisplayName("T123: a log that cannot be opened does not fail the task")
    void aLogThatCannotBeOpenedIsDiscarded() {
        AgentBench.Task task = bench.bash("echo lost").with("log_file", "/proc/no/such/log").assign();
        task.awaitSuccess();
        assertThat(bench.agentLog()).containsOnlyOnce("task log cannot be written").contains("/proc/no/such/log");
    }

    @Test
    void aFullDiskLosesOutputAndNothingElse() throws Exception {
        Path log = home.resolve("full.log");
        Files.createSymbolicLink(log, Path.of("/dev/full"));
        AgentBench.Task task = bench.bash("echo one; sleep 0.2; echo two; sleep 0.2; ls")
                .with("log_file", log.toString())
                .assign();
        task.awaitSuccess();
        assertThat(bench.agentLog()).containsOnlyOnce("task log cannot be written").contains("No space left");
    }

    @Test
    @DisplayName("T120: on this machine no record of the outcome is written anywhere")
    void nothingButTheLogIsWritten() throws Exception {
        AgentBench.Task task = bench.bash("echo hello; exit 1").assign();
        task.awaitFailure(1);
        try (var files = Files.walk(home)) {
            assertThat(
                    files.filter(Files::isRegularFile)
                            .map(file -> home.relativize(file).toString())
                            .filter(file -> !file.startsWith("records/.spare-"))
                            .sorted()
                            .toList())
                    .containsExactly("agents/w1.json", "agents/w1.token",
                            home.relativize(task.log).toString(), "server.json");
        }
    }

    @Test
    void namesOf200CharactersAreFine() {
        AgentBench.Task task = bench.new Task("r".repeat(200), "t".repeat(200), 1, List.of("sh", "-c", "echo $0", "a"));
        task.assign().awaitSuccess();
        assertThat(task.log()).isEqualTo("a\n");
    }

    @Test
    void argumentsAndVariablesOfAnyCharactersArriveWhole() {
        AgentBench.Task task = bench.task("printf", "%s|", "grüße 🙂", "a b", "", "\"'$\n").env("X", "y").assign();
        task.awaitSuccess();
        assertThat(task.log()).isEqualTo("grüße 🙂|a b||\"'$\n|");
        AgentBench.Task variables = bench.bash("printf %s \"$WORDS\"").env("WORDS", "grüße 🙂\nzwei").assign();
        variables.awaitSuccess();
        assertThat(variables.log()).isEqualTo("grüße 🙂\nzwei");
    }

    @Test
    void aWorkingDirectoryOfAnyCharactersWorks() throws Exception {
        Path folder = Files.createDirectory(home.resolve("größe 🙂"));
        AgentBench.Task task = bench.bash("pwd; ./x").with("working_dir", folder.toString());
        Files.writeString(folder.resolve("x"), "#!/bin/sh\necho x\n").toFile().setExecutable(true);
        task.assign().awaitSuccess();
        assertThat(task.log()).isEqualTo(folder + "\nx\n");
    }

    @Test
    @DisplayName("T126: variables with the platform's prefix are the platform's, and the environment is no more than said")
    void theEnvironmentIsWhatTheSpecSays() {
        AgentBench.Task task = bench.task("env")
                .env("REGION", "emea")
                .env("DEXAFLOW_AGENT_TOKEN", "forged")
                .env("DEXAFLOW_RETURN_VALUE_FILE", "/etc/passwd")
                .with("secrets", Map.of("DEXAFLOW_RUN_ID", Map.of("env", "PATH")))
                .assign();
        task.awaitSuccess();
        List<String> names = task.log().lines().map(line -> line.substring(0, line.indexOf('='))).sorted().toList();
        assertThat(names).filteredOn(name -> name.startsWith("DEXAFLOW_"))
                .containsExactly("DEXAFLOW_EXTRA_LINKS_FILE",
                        "DEXAFLOW_RESCHEDULE_FILE", "DEXAFLOW_RETURN_VALUE_FILE", "DEXAFLOW_TASK_ID",
                        "DEXAFLOW_XCOM_DIR");
        assertThat(names).filteredOn(name -> !name.startsWith("DEXAFLOW_"))
                .isSubsetOf("HOME", "MARK", "PATH", "REGION", "LC_ALL", "LC_CTYPE");
        assertThat(task.log()).contains("REGION=emea\n")
                .doesNotContain("forged")
                .doesNotContain("/etc/passwd")
                .doesNotContain("worker-token")
                .contains("PATH=" + System.getenv("PATH"));
    }

    @Test
    void onlyStandardStreamsAreOpenAndSignalsAreAsByDefault() {
        AgentBench.Task task = bench.bash("ls /proc/self/fd | tr '\\n' ' '; readlink /proc/self/fd/0;"
                + " grep -E 'SigBlk|SigIgn' /proc/self/status").assign();
        task.awaitSuccess();
        // ls has one descriptor of its own, for the folder it lists.
        assertThat(task.log()).startsWith("0 1 2 3 /dev/null\n")
                .contains("SigBlk:\t0000000000000000")
                .contains("SigIgn:\t0000000000000000");
    }

    @Test
    void theJdksWayDoesTheSame(@TempDir Path other) throws Exception {
        try (AgentBench portable = new AgentBench(other, AgentBench.QUICK, 8, Spawner.portable())) {
            AgentBench.Task task =
                    portable.bash("echo out; echo err >&2; test $(ps -o pgid= $$) = $$ && exit 5").assign();
            task.awaitFailure(5);
            assertThat(task.log()).isEqualTo("out\nerr\n");
            AgentBench.Task timeout =
                    portable.bash("sleep 60 & sleep 60").with("execution_timeout_seconds", 1L).assign();
            assertThat(timeout.awaitFailure(137)).contains("execution_timeout");
            assertThat(portable.task("no-such-command").assign().awaitFailure(127)).contains("command not found");
            assertThat(portable.task("/etc/passwd").assign().awaitFailure(126)).contains("chmod +x");
            assertThat(portable.task("true").with("working_dir", "/no/such").assign().awaitFailure(126))
                    .contains("/no/such");
        }
    }

    @Test
    void manyAttemptsAtOnceReportTheirOwn(@TempDir Path other) throws Exception {
        Timing timing = AgentBench.QUICK;
        try (AgentBench many = new AgentBench(other, timing, 16, Spawner.best())) {
            List<AgentBench.Task> tasks = java.util.stream.IntStream.range(0, 100)
                    .mapToObj(i -> many.bash("echo " + i + "; exit " + (i % 50)).assign())
                    .toList();
            for (int i = 0; i < tasks.size(); i++) {
                StubHost.Report end = tasks.get(i).awaitEnd();
                assertThat(end.body().integer("exit_code")).isEqualTo(i % 50);
                assertThat(tasks.get(i).log()).isEqualTo(i + "\n");
            }
            assertThat(many.host.polls).allSatisfy(poll -> assertThat(poll.integer("free")).isBetween(0, 16));
        }
    }
}
