// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.subprocess.internal.liveness;

import static io.dexaflow.executors.subprocess.internal.liveness.LivenessTest.deferred;
import static io.dexaflow.executors.subprocess.internal.liveness.LivenessTest.reaped;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dexaflow.executor.Signal;
import io.dexaflow.executor.Suspect;
import io.dexaflow.executor.Verdict;
import io.dexaflow.executors.agent.process.Processes;
import io.dexaflow.model.AttemptId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records that cannot be read, and folders that are not fit: errors, which defer, and never "no record". */
class UnfitRecordsTest {

    @TempDir private Path home;
    private Remains left;

    @BeforeEach
    void start() {
        left = new Remains(home);
    }

    @AfterEach
    void stop() throws IOException {
        left.close();
    }

    @ParameterizedTest
    @DisplayName("T134: a directory that is not fit is an error and not \"no record\"")
    @ValueSource(strings = {"rwxrwx---", "rwx---rwx", "rwxrwxrwx"})
    void aWritableDirectoryDefers(String permissions) throws IOException {
        Files.createDirectory(left.folder);
        Files.setPosixFilePermissions(left.folder, PosixFilePermissions.fromString(permissions));
        Verdict verdict = left.judge(Signal.SILENT);
        deferred(verdict, "agent_lost_process_query_error");
        assertThat(verdict.words()).contains("can be written by others").contains(left.folder.toString());
    }

    @Test
    @DisplayName("T134: a link or a file in the directory's place, or another's directory, is an error")
    void aForeignDirectoryDefers() throws IOException {
        Path elsewhere = Files.createDirectory(home.resolve("elsewhere"));
        Files.createSymbolicLink(left.folder, elsewhere);
        deferred(left.judge(Signal.SILENT), "agent_lost_process_query_error");
        Files.delete(left.folder);
        Files.writeString(left.folder, "");
        deferred(left.judge(Signal.NEVER_BEATEN), "agent_lost_never_heartbeated_process_query_error");
        Files.delete(left.folder);
        Files.createDirectory(left.folder);
        assumeTrue(Processes.uid() == 0, "only root can give a folder away");
        Files.setAttribute(left.folder, "unix:uid", 65534);
        Verdict verdict = left.judge(Signal.NOT_STARTED);
        deferred(verdict, "dispatch_lost_process_query_error");
        assertThat(verdict.words()).contains("belongs to user 65534");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "agent_pid=4", "agent_pid=4711\nstart_ticks=", "4711\n", "\0\0\0",
            "agent_pid=0\nstart_ticks=1\nboot_id=b\nepoch=1\n", "agent_pid=x\nstart_ticks=1\nboot_id=b\nepoch=1\n"})
    void aTruncatedOrForgedRecordDefers(String content) throws IOException {
        left.agent(left.gone(), 1);
        left.group(left.gone(), left.gone(), 1);
        reaped(left.judge(Signal.SILENT), "agent_lost");
        Files.writeString(left.file(".pgid"), content);
        deferred(left.judge(Signal.SILENT), "agent_lost_process_query_error");
        Files.delete(left.file(".pgid"));
        Files.writeString(left.file(".pid"), content);
        deferred(left.judge(Signal.SILENT), "agent_lost_process_query_error");
    }

    @Test
    void aGroupThatWouldMeanOthersIsMalformed() throws IOException {
        left.agent(left.gone(), 1);
        Files.writeString(left.file(".pgid"),
                "agent_pid=5\ngroup_id=1\nleader_ticks=1\nboot_id=" + Remains.BOOT + "\nepoch=1\n");
        deferred(left.judge(Signal.SILENT), "agent_lost_process_query_error");
    }

    @Test
    void aRecordThatIsALinkOrAFolderDefers() throws IOException {
        left.agent(left.gone(), 1);
        Path real = Files.move(left.file(".pid"), home.resolve("real"));
        Files.createSymbolicLink(left.file(".pid"), real);
        deferred(left.judge(Signal.SILENT), "agent_lost_process_query_error");
        Files.delete(left.file(".pid"));
        Files.createDirectory(left.file(".pid"));
        deferred(left.judge(Signal.SILENT), "agent_lost_process_query_error");
    }

    @Test
    void oneThatCannotBeReadDefersNoOther() throws IOException {
        Files.createDirectories(left.folder);
        Files.setPosixFilePermissions(left.folder, PosixFilePermissions.fromString("rwx------"));
        Files.writeString(left.file(".pid"), "broken");
        Suspect other = new Suspect(new AttemptId(UUID.randomUUID(), "t", 1, 1), UUID.randomUUID(), "d", "r", null,
                null, left.suspect().since(), null);
        assertThat(left.liveness().judge(Signal.SILENT, List.of(left.suspect(), other)).stream().map(Verdict::kind))
                .containsExactly(Verdict.Kind.DEFER, Verdict.Kind.REAP);
    }
}
