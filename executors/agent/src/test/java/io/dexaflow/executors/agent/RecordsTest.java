// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dexaflow.executors.agent.http.JsonObject;
import io.dexaflow.executors.agent.process.AgentRecord;
import io.dexaflow.executors.agent.process.GroupRecord;
import io.dexaflow.executors.agent.process.ProcStat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The records that an attempt leaves while it lives, and what happens when they cannot be written. */
class RecordsTest {

    private static final int SELF = (int) ProcessHandle.current().pid();

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
    void aRunningAttemptHasBothRecordsAndAnEndedOneNone() throws Exception {
        AgentBench.Task task = bench.bash("echo up; while [ ! -e go ]; do sleep 0.02; done").assign();
        task.awaitLog("up");
        await().until(() -> bench.records.group(task.key()).isPresent());
        AgentRecord agent = bench.records.agent(task.key()).orElseThrow();
        GroupRecord group = bench.records.group(task.key()).orElseThrow();
        assertThat(agent.agentPid()).isEqualTo(SELF);
        assertThat(agent.epoch()).isEqualTo(1);
        assertThat(agent.startTicks()).isEqualTo(ProcStat.read(SELF).orElseThrow().startTicks());
        assertThat(group.agentPid()).isEqualTo(SELF);
        assertThat(group.bootId()).isEqualTo(agent.bootId());
        ProcStat leader = ProcStat.read(group.groupId()).orElseThrow();
        assertThat(leader.group()).isEqualTo(group.groupId());
        assertThat(group.leaderTicks()).isEqualTo(leader.startTicks());
        assertThat(bench.processes()).contains(group.groupId());
        home.resolve("go").toFile().mkdir();
        task.awaitSuccess();
        assertThat(bench.recordFiles()).isEmpty();
    }

    @Test
    @DisplayName("T134, T135: an attempt whose agent record cannot be written is refused, it alone")
    void anUnfitDirectoryRefusesTheAttempt() throws Exception {
        Path records = Path.of(bench.records.path());
        Files.createDirectory(records);
        Files.setPosixFilePermissions(records, PosixFilePermissions.fromString("rwxrwx---"));
        AgentBench.Task task = bench.bash("touch started").assign();
        assertThat(refusal(task)).contains("cannot write its record").contains(records.toString()).contains("770");
        Files.delete(records);
        Path elsewhere = Files.createDirectory(home.resolve("elsewhere"));
        Files.createSymbolicLink(records, elsewhere);
        assertThat(refusal(bench.bash("touch started").assign())).contains("is a link or no directory");
        Files.delete(records);
        Files.writeString(records, "");
        assertThat(refusal(bench.bash("touch started").assign())).contains("is a link or no directory");
        Files.delete(records);
        assertThat(home.resolve("started")).doesNotExist();
        assertThat(bench.host.registrations).isEmpty();
        bench.task("true").assign().awaitSuccess();
    }

    @Test
    @DisplayName("T135: a task whose group cannot be recorded is ended, and its attempt fails")
    void aGroupThatCannotBeRecordedDoesNotLive() throws Exception {
        AgentBench.Task task = bench.bash("sleep 60");
        // The folder becomes unfit between the two records.
        bench.host.onReport = report -> {
            if (report.state().equals("running")) {
                try {
                    Files.setPosixFilePermissions(Path.of(bench.records.path()),
                            PosixFilePermissions.fromString("rwxrwxrwx"));
                } catch (java.io.IOException failed) {
                    throw new AssertionError(failed);
                }
            }
            return java.util.Map.of("acknowledged", true, "should_terminate", false);
        };
        task.assign();
        await().atMost(AgentBench.PATIENCE).until(() -> task.last() != null);
        assertThat(task.last().state()).isEqualTo("failed");
        assertThat(task.last().body().text("error")).contains("process group could not be recorded").contains("777");
        assertThat(task.log()).contains("process group could not be recorded");
        await().until(() -> bench.processes().isEmpty());
        Files.setPosixFilePermissions(Path.of(bench.records.path()), PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    @DisplayName("T137: an agent that ends leaves the records of a newer execution alone")
    void newerRecordsAreKept() throws Exception {
        AgentBench.Task task = bench.bash("echo up; while [ ! -e go ]; do sleep 0.02; done").assign();
        task.awaitLog("up");
        AgentRecord newer = new AgentRecord(SELF, 1, "boot", 2);
        GroupRecord newerGroup = new GroupRecord(SELF, 4711, 1, "boot", 2);
        await().until(() -> bench.records.group(task.key()).isPresent());
        bench.records.write(task.key(), newer);
        bench.records.write(task.key(), newerGroup);
        home.resolve("go").toFile().mkdir();
        task.awaitSuccess();
        bench.task("true").assign().awaitSuccess();
        assertThat(bench.records.agent(task.key())).contains(newer);
        assertThat(bench.records.group(task.key())).contains(newerGroup);
    }

    @Test
    @DisplayName("D08: records that somebody cleaned away come back while the attempt lives")
    void cleanedRecordsComeBack() throws Exception {
        AgentBench.Task task = bench.bash("echo up; while [ ! -e go ]; do sleep 0.02; done").assign();
        task.awaitLog("up");
        await().until(() -> bench.records.group(task.key()).isPresent());
        AgentRecord agent = bench.records.agent(task.key()).orElseThrow();
        GroupRecord group = bench.records.group(task.key()).orElseThrow();
        Path records = Path.of(bench.records.path());
        for (String suffix : List.of(".pid", ".pgid")) {
            Files.delete(records.resolve(task.key().fileStem() + suffix));
        }
        bench.records.clear();
        Files.delete(records);
        bench.agent.refreshRecords();
        assertThat(bench.records.agent(task.key())).contains(agent);
        assertThat(bench.records.group(task.key())).contains(group);
        AgentRecord newer = new AgentRecord(SELF + 1, 1, "boot", 2);
        bench.records.write(task.key(), newer);
        bench.agent.refreshRecords();
        assertThat(bench.records.agent(task.key())).as("another execution's record").contains(newer);
        home.resolve("go").toFile().mkdir();
        await().atMost(AgentBench.PATIENCE).until(() -> task.last() != null);
    }

    @Test
    void recordsThatSomebodySpoiltAreMendedWhileTheAttemptLives() throws Exception {
        AgentBench.Task task = bench.bash("echo up; while [ ! -e go ]; do sleep 0.02; done").assign();
        task.awaitLog("up");
        await().until(() -> bench.records.group(task.key()).isPresent());
        AgentRecord agent = bench.records.agent(task.key()).orElseThrow();
        GroupRecord group = bench.records.group(task.key()).orElseThrow();
        bench.records.write(task.key(), new AgentRecord(SELF + 1, 1, agent.bootId(), 1));
        Files.writeString(Path.of(bench.records.path(), task.key().fileStem() + ".pgid"), "agent_pid=4");
        bench.agent.refreshRecords();
        assertThat(bench.records.agent(task.key())).as("forged, with this very epoch").contains(agent);
        assertThat(bench.records.group(task.key())).as("truncated").contains(group);
        home.resolve("go").toFile().mkdir();
        task.awaitSuccess();
        assertThat(bench.recordFiles()).isEmpty();
    }

    @Test
    @DisplayName("R213: records that could not be removed when their attempt ended are removed later")
    void noRecordOfAnEndedAttemptStaysForEver() throws Exception {
        AgentBench.Task task = bench.bash("echo up; while [ ! -e go ]; do sleep 0.02; done").assign();
        task.awaitLog("up");
        await().until(() -> bench.records.group(task.key()).isPresent());
        Path records = Path.of(bench.records.path());
        Files.setPosixFilePermissions(records, PosixFilePermissions.fromString("rwxrwx---"));
        home.resolve("go").toFile().mkdir();
        await().atMost(AgentBench.PATIENCE).until(() -> bench.agentLog().contains("records stay behind"));
        assertThat(task.last().state()).isEqualTo("success");
        assertThat(bench.recordFiles()).hasSize(2);
        Files.setPosixFilePermissions(records, PosixFilePermissions.fromString("rwx------"));
        await().atMost(AgentBench.PATIENCE).until(() -> bench.recordFiles().isEmpty());
    }

    private String refusal(AgentBench.Task task) {
        await().atMost(AgentBench.PATIENCE).until(() -> ack(task) != null);
        assertThat(ack(task).flag("accepted")).isFalse();
        return ack(task).text("reason");
    }

    private JsonObject ack(AgentBench.Task task) {
        return bench.host.acks.stream().filter(ack -> ack.text("run").equals(task.run)).findFirst().orElse(null);
    }
}
