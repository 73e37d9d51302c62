// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.agent.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordDirectoryTest {

    private static final AttemptKey KEY = new AttemptKey("0190c0de-0000-7000-8000-000000000000", "extract", 2);
    private static final AgentRecord AGENT = new AgentRecord(4711, 88123, "boot-1", 3);
    private static final GroupRecord GROUP = new GroupRecord(4711, 4800, 88200, "boot-1", 3);

    @TempDir private Path temporary;
    private Path folder;
    private RecordDirectory records;

    @BeforeEach
    void start() {
        folder = temporary.resolve("records");
        records = new RecordDirectory(folder.toString());
    }

    @Test
    @DisplayName("R203: the file's name is half of a SHA-256 over run, task and try")
    void fileNames() {
        assertThat(KEY.fileStem()).hasSize(32)
                .matches("[0-9a-f]+")
                .isNotEqualTo(
                        new AttemptKey(KEY.run(), "extract2", 2).fileStem());
        assertThat(new AttemptKey("run", "task", 1).fileStem()).isEqualTo("03eb2578f27fbc3e305280e89af838c4");
        assertThat(new AttemptKey("r", "t1", 1).fileStem()).isNotEqualTo(new AttemptKey("rt", "1", 1).fileStem());
    }

    @Test
    void noFolderIsNoRecord() throws Exception {
        assertThat(records.agent(KEY)).isEmpty();
        assertThat(records.group(KEY)).isEmpty();
        records.remove(KEY, 1, 1);
        assertThat(folder).doesNotExist();
    }

    @Test
    void whatIsWrittenIsReadAndOnlyTheOwnerMayReadIt() throws Exception {
        records.write(KEY, AGENT);
        records.write(KEY, GROUP);
        assertThat(records.agent(KEY)).contains(AGENT);
        assertThat(records.group(KEY)).contains(GROUP);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder))).isEqualTo("rwx------");
        try (var files = Files.list(folder)) {
            assertThat(files.toList()).hasSize(2)
                    .allSatisfy(file -> assertThat(
                            PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------"));
        }
    }

    @Test
    @DisplayName("T137: only records that still name this agent and epoch are removed")
    void removalMatchesAgentAndEpoch() throws Exception {
        records.write(KEY, AGENT);
        records.write(KEY, GROUP);
        records.remove(KEY, 4711, 2);
        records.remove(KEY, 4712, 3);
        assertThat(records.agent(KEY)).isPresent();
        assertThat(records.group(KEY)).isPresent();
        records.remove(KEY, 4711, 3);
        assertThat(records.agent(KEY)).isEmpty();
        assertThat(records.group(KEY)).isEmpty();
        records.clear();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void whatARecordLeavesIsUsedForTheNext() throws Exception {
        GroupRecord longer = new GroupRecord(4711, 480000, 88200, "boot-1", 3);
        for (GroupRecord record : List.of(GROUP, longer, GROUP, longer)) {
            records.write(KEY, record);
            assertThat(records.group(KEY)).contains(record);
            records.remove(KEY, 4711, 3);
            assertThat(folder.toFile().list()).hasSize(1);
        }
        Files.delete(folder.resolve(folder.toFile().list()[0]));
        records.write(KEY, GROUP);
        assertThat(records.group(KEY)).contains(GROUP);
    }

    @Test
    void whatDeadAgentsKeptIsClearedAndWhatLiveOnesKeepIsNot() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        records.write(KEY, AGENT);
        String live = ".spare-" + ProcessHandle.current().pid() + "-1000000";
        Files.writeString(folder.resolve(".spare-" + ended.pid() + "-7"), "x");
        Files.writeString(folder.resolve(live), "x");
        Files.writeString(folder.resolve(".spare-x"), "x");
        records.clear();
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder(KEY.fileStem() + ".pid", live, ".spare-x");
    }

    @Test
    void aFolderThatOthersMayWriteToIsRefusedBothWays() throws Exception {
        records.write(KEY, AGENT);
        for (String mode : List.of("rwxrwx---", "rwx----w-")) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(mode));
            assertThatThrownBy(() -> records.write(KEY, AGENT)).isInstanceOf(RecordException.class)
                    .hasMessageContaining("can be written by others")
                    .hasMessageContaining(folder.toString());
            assertThatThrownBy(() -> records.agent(KEY)).isInstanceOf(RecordException.class);
            assertThatThrownBy(() -> records.group(KEY)).isInstanceOf(RecordException.class);
        }
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(records.agent(KEY)).contains(AGENT);
    }

    @Test
    void aLinkOrAFileIsRefused() throws Exception {
        Path elsewhere = Files.createDirectory(temporary.resolve("elsewhere"));
        Files.createSymbolicLink(folder, elsewhere);
        assertThatThrownBy(() -> records.write(KEY, AGENT)).isInstanceOf(RecordException.class);
        assertThatThrownBy(() -> records.agent(KEY)).isInstanceOf(RecordException.class);
        Files.delete(folder);
        Files.writeString(folder, "x");
        assertThatThrownBy(() -> records.agent(KEY)).isInstanceOf(RecordException.class);
    }

    @Test
    void aFolderOfSomebodyElseIsRefused() throws Exception {
        org.junit.jupiter.api.Assumptions.assumeTrue(Processes.uid() == 0, "only root can give a folder away");
        Files.createDirectory(folder);
        Files.setAttribute(folder, "unix:uid", 12345);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        assertThatThrownBy(() -> records.write(KEY, AGENT)).hasMessageContaining("belongs to user 12345");
        assertThatThrownBy(() -> records.agent(KEY)).hasMessageContaining("belongs to user 12345");
    }

    @Test
    void whatIsNoRecordIsAnErrorAndNotNoRecord() throws Exception {
        records.write(KEY, AGENT);
        records.write(KEY, GROUP);
        Path agent = folder.resolve(KEY.fileStem() + ".pid");
        Path group = folder.resolve(KEY.fileStem() + ".pgid");
        String whole = Files.readString(group);
        for (String bad : List.of("", "4711", "agent_pid=x\n", whole.replace("group_id=4800", "group_id=1"),
                whole.replace("agent_pid=4711", "agent_pid=0"), whole.substring(0, whole.length() - 1),
                whole + "epoch=4\n", whole.replace("boot_id=boot-1\n", ""), "x".repeat(10_000))) {
            Files.writeString(group, bad);
            Files.writeString(agent, bad.replace("group_id", "groop"));
            assertThatThrownBy(() -> records.group(KEY)).as(bad).isInstanceOf(RecordException.class);
        }
        assertThatThrownBy(() -> records.agent(KEY)).isInstanceOf(RecordException.class);
        Files.writeString(group, whole + "more=later\n");
        assertThat(records.group(KEY)).contains(GROUP);
        Files.delete(group);
        Files.createSymbolicLink(group, agent);
        assertThatThrownBy(() -> records.group(KEY)).isInstanceOf(java.io.IOException.class);
    }

    @Test
    void refreshingBringsBackWhatWasCleanedAndLeavesOthersAlone() throws Exception {
        records.refresh(KEY, AGENT, GROUP);
        assertThat(records.agent(KEY)).contains(AGENT);
        assertThat(records.group(KEY)).contains(GROUP);
        AgentRecord newer = new AgentRecord(99, 1, "boot-1", 4);
        records.write(KEY, newer);
        records.refresh(KEY, AGENT, GROUP);
        assertThat(records.agent(KEY)).contains(newer);
    }

    @Test
    void refreshingMakesRecordsLookNew() throws Exception {
        records.write(KEY, AGENT);
        Path file = folder.resolve(KEY.fileStem() + ".pid");
        Files.setLastModifiedTime(file, java.nio.file.attribute.FileTime.fromMillis(0));
        records.refresh(KEY, AGENT, null);
        assertThat(Files.getLastModifiedTime(file).toMillis()).isPositive();
        assertThat(folder.toFile().list()).hasSize(1);
    }

    @Test
    void writersAndRemoversAtOneNameNeverLoseTheNewest() throws Exception {
        RecordDirectory other = new RecordDirectory(folder.toString());
        for (int epoch = 2; epoch < 200; epoch++) {
            int next = epoch;
            records.write(KEY, new AgentRecord(1, 1, "b", next - 1));
            Thread writer = Thread.ofPlatform().start(() -> {
                try {
                    other.write(KEY, new AgentRecord(2, 1, "b", next));
                } catch (java.io.IOException failed) {
                    throw new AssertionError(failed);
                }
            });
            records.remove(KEY, 1, next - 1);
            writer.join();
            assertThat(records.agent(KEY)).contains(new AgentRecord(2, 1, "b", next));
        }
    }
}
