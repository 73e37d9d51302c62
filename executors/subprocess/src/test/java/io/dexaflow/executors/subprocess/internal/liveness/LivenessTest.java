// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.subprocess.internal.liveness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dexaflow.executor.Signal;
import io.dexaflow.executor.Verdict;
import io.dexaflow.executors.agent.process.AgentRecord;
import io.dexaflow.executors.agent.process.Child;
import io.dexaflow.executors.agent.process.GroupRecord;
import io.dexaflow.executors.agent.process.Presence;
import io.dexaflow.executors.agent.process.Probe;
import io.dexaflow.executors.agent.process.ProcStat;
import io.dexaflow.executors.agent.process.Processes;
import io.dexaflow.executors.subprocess.internal.liveness.Memory.Holder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The table of R206 and the decision R207, with real processes and records. */
class LivenessTest {

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

    @Test
    void noRecordsIsDead() {
        assertThat(left.judge(Signal.SILENT)).satisfies(verdict -> {
            assertThat(verdict.kind()).isEqualTo(Verdict.Kind.REAP);
            assertThat(verdict.label()).isEqualTo("agent_lost");
            assertThat(verdict.words())
                    .isEqualTo("no record of it, and no process group, last heartbeat 104 s ago");
            assertThat(verdict.evidence()).containsEntry("age_seconds", "104")
                    .containsEntry("records", left.folder.toString());
        });
        assertThat(left.folder).as("looking makes nothing").doesNotExist();
    }

    @Test
    @DisplayName("T128: agent killed with -9, no task group: reaped")
    void aKilledAgentWithoutGroupIsReaped() throws IOException {
        Child agent = left.start("exec sleep 60");
        left.agent(agent);
        deferred(left.judge(Signal.SILENT), "agent_lost_process_alive");
        left.kill(agent);
        assertThat(left.judge(Signal.SILENT).words())
                .startsWith("agent " + agent.pid() + " is gone (boot " + Remains.BOOT.substring(0, 4) + "…, ticks "
                        + agent.startTicks() + "), and no process group");
        reaped(left.judge(Signal.SILENT), "agent_lost");
        reaped(left.judge(Signal.NOT_STARTED), "dispatch_lost");
        reaped(left.judge(Signal.NEVER_BEATEN), "agent_lost_never_heartbeated");
    }

    @Test
    @DisplayName("T129: an agent that is alive and silent is deferred, whatever its group")
    void aLivingAgentIsDeferred() throws IOException {
        Child agent = left.start("exec sleep 60");
        left.agent(agent);
        left.group(agent.pid(), left.gone(), 1);
        Verdict verdict = left.judge(Signal.SILENT);
        deferred(verdict, "agent_lost_process_alive");
        assertThat(verdict.words()).isEqualTo("agent " + agent.pid() + " is alive (boot "
                + Remains.BOOT.substring(0, 4) + "…, ticks " + agent.startTicks() + "), last heartbeat 104 s ago");
        assertThat(verdict.evidence()).containsEntry("agent_pid", Integer.toString(agent.pid()))
                .containsEntry("agent_boot_id", Remains.BOOT);
        assertThat(left.judge(Signal.NOT_STARTED).words()).endsWith(", queued 104 s ago");
        assertThat(left.judge(Signal.NEVER_BEATEN).words()).endsWith(", running for 104 s without a heartbeat");
    }

    @Test
    void aZombieAgentIsDead() throws IOException {
        Child agent = left.zombie();
        left.agent(agent);
        assertThat(Processes.signal(agent.pid(), 0)).as("signal 0 says it is there").isZero();
        reaped(left.judge(Signal.SILENT), "agent_lost");
    }

    @Test
    void aGroupOfZombiesIsDead() throws IOException {
        Child leader = left.zombie();
        left.group(left.gone(), leader);
        assertThat(Processes.signalGroup(leader.pid(), 0)).as("signal 0 says it is there").isZero();
        reaped(left.judge(Signal.SILENT), "agent_lost");
    }

    @Test
    void anAgentsNumberThatHasAnotherProcessNowDefersAndIsSaidToBeSo() throws IOException {
        Child other = left.start("exec sleep 60");
        left.agent(other.pid(), other.startTicks() - 7);
        Verdict verdict = left.judge(Signal.SILENT);
        deferred(verdict, "agent_lost_process_alive");
        assertThat(verdict.words()).contains("or its number has another process now (ticks " + other.startTicks());
    }

    @Test
    void aGroupThatIsGoneIsDead() throws IOException {
        int agent = left.gone();
        left.agent(agent, 1);
        left.group(agent, left.gone(), 1);
        Verdict verdict = left.judge(Signal.SILENT);
        reaped(verdict, "agent_lost");
        assertThat(verdict.words()).contains("is gone, last heartbeat");
    }

    @Test
    @DisplayName("T132: a group's number that another process has now is dead, and not signalled")
    void aReusedGroupIsDead() throws Exception {
        int agent = left.gone();
        Child other = left.start("exec sleep 60");
        left.group(agent, other.pid(), other.startTicks() - 7);
        reaped(left.judge(Signal.SILENT), "agent_lost");
        reaped(left.stop(Signal.SILENT), "agent_lost");
        assertThat(Remains.alive(other.pid())).isTrue();
    }

    @Test
    void aGroupAloneIsToBeStopped() throws IOException {
        int agent = left.gone();
        Child leader = left.start("exec sleep 60");
        left.group(agent, leader);
        Verdict verdict = left.judge(Signal.SILENT);
        assertThat(verdict.kind()).isEqualTo(Verdict.Kind.REAP_AFTER_STOP);
        assertThat(verdict.label()).isEqualTo("agent_lost_process_alive");
        assertThat(verdict.words())
                .isEqualTo(
                        "no record of it, but process group " + leader.pid() + " is alive, last heartbeat 104 s ago");
        assertThat(left.judge(Signal.NOT_STARTED).kind()).isEqualTo(Verdict.Kind.REAP_AFTER_STOP);
    }

    @Test
    @DisplayName("T138: never heartbeated: dead is reaped, an agent defers, a group alone defers and is not stopped")
    void aGroupThatNeverBeatIsWaitedFor() throws Exception {
        reaped(left.judge(Signal.NEVER_BEATEN), "agent_lost_never_heartbeated");
        Child agent = left.start("exec sleep 60");
        Child leader = left.start("exec sleep 60");
        left.agent(agent);
        left.group(agent.pid(), leader);
        deferred(left.judge(Signal.NEVER_BEATEN), "agent_lost_never_heartbeated_process_alive");
        left.kill(agent);
        deferred(left.judge(Signal.NEVER_BEATEN), "agent_lost_never_heartbeated_process_alive");
        deferred(left.stop(Signal.NEVER_BEATEN), "agent_lost_never_heartbeated_process_alive");
        assertThat(Remains.alive(leader.pid())).isTrue();
        left.kill(leader);
        reaped(left.judge(Signal.NEVER_BEATEN), "agent_lost_never_heartbeated");
    }

    @Test
    @DisplayName("T136: a host that has just started knows attempts of before by their records")
    void aNewHostFindsTheRecord() throws IOException {
        Child agent = left.start("exec sleep 60");
        left.agent(agent);
        Liveness fresh = Liveness.in(left.folder.toString(), id -> Optional.empty());
        deferred(fresh.judge(Signal.SILENT, List.of(left.suspect())).getFirst(), "agent_lost_process_alive");
    }

    @Test
    @DisplayName("T133: what may not be signalled is alive")
    void anotherUsersProcessIsAlive() throws IOException {
        int agent = left.gone();
        left.agent(agent, 1);
        Remains.Bent foreign = new Remains.Bent() {
            @Override
            public Presence process(int pid) {
                return Presence.FOREIGN;
            }
        };
        Verdict verdict = judge(foreign);
        deferred(verdict, "agent_lost_process_alive");
        assertThat(verdict.words()).contains("belongs to another user");
        left.group(agent, left.gone(), 0);
        Remains.Bent foreignGroup = new Remains.Bent() {
            @Override
            public Presence group(int group, Probe.Moment moment) {
                return Presence.FOREIGN;
            }
        };
        deferred(judge(foreignGroup), "agent_lost_process_alive");
    }

    @Test
    @DisplayName("T133: a refused signal is a sign of life, asked of the system itself")
    void aRefusedSignalIsASignOfLife() throws IOException {
        assumeTrue(Processes.uid() != 0, "root may signal everybody");
        left.agent(1, 1);
        deferred(left.judge(Signal.SILENT), "agent_lost_process_alive");
    }

    @Test
    void aRecordOfAnotherBootIsDead() throws IOException {
        Child agent = left.start("exec sleep 60");
        left.records.write(left.key, new AgentRecord(agent.pid(), agent.startTicks(), "other-boot", 1));
        reaped(left.judge(Signal.SILENT), "agent_lost");
        left.records.write(left.key, new GroupRecord(left.gone(), agent.pid(), agent.startTicks(), "other-boot", 1));
        Verdict verdict = left.judge(Signal.SILENT);
        reaped(verdict, "agent_lost");
        assertThat(verdict.words()).contains("was of another boot (othe…)");
    }

    @Test
    void withoutABootIdNoRecordIsOfAnother() throws IOException {
        Child agent = left.start("exec sleep 60");
        left.agent(agent);
        deferred(judge(new Remains.Bent() {
            @Override
            public String bootId() {
                return "unknown";
            }
        }), "agent_lost_process_alive");
    }

    @Test
    void aGroupWhoseAgentLivesDefers() throws Exception {
        Child agent = left.start("exec sleep 60");
        Child leader = left.start("exec sleep 60");
        left.group(agent.pid(), leader);
        deferred(left.judge(Signal.SILENT), "agent_lost_process_alive");
        deferred(left.stop(Signal.SILENT), "agent_lost_process_alive");
        assertThat(Remains.alive(leader.pid())).isTrue();
    }

    @Test
    void aGroupOfANewerEpochIsNotThisOnesToStop() throws Exception {
        Child leader = left.start("exec sleep 60");
        left.records.write(left.key, new GroupRecord(left.gone(), leader.pid(), leader.startTicks(), Remains.BOOT, 2));
        Verdict verdict = left.stop(Signal.SILENT);
        deferred(verdict, "agent_lost_process_alive");
        assertThat(verdict.words()).contains("newer epoch 2");
        assertThat(Remains.alive(leader.pid())).isTrue();
    }

    @Test
    void anOlderEpochsAgentThatLivesDefersAndIsNamed() throws IOException {
        Child agent = left.start("exec sleep 60");
        left.records.write(left.key, new AgentRecord(agent.pid(), agent.startTicks(), Remains.BOOT, 0));
        Verdict verdict = left.judge(Signal.NOT_STARTED);
        deferred(verdict, "dispatch_lost_process_alive");
        assertThat(verdict.words()).contains("with epoch 0 of this try");
    }

    @Test
    void aProbeThatFailsDefers() throws IOException {
        left.agent(left.gone(), 1);
        left.group(left.gone(), left.gone(), 1);
        deferred(judge(new Remains.Bent() {
            @Override
            public Presence process(int pid) throws IOException {
                throw new IOException("no such call");
            }
        }), "agent_lost_process_query_error");
        deferred(judge(new Remains.Bent() {
            @Override
            public Presence group(int group, Probe.Moment moment) throws IOException {
                throw new IOException("no /proc");
            }
        }), "agent_lost_process_query_error");
    }

    @Test
    void whatThisHostIsHandingOverIsAlive() {
        left.memory.put(left.attempt, new Holder.ThisHost());
        deferred(left.judge(Signal.NOT_STARTED), "dispatch_lost_process_alive");
    }

    @Test
    void whatALivingAgentSaysItHasIsAliveThoughItsRecordWasCleanedAway() {
        Child agent = left.start("exec sleep 60");
        left.memory.put(left.attempt, new Holder.Agent(agent.pid(), "w"));
        deferred(left.judge(Signal.SILENT), "agent_lost_process_alive");
        left.kill(agent);
        reaped(left.judge(Signal.SILENT), "agent_lost");
    }

    @ParameterizedTest
    @EnumSource(names = {"NO_POD", "WARM_WORKER_GONE"})
    void signalsOfPodsAreDeferred(Signal signal) throws InterruptedException {
        deferred(left.judge(signal), signal.label("deferred"));
        deferred(left.stop(signal), signal.label("deferred"));
    }

    @Test
    void aGroupWhoseLeadersStartIsNotKnownIsWaitedFor() throws Exception {
        Child leader = left.start("exec sleep 60");
        left.group(left.gone(), leader.pid(), 0);
        deferred(left.stop(Signal.SILENT), "agent_lost_process_alive");
        left.group(left.gone(), leader);
        deferred(left.liveness(new Remains.Bent() {
            @Override
            public Optional<ProcStat> stat(int pid) {
                return Optional.empty();
            }
        }, Remains.QUICK).stopOrphan(Signal.SILENT, left.suspect()), "agent_lost_process_alive");
        assertThat(Remains.alive(leader.pid())).isTrue();
    }

    @Test
    void whereTheSystemCannotBeAskedEverythingIsDeferred() throws InterruptedException {
        Liveness blind = Liveness.blind(new UnsupportedOperationException("no function kill"));
        deferred(blind.judge(Signal.SILENT, List.of(left.suspect())).getFirst(), "agent_lost_process_query_error");
        deferred(blind.stopOrphan(Signal.NOT_STARTED, left.suspect()), "dispatch_lost_process_query_error");
        deferred(blind.judge(Signal.NO_POD, List.of(left.suspect())).getFirst(), "pod_lost_deferred");
    }

    @Test
    void thisSystemCanBeAsked() {
        Liveness here = Liveness.ofThisUser(id -> Optional.empty());
        assertThat(here.judge(Signal.SILENT, List.of(left.suspect())).getFirst().words())
                .doesNotContain("cannot be probed on this system");
    }

    private Verdict judge(Probes probes) {
        return left.liveness(probes, Remains.QUICK).judge(Signal.SILENT, List.of(left.suspect())).getFirst();
    }

    static void deferred(Verdict verdict, String label) {
        assertThat(verdict.kind()).as(verdict.words()).isEqualTo(Verdict.Kind.DEFER);
        assertThat(verdict.label()).as(verdict.words()).isEqualTo(label);
    }

    static void reaped(Verdict verdict, String label) {
        assertThat(verdict.kind()).as(verdict.words()).isEqualTo(Verdict.Kind.REAP);
        assertThat(verdict.label()).as(verdict.words()).isEqualTo(label);
    }
}
