// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.subprocess.internal.liveness;

import static io.dexaflow.executors.subprocess.internal.liveness.LivenessTest.deferred;
import static io.dexaflow.executors.subprocess.internal.liveness.LivenessTest.reaped;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dexaflow.executor.Signal;
import io.dexaflow.executor.Verdict;
import io.dexaflow.executors.agent.process.AgentRecord;
import io.dexaflow.executors.agent.process.Child;
import io.dexaflow.executors.agent.process.GroupRecord;
import io.dexaflow.executors.agent.process.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stop of an orphaned group (R208, R209), with real groups. */
class OrphanStopTest {

    private static final String TRAPS = "trap '' TERM; UP; while :; do sleep 0.1; done";

    @TempDir private Path home;
    private final List<Integer> signals = new CopyOnWriteArrayList<>();
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
    @DisplayName("T130: a verified group gets SIGTERM, and is reaped")
    void aGroupThatEndsBySigtermIsReaped() throws Exception {
        int agent = left.gone();
        left.agent(agent, 1);
        Child leader = left.started("sleep 60 & UP; sleep 60");
        left.group(agent, leader);
        left.reaper(leader);
        Verdict verdict = recording().stopOrphan(Signal.SILENT, left.suspect());
        reaped(verdict, "agent_lost_orphan_stopped");
        assertThat(verdict.words()).contains("process group " + leader.pid());
        assertThat(signals).containsExactly(Processes.SIGTERM);
        assertThat(Remains.alive(leader.pid())).isFalse();
        reaped(left.judge(Signal.SILENT), "agent_lost");
    }

    @Test
    @DisplayName("T130: a task that traps SIGTERM is killed when its time is over")
    void aGroupThatTrapsSigtermIsKilled() throws Exception {
        Child leader = left.started(TRAPS);
        left.group(left.gone(), leader);
        long began = System.nanoTime();
        reaped(recording().stopOrphan(Signal.NOT_STARTED, left.suspect()), "dispatch_lost_orphan_stopped");
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Remains.QUICK);
        assertThat(signals).containsExactly(Processes.SIGTERM, Processes.SIGKILL);
        assertThat(Remains.alive(leader.pid())).as("its leader's zombie is nobody").isFalse();
    }

    @Test
    void theTimesAreThoseOfTheSpecification() {
        OrphanStop stop = OrphanStop.of(new Examiner(left.records, Probes.ofThisMachine(), null));
        assertThat(stop.toTerm()).isEqualTo(Duration.ofSeconds(10));
        assertThat(stop.toKill()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    @DisplayName("T131: a group whose leader has exited is never signalled, and deferred until it is gone")
    void aGroupWithoutItsLeaderIsWaitedFor() throws Exception {
        Child leader = left.started("(while [ ! -e go ]; do sleep 0.05; done) & UP; exit 0");
        left.group(left.gone(), leader);
        await().until(() -> left.judge(Signal.SILENT).words().contains("its leader has exited"));
        assertThat(left.judge(Signal.SILENT).label()).as("with its leader's zombie")
                .isEqualTo(
                        "agent_lost_process_alive");
        left.reap(leader);
        Verdict verdict = recording().stopOrphan(Signal.SILENT, left.suspect());
        deferred(verdict, "agent_lost_process_alive");
        assertThat(verdict.words()).contains("its leader has exited");
        assertThat(signals).isEmpty();
        assertThat(Remains.alive(leader.pid())).isTrue();
        assertThat(home.resolve("go").toFile().mkdir()).isTrue();
        await().untilAsserted(() -> reaped(left.judge(Signal.SILENT), "agent_lost"));
    }

    @Test
    void aMemberThatOutlivesItsLeadersSigtermIsNotKilled() throws Exception {
        Child leader = left.started("(trap '' TERM; UP; while :; do sleep 0.1; done) & wait");
        left.group(left.gone(), leader);
        left.reaper(leader);
        Verdict verdict = recording().stopOrphan(Signal.SILENT, left.suspect());
        deferred(verdict, "agent_lost_orphan_stop_error");
        assertThat(verdict.words()).contains("must not be killed").contains("its leader has exited");
        assertThat(signals).containsExactly(Processes.SIGTERM);
    }

    @Test
    void aGroupWhoseRecordChangesBetweenTheSignalsIsNotKilled() throws Exception {
        Child leader = left.started(TRAPS);
        Child newAgent = left.start("exec sleep 60");
        left.group(left.gone(), leader);
        Verdict verdict = left.liveness(new Remains.Bent() {
            @Override
            public void signal(int group, int signal) throws IOException {
                super.signal(group, signal);
                signals.add(signal);
                left.records.write(left.key,
                        new AgentRecord(newAgent.pid(), newAgent.startTicks(), Remains.BOOT, 2));
            }
        }, Remains.QUICK).stopOrphan(Signal.SILENT, left.suspect());
        deferred(verdict, "agent_lost_orphan_stop_error");
        assertThat(signals).containsExactly(Processes.SIGTERM);
        assertThat(Remains.alive(leader.pid())).isTrue();
    }

    @Test
    void aGroupWhoseRecordIsCleanedAwayBetweenTheSignalsIsNotTakenForGone() throws Exception {
        Child leader = left.started(TRAPS);
        left.group(left.gone(), leader);
        deferred(left.liveness(new Remains.Bent() {
            @Override
            public void signal(int group, int signal) throws IOException {
                super.signal(group, signal);
                Files.deleteIfExists(left.file(".pgid"));
            }
        }, Remains.QUICK).stopOrphan(Signal.SILENT, left.suspect()), "agent_lost_orphan_stop_error");
        assertThat(Remains.alive(leader.pid())).isTrue();
    }

    @Test
    void aForgedRecordDoesNotGetAnotherProcessStopped() throws Exception {
        Child other = left.start("exec sleep 60");
        int agent = left.gone();
        left.agent(agent, 1);
        left.records.write(left.key,
                new GroupRecord(agent, other.pid(), other.startTicks() + 100, Remains.BOOT, 1));
        reaped(recording().stopOrphan(Signal.SILENT, left.suspect()), "agent_lost");
        assertThat(signals).isEmpty();
        assertThat(Remains.alive(other.pid())).isTrue();
    }

    @Test
    void aSignalThatIsRefusedDefers() throws Exception {
        Child leader = left.start("exec sleep 60");
        left.group(left.gone(), leader);
        Verdict verdict = left.liveness(new Remains.Bent() {
            @Override
            public void signal(int group, int signal) throws IOException {
                throw new IOException("Operation not permitted");
            }
        }, Remains.QUICK).stopOrphan(Signal.SILENT, left.suspect());
        deferred(verdict, "agent_lost_orphan_stop_error");
        assertThat(verdict.words()).contains("cannot be stopped: Operation not permitted");
    }

    @Test
    void aStopOfNothingReaps() throws Exception {
        reaped(recording().stopOrphan(Signal.SILENT, left.suspect()), "agent_lost");
        assertThat(signals).isEmpty();
    }

    @Test
    @DisplayName("design 6.13: a stop that is cut off says so, and kills nothing")
    void aStopCanBeCutOff() throws Exception {
        Child leader = left.started(TRAPS);
        left.group(left.gone(), leader);
        Liveness patient = left.liveness(bent(), Duration.ofMinutes(1));
        CompletableFuture<Object> outcome = new CompletableFuture<>();
        Thread stop = Thread.ofVirtual().start(() -> {
            try {
                outcome.complete(patient.stopOrphan(Signal.SILENT, left.suspect()));
            } catch (InterruptedException cut) {
                outcome.complete(cut);
            }
        });
        await().until(() -> !signals.isEmpty());
        stop.interrupt();
        assertThat(outcome.get()).isInstanceOf(InterruptedException.class);
        assertThat(signals).containsExactly(Processes.SIGTERM);
        assertThat(Remains.alive(leader.pid())).isTrue();
    }

    private Liveness recording() {
        return left.liveness(bent(), Remains.QUICK);
    }

    private Probes bent() {
        return new Remains.Bent() {
            @Override
            public void signal(int group, int signal) throws IOException {
                signals.add(signal);
                super.signal(group, signal);
            }
        };
    }
}
