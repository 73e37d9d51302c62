// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an attempt's end is reported as. */
class AttemptEndsTest {

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
    void exitCodeZeroIsSuccessAndLeavesNothingBehind() throws Exception {
        AgentBench.Task task = bench.task("true").assign();
        task.awaitSuccess();
        assertThat(bench.host.states(task.token)).containsExactly("running", "success");
        assertThat(task.log).as("a log without a byte is not made").doesNotExist();
        assertThat(task.scratch).doesNotExist();
        assertThat(bench.recordFiles()).isEmpty();
    }

    @Test
    void anAgentThatEndsLeavesNoFileBehindButLogs() throws Exception {
        bench.task("true").assign().awaitSuccess();
        bench.bash("echo 1 > $DEXAFLOW_RETURN_VALUE_FILE").assign().awaitSuccess();
        bench.agent.shutdown();
        await().atMost(AgentBench.PATIENCE).until(() -> !bench.agentRuns());
        assertThat(Path.of(bench.records.path())).isEmptyDirectory();
        assertThat(home.resolve("agents/scratch")).isEmptyDirectory();
        assertThat(home.resolve("agents/w1.token")).doesNotExist();
    }

    @Test
    void anotherExitCodeIsFailureWithThatCode() {
        AgentBench.Task task = bench.bash("exit 7").assign();
        assertThat(task.awaitFailure(7)).isEqualTo("null");
    }

    @Test
    void exitCode99IsSkipped() {
        AgentBench.Task task = bench.bash("exit 99").assign();
        assertThat(task.awaitEnd().state()).isEqualTo("skipped");
    }

    @Test
    void exitCode75WithATimeIsRescheduledInUtc() {
        AgentBench.Task task =
                bench.bash("echo 2026-12-01T12:00:00+02:00 > $DEXAFLOW_RESCHEDULE_FILE; exit 75").assign();
        StubHost.Report end = task.awaitEnd();
        assertThat(end.state()).isEqualTo("up_for_reschedule");
        assertThat(end.body().text("reschedule_at")).isEqualTo("2026-12-01T10:00:00Z");
        assertThat(task.scratch).doesNotExist();
    }

    @Test
    @DisplayName("T121: exit 75 without a time file is a failure")
    void exitCode75WithoutATimeIsFailure() {
        AgentBench.Task without = bench.bash("exit 75").assign();
        assertThat(without.awaitFailure(75)).contains("DEXAFLOW_RESCHEDULE_FILE");
        assertThat(without.log()).isEqualTo("[dexaflow] exit code 75 asks to be looked at again, but"
                + " DEXAFLOW_RESCHEDULE_FILE is not there\n");
        AgentBench.Task nonsense = bench.bash("echo tomorrow > $DEXAFLOW_RESCHEDULE_FILE; exit 75").assign();
        assertThat(nonsense.awaitFailure(75)).contains("RFC 3339");
        assertThat(nonsense.log()).contains("DEXAFLOW_RESCHEDULE_FILE holds no RFC 3339 time");
        AgentBench.Task link = bench.bash("ln -s /etc/passwd $DEXAFLOW_RESCHEDULE_FILE; exit 75").assign();
        assertThat(link.awaitFailure(75)).contains("is a link");
        assertThat(link.log()).contains("DEXAFLOW_RESCHEDULE_FILE is a link");
    }

    @ParameterizedTest
    @DisplayName("a time that the host would refuse, in UTC and not as written, is a failure with words and no lost report")
    @ValueSource(strings = {"+10000-01-01T00:00:00Z", "9999-01-01T00:00:00Z", "9998-12-31T23:00:00-02:00",
            "0000-06-01T00:00:00Z", "0001-01-01T01:00:00+02:00"})
    void timesBeyondAllCalendarsAreFailures(String time) {
        AgentBench.Task task = bench.bash("echo " + time + " > $DEXAFLOW_RESCHEDULE_FILE; exit 75").assign();
        assertThat(task.awaitFailure(75)).contains("DEXAFLOW_RESCHEDULE_FILE holds");
        assertThat(task.log()).contains("DEXAFLOW_RESCHEDULE_FILE holds");
    }

    @Test
    void deathBySignalIsNamed() {
        AgentBench.Task task = bench.bash("kill -9 $$").assign();
        assertThat(task.awaitFailure(137)).isEqualTo("killed by signal 9 (SIGKILL)");
        assertThat(task.log()).contains("killed by signal 9 (SIGKILL)");
    }

    @Test
    void aSpecThatCannotBeMadeFailsWithTheHostsWords() {
        AgentBench.Task task = bench.task("true");
        bench.host.registered.put(task.token,
                Map.of("should_terminate", false, "spec_error", "xcom('a', 'b') is not there", "log_file",
                        task.log.toString()));
        task.assign();
        assertThat(task.awaitFailure(1)).isEqualTo("xcom('a', 'b') is not there");
        assertThat(task.log()).isEqualTo("[dexaflow] xcom('a', 'b') is not there\n");
        assertThat(bench.host.states(task.token)).containsExactly("failed");
    }

    @Test
    void aSpecThatIsNoSpecFailsWithWords() {
        AgentBench.Task task = bench.task("true").with("argv", "true").assign();
        assertThat(task.awaitFailure(1)).contains("'argv' is not a list");
        assertThat(task.log()).contains("[dexaflow] the host sent a task that cannot be run: 'argv' is not a list");
    }

    @Test
    void aCommandThatIsNotThereSaysWhatToDo() {
        AgentBench.Task task = bench.task("no-such-command-here", "x").assign();
        assertThat(task.awaitFailure(127)).contains("command not found: no-such-command-here")
                .contains("PATH")
                .contains("install it");
        assertThat(task.log()).startsWith("[dexaflow] command not found: no-such-command-here");
        AgentBench.Task withSlash = bench.task("./missing.sh").assign();
        assertThat(withSlash.awaitFailure(127)).contains("command not found: ./missing.sh").contains(home.toString());
    }

    @Test
    void aFileThatIsNotExecutableSaysWhatToDo() throws Exception {
        Path script = Files.writeString(home.resolve("load.sh"), "#!/bin/sh\nexit 0\n");
        AgentBench.Task task = bench.task("./load.sh").assign();
        assertThat(task.awaitFailure(126)).contains("./load.sh").contains("chmod +x");
        script.toFile().setExecutable(true);
        bench.task("./load.sh").assign().awaitSuccess();
    }

    @Test
    void aScriptWithAMissingInterpreterOrWindowsLineEndsSaysWhy() throws Exception {
        script("a.sh", "#!/no/such/interpreter\n");
        assertThat(bench.task("./a.sh").assign().awaitFailure(127)).contains("/no/such/interpreter");
        script("b.sh", "#!/bin/sh\r\nexit 0\r\n");
        assertThat(bench.task("./b.sh").assign().awaitFailure(127)).contains("Windows line ends");
        script("c.sh", "exit 0\n");
        assertThat(bench.task("./c.sh").assign().awaitFailure(126)).contains("#!");
    }

    @Test
    void aWorkingDirectoryThatIsNotThereIsNamedWithTheCommand() {
        AgentBench.Task task = bench.task("true").with("working_dir", "/no/such/folder").assign();
        assertThat(task.awaitFailure(126)).contains("/no/such/folder")
                .contains("does not exist")
                .contains("command: true")
                .contains("working_dir");
        AgentBench.Task file = bench.task("true").with("working_dir", "/etc/passwd").assign();
        assertThat(file.awaitFailure(126)).contains("is not a directory");
    }

    @Test
    void argumentsThatAreTooLargeSaySo() {
        AgentBench.Task task = bench.task("echo", "x".repeat(3 << 20)).assign();
        assertThat(task.awaitFailure(126)).contains("too large");
    }

    @Test
    @DisplayName("T118: a background process that holds the pipe costs the drain and no verdict")
    void backgroundProcessHoldingTheOutputIsEnded() {
        AgentBench.Task task = bench.bash("echo begun; (trap '' TERM; exec sleep 300) & exit 3").assign();
        long begin = System.nanoTime();
        task.awaitFailure(3);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isBetween(Duration.ofMillis(900),
                Duration.ofSeconds(6));
        assertThat(task.log()).startsWith("begun\n").contains("a background process of the task");
    }

    @Test
    void aBackgroundProcessThatHoldsNothingIsEndedToo() {
        AgentBench.Task task = bench.bash("sleep 300 >/dev/null 2>&1 & exit 0").assign();
        task.awaitSuccess();
        assertThat(bench.processes()).isEmpty();
    }

    @Test
    @DisplayName("D05: a task that traps SIGTERM is killed at its timeout, which the message names (T117)")
    void timeoutKills() {
        AgentBench.Task task = bench.bash("trap '' TERM; sleep 60").with("execution_timeout_seconds", 3L).assign();
        long begin = System.nanoTime();
        assertThat(task.awaitFailure(137)).isEqualTo("execution_timeout: task exceeded 3s limit");
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isBetween(Duration.ofSeconds(3),
                Duration.ofSeconds(15));
        assertThat(task.log()).contains("execution_timeout: task exceeded 3s limit");
    }

    @Test
    @DisplayName("D06, T114: the timeout kills the whole group, daemons and pipelines included")
    void timeoutKillsTheWholeGroup() {
        AgentBench.Task task =
                bench.task("sh", "-c", "trap '' TERM; (trap '' TERM; sleep 61) & sh -c 'sleep 60 | cat' & wait")
                        .with("execution_timeout_seconds", 1L)
                        .assign();
        assertThat(task.awaitFailure(137)).isEqualTo("execution_timeout: task exceeded 1s limit");
        assertThat(bench.processes()).isEmpty();
    }

    @Test
    @DisplayName("T115: a descendant that left the group and holds the output delays the report by the drain at most")
    void escapedDescendantDoesNotHang() {
        AgentBench.Task task = bench.bash("setsid sleep 60 & sleep 60").with("execution_timeout_seconds", 1L).assign();
        long begin = System.nanoTime();
        assertThat(task.awaitFailure(137)).isEqualTo("execution_timeout: task exceeded 1s limit");
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(8));
        assertThat(task.log()).contains("output after this line is lost");
        // Only this one escaped; the test must not leave it either.
        bench.processes().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
    }

    private void script(String name, String content) throws Exception {
        Files.writeString(home.resolve(name), content).toFile().setExecutable(true);
    }
}
