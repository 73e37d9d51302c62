// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.subprocess.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.executors.agent.process.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentFilesTest {

    private static final String PROGRAM = "0123456789ab";

    @TempDir private Path home;
    private AgentFiles files;

    @BeforeEach
    void start() throws IOException {
        Files.createDirectories(home.resolve("agents/program"));
        Files.createDirectories(home.resolve("logs/agents"));
        files = new AgentFiles(home);
    }

    @Test
    void whatADeadAgentLeftIsRemovedAndALivingOnesStays() throws Exception {
        agent("lives", ProcessHandle.current().pid(), Machine.bootId());
        agent("dead", deadPid(), Machine.bootId());
        agent("rebooted", ProcessHandle.current().pid(), "another-boot");
        assertThat(files.living()).containsExactly("lives");
        files.sweep(Set.of(), PROGRAM);
        assertThat(names("agents")).containsExactly("lives.json", "lives.token", "program");
    }

    @Test
    void whatCannotBeReadProvesNothing() throws Exception {
        Files.writeString(home.resolve("agents/cut.json"), "{\"worker\":\"cut\",\"pi");
        Files.writeString(home.resolve("agents/cut.token"), "token");
        agent("nowhere", deadPid(), "unknown");
        agent("elsewhere", ProcessHandle.current().pid(), "unknown");
        files.sweep(Set.of(), PROGRAM);
        files.sweep(Set.of(), PROGRAM);
        assertThat(names("agents")).containsExactly("cut.json", "cut.token", "elsewhere.json", "elsewhere.token",
                "program");
    }

    @Test
    void anAgentThatTheExecutorKnowsKeepsItsFilesUntilItIsForgotten() throws Exception {
        agent("known", deadPid(), Machine.bootId());
        files.sweep(Set.of("known"), PROGRAM);
        assertThat(names("agents")).contains("known.json", "known.token");
        files.sweep(Set.of(), PROGRAM);
        assertThat(names("agents")).containsExactly("program");
    }

    @Test
    void aTokenOfNobodyAndDraftsGoWhenTheyAreFoundAgain() throws Exception {
        for (String name : List.of("agents/nobody.token", "agents/begun.token", "agents/.token1.part",
                "agents/.agent1.tmp", "agents/program/.agent1.part")) {
            Files.writeString(home.resolve(name), "x");
        }
        files.sweep(Set.of(), PROGRAM);
        assertThat(names("agents")).hasSize(5);
        agent("begun", ProcessHandle.current().pid(), Machine.bootId());
        files.sweep(Set.of(), PROGRAM);
        assertThat(names("agents")).containsExactly("begun.json", "begun.token", "program");
        assertThat(names("agents/program")).isEmpty();
    }

    @Test
    void aProgramGoesWithItsLastAgentAndTheOneInUseStays() throws Exception {
        for (String content : List.of(PROGRAM, "aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc")) {
            Files.writeString(home.resolve("agents/program/agent-" + content + ".jar"), "x");
        }
        agent("aaaaaaaaaaaa-1", ProcessHandle.current().pid(), Machine.bootId());
        agent("bbbbbbbbbbbb-1", deadPid(), Machine.bootId());
        Files.writeString(home.resolve("agents/cccccccccccc-1.token"), "x");
        files.sweep(Set.of(), PROGRAM);
        assertThat(names("agents/program")).containsExactly("agent-" + PROGRAM + ".jar", "agent-aaaaaaaaaaaa.jar",
                "agent-cccccccccccc.jar");
        files.sweep(Set.of(), PROGRAM);
        files.sweep(Set.of(), PROGRAM);
        assertThat(names("agents/program")).containsExactly("agent-" + PROGRAM + ".jar", "agent-aaaaaaaaaaaa.jar");
    }

    @Test
    void theLogsOfTheLastOnesAreKeptAndOfThoseThatLive() throws Exception {
        log("lives", 0);
        agent("lives", ProcessHandle.current().pid(), Machine.bootId());
        for (int i = 1; i <= AgentFiles.KEPT_LOGS + 2; i++) {
            log("ended-" + i, i);
        }
        files.sweep(Set.of(), PROGRAM);
        assertThat(names("logs/agents")).hasSize(AgentFiles.KEPT_LOGS + 1)
                .contains("lives.log", "ended-3.log")
                .doesNotContain("ended-1.log", "ended-2.log");
    }

    @Test
    void aHomeWithoutAgentsHasNone() throws IOException {
        AgentFiles none = new AgentFiles(home.resolve("fresh"));
        assertThat(none.any()).isFalse();
        assertThat(none.living()).isEmpty();
        none.sweep(Set.of(), PROGRAM);
        assertThat(home.resolve("fresh")).doesNotExist();
    }

    private void agent(String worker, long pid, String boot) throws IOException {
        Files.writeString(home.resolve("agents/" + worker + ".json"),
                "{\"worker\":\"" + worker + "\",\"version\":\"1\",\"pid\":" + pid
                        + ",\"start_ticks\":88,\"boot_id\":\"" + boot + "\",\"hostname\":\"h\",\"capacity\":4}");
        Files.writeString(home.resolve("agents/" + worker + ".token"), "token");
    }

    private void log(String worker, int minute) throws IOException {
        Path log = Files.writeString(home.resolve("logs/agents/" + worker + ".log"), "words");
        Files.setLastModifiedTime(log, FileTime.fromMillis(minute * 60_000L));
    }

    private static long deadPid() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        return ended.pid();
    }

    private List<String> names(String folder) throws IOException {
        try (Stream<Path> all = Files.list(home.resolve(folder))) {
            return all.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
