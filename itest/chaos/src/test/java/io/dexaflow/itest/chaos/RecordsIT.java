// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.itest.support.Agents;
import io.dexaflow.itest.support.Dags;
import io.dexaflow.itest.support.Gate;
import io.dexaflow.itest.support.LiteHost;
import io.dexaflow.itest.support.Processes;
import io.dexaflow.itest.support.Records;
import io.dexaflow.itest.support.RunKey;
import io.dexaflow.itest.support.Trace;
import io.dexaflow.itest.support.Waits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The folder of the attempts' records, and the records, spoilt in each way: nobody is harmed, and nothing is guessed. */
class RecordsIT {

    @RegisterExtension static final LiteHost host = LiteHost.fresh("records");

    private static final Lab LAB = new Lab(host);
    private static final Path FOLDER = Records.of(host.place()).folder();
    private static final Path ASIDE = host.place().root().resolve("aside");

    @BeforeEach
    void settle() {
        LAB.settle();
    }

    @Test
    @DisplayName("D08: the folder is deleted while an agent lives; no reap, one execution")
    void deletedFolderOfALivingAgent() {
        Trace trace = LAB.trace("deleted");
        try (Gate gate = LAB.gate("deleted")) {
            RunKey run = LAB.begun("deleted", trace, gate);
            delete();
            LAB.pass(Lab.SILENT);
            LAB.cycle();
            assertThat(LAB.state(run, "t")).isEqualTo("running");
            gate.open();
            LAB.assertUndisturbed(run, "t", trace);
        }
    }

    @Test
    @Tag("long")
    @DisplayName("D08: the files come back")
    void deletedFolderComesBack() {
        Trace trace = LAB.trace("back");
        try (Gate gate = LAB.gate("back")) {
            RunKey run = LAB.begun("back", trace, gate);
            Path record = Records.of(host.place()).group(LAB.id(run), "t", 1);
            assertThat(record).exists();
            delete();
            Waits.until("the record is there again", Duration.ofSeconds(75), () -> Files.exists(record));
            gate.open();
            LAB.assertUndisturbed(run, "t", trace);
        }
    }

    private static void delete() {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            files.sorted((a, b) -> b.compareTo(a)).forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertThat(FOLDER).doesNotExist();
    }

    @Test
    @DisplayName("D07, T132, T134: folders and records that are not to be believed, after the agent's death")
    void whatIsNotToBeBelievedDefers() throws Exception {
        LAB.freshAgent();
        List<String> tasks = List.of("truncated", "taken", "regrouped", "intact");
        List<Trace> traces = tasks.stream().map(LAB::trace).toList();
        Process stranger = new ProcessBuilder("setsid", "sleep", "73").directory(host.place().files().toFile()).start();
        try (Gate gate = LAB.gate("spoilt")) {
            StringBuilder yaml = new StringBuilder("dag_id: spoilt\ntasks:\n");
            for (int i = 0; i < tasks.size(); i++) {
                yaml.append(Lab.traced(tasks.get(i), traces.get(i), gate));
            }
            RunKey run = host.run("spoilt", yaml.toString());
            traces.forEach(trace -> trace.awaitBegun(1));
            Waits.until("the stranger leads a group of its own", () -> !Processes.inGroup(stranger.pid()).isEmpty());
            Agents.kill(host.place());
            traces.forEach(trace -> Processes.signal("KILL", -trace.leader()));
            spoil(LAB.id(run), stranger.pid());

            Files.move(FOLDER, ASIDE);
            Files.createSymbolicLink(FOLDER, ASIDE);
            LAB.pass(Lab.SILENT);
            LAB.cycle();
            assertAllDeferred(run, tasks);
            Files.delete(FOLDER);
            Files.move(ASIDE, FOLDER, StandardCopyOption.ATOMIC_MOVE);
            Files.setPosixFilePermissions(FOLDER, PosixFilePermissions.fromString("rwxrwx---"));
            LAB.cycle();
            assertAllDeferred(run, tasks);

            Files.setPosixFilePermissions(FOLDER, PosixFilePermissions.fromString("rwx------"));
            LAB.cycle();
            LAB.assertMarked(run, "intact", "agent_lost");
            LAB.assertMarked(run, "regrouped", "agent_lost");
            assertThat(LAB.state(run, "truncated")).isEqualTo("running");
            assertThat(LAB.state(run, "taken")).isEqualTo("running");
            assertThat(LAB.why(run, "truncated").labels()).contains("agent_lost_never_heartbeated_process_query_error");
            assertThat(LAB.why(run, "taken").labels()).contains("agent_lost_never_heartbeated_process_alive");
            assertThat(stranger.isAlive()).as("nobody signals a stranger").isTrue();

            Files.delete(Records.of(host.place()).agent(LAB.id(run), "truncated", 1));
            stranger.destroyForcibly().waitFor();
            LAB.cycleUntil("all are lost", () -> tasks.stream().noneMatch(t -> LAB.state(run, t).equals("running")));
            gate.open();
            LAB.assertSuccessOnceReplaced(run);
            traces.forEach(trace -> trace.assertExecutions(2, 1));
        } finally {
            stranger.destroyForcibly();
        }
    }

    /** A record cut short, one whose agent is a stranger, and one whose group is the stranger's, with a wrong start. */
    private static void spoil(UUID run, long stranger) throws IOException {
        Records records = Records.of(host.place());
        Files.write(records.agent(run, "truncated", 1), new byte[0]);
        Records.forge(records.agent(run, "taken", 1), "agent_pid", stranger);
        Records.forge(records.agent(run, "taken", 1), "start_ticks", 1);
        Records.forge(records.group(run, "regrouped", 1), "group_id", stranger);
        Records.forge(records.group(run, "regrouped", 1), "leader_ticks", 1);
    }

    private static void assertAllDeferred(RunKey run, List<String> tasks) {
        for (String task : tasks) {
            assertThat(LAB.state(run, task)).as(task).isEqualTo("running");
            assertThat(LAB.why(run, task).labels()).as(task)
                    .contains("agent_lost_never_heartbeated_process_query_error");
        }
    }

    @Test
    @DisplayName("T134, T135: an agent that cannot record an attempt refuses it, and it starts once it can")
    void attemptThatCannotBeRecordedIsRefused() throws IOException {
        Trace trace = LAB.trace("unrecorded");
        Files.createDirectories(FOLDER);
        Files.setPosixFilePermissions(FOLDER, PosixFilePermissions.fromString("rwxrwx---"));
        RunKey run = host.run("unrecorded", "dag_id: unrecorded\ntasks:\n"
                + Dags.task("t", trace.around("true")));
        try {
            Waits.until("the dispatch has failed", () -> (int) LAB.row(run, "t").get("dispatch_attempts") == 1);
            assertThat(trace.begun()).isZero();
            assertThat(LAB.why(run, "t").sentence("dispatch_failed")).contains(FOLDER.toString());
        } finally {
            Files.setPosixFilePermissions(FOLDER, PosixFilePermissions.fromString("rwx------"));
        }
        LAB.pass(Duration.ofSeconds(6));
        assertThat(host.api().awaitEnd(run)).as(host.api().describe(run)).isEqualTo("success");
        trace.assertExecutions(1, 1);
        assertThat(LAB.row(run, "t")).containsEntry("infra_attempts", 0).containsEntry("try_number", 1);
    }
}
