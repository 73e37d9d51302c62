// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dexaflow.executor.Signal;
import io.dexaflow.executor.Suspect;
import io.dexaflow.executor.Verdict;
import io.dexaflow.model.AttemptId;
import io.dexaflow.reaper.OrphanRun;
import io.dexaflow.scheduler.internal.Fakes;
import io.dexaflow.scheduler.internal.RecordingTrail;
import io.dexaflow.scheduler.internal.TestLadder;
import io.dexaflow.store.LeadershipTerm;
import io.dexaflow.store.StoreException;
import io.dexaflow.trail.Decision;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ReapPassTest {

    private static final Verdict GONE = Verdict.reap("agent_lost", "agent 4711 is dead, last heartbeat 104 s ago",
            Map.of("agent_pid", "4711"));
    private static final Verdict ALIVE = Verdict.defer("agent_lost_process_alive", "agent 4711 is alive", Map.of());
    private static final Verdict ORPHANED = Verdict.reapAfterStop("agent_lost_process_alive", "group 4712", Map.of());

    private final ReapLedgerInMemory ledger = new ReapLedgerInMemory();
    private final RecordingTrail trail = new RecordingTrail();
    private final LogInMemory log = new LogInMemory();
    private final AtomicReference<LeadershipTerm> leads = new AtomicReference<>(new LeadershipTerm(7, Fakes.NOW));
    private Predicate<UUID> mine = run -> true;

    @Test
    void theDeadIsMarkedToldNotedInItsLogAndStopped() throws Exception {
        JudgingExecutor executor = JudgingExecutor.that(GONE);
        Suspect suspect = suspect(1);
        pass(executor).reap(Signal.SILENT, List.of(suspect));
        assertThat(ledger.marks).singleElement().satisfies(mark -> {
            assertThat(mark.suspect()).isEqualTo(suspect);
            assertThat(mark.message()).startsWith("agent_lost").contains("agent 4711 is dead");
            assertThat(mark.provisional()).isFalse();
        });
        assertThat(trail.written).containsExactly(ledger.marks.getFirst().decision());
        assertThat(trail.writtenLabels()).containsExactly("agent_lost");
        assertThat(trail.recorded).isEmpty();
        assertThat(executor.stopped).containsExactly(suspect.attempt());
    }

    @Test
    @DisplayName("T35: the task's own log names the last heartbeat and the threshold")
    void theTasksOwnLogNamesHeartbeatAndThreshold() throws Exception {
        pass(JudgingExecutor.that(GONE)).reap(Signal.SILENT, List.of(suspect(1)));
        assertThat(log.lines).containsExactly(
                "killed: agent_lost (last heartbeat 2026-11-30T11:58:16Z, silent past 1m30s threshold)");
    }

    @Test
    @DisplayName("T35: a log that cannot be written does not undo the mark")
    void aLogThatCannotBeWrittenUndoesNothing() throws Exception {
        log.full = true;
        JudgingExecutor executor = JudgingExecutor.that(GONE);
        pass(executor).reap(Signal.SILENT, List.of(suspect(1)));
        assertThat(trail.writtenLabels()).containsExactly("agent_lost");
        assertThat(trail.recordedLabels()).containsExactly("agent_lost_log_marker_error");
        assertThat(executor.stopped).hasSize(1);
    }

    @Test
    void theLivingIsDeferredWithTheExecutorsWordsAndNothingElse() throws Exception {
        JudgingExecutor executor = JudgingExecutor.that(ALIVE);
        pass(executor).reap(Signal.SILENT, List.of(suspect(1), suspect(2)));
        assertThat(ledger.marks).isEmpty();
        assertThat(executor.stopped).isEmpty();
        assertThat(executor.judged).hasSize(1);
        assertThat(trail.recorded).extracting(Decision::kind).containsOnly(Decision.Kind.DEFERRAL);
        assertThat(trail.recordedLabels()).containsExactly("agent_lost_process_alive", "agent_lost_process_alive");
    }

    @Test
    void anExecutorThatThrowsDefersAllOfItsSuspects() throws Exception {
        JudgingExecutor executor = new JudgingExecutor();
        executor.verdicts = suspects -> {
            throw new IllegalStateException("broken");
        };
        pass(executor).reap(Signal.SILENT, List.of(suspect(1), suspect(2)));
        assertThat(ledger.marks).isEmpty();
        assertThat(trail.recordedLabels()).hasSize(2).allMatch(label -> label.startsWith("agent_lost_"));
        assertThat(trail.recorded).extracting(Decision::kind).containsOnly(Decision.Kind.DEFERRAL);
    }

    @Test
    void anExecutorThatMiscountsDefersAllOfItsSuspects() throws Exception {
        JudgingExecutor executor = new JudgingExecutor();
        executor.verdicts = suspects -> List.of(GONE);
        pass(executor).reap(Signal.SILENT, List.of(suspect(1), suspect(2)));
        assertThat(ledger.marks).isEmpty();
        assertThat(trail.recorded).hasSize(2);
    }

    @Test
    void verdictsInAListThatForbidsNullAreTakenAsTheyAre() throws Exception {
        JudgingExecutor executor = new JudgingExecutor();
        executor.verdicts = suspects -> List.of(GONE);
        pass(executor).reap(Signal.SILENT, List.of(suspect(1)));
        assertThat(ledger.marks).hasSize(1);
    }

    @Test
    void anExecutorThatIsNotHereDefers() throws Exception {
        Suspect foreign = new Suspect(attempt(1), new UUID(1, 1), "d", "r", "kubernetes", null, Fakes.NOW,
                Duration.ofSeconds(100));
        pass(JudgingExecutor.that(GONE)).reap(Signal.SILENT, List.of(foreign));
        assertThat(ledger.marks).isEmpty();
        assertThat(trail.recordedLabels()).containsExactly("agent_lost_executor_absent");
        assertThat(trail.recorded.getFirst().words()).contains("kubernetes");
    }

    @Test
    @DisplayName("T30: a candidate that changed since it was listed is left alone: no line in its log, no teardown")
    void aCandidateThatChangedIsLeftAlone() throws Exception {
        JudgingExecutor executor = JudgingExecutor.that(GONE);
        Suspect suspect = suspect(1);
        ledger.refused.add(suspect.taskInstanceId());
        pass(executor).reap(Signal.SILENT, List.of(suspect));
        assertThat(trail.recordedLabels()).containsExactly("agent_lost_noop");
        assertThat(trail.written).isEmpty();
        assertThat(log.lines).isEmpty();
        assertThat(executor.stopped).isEmpty();
    }

    @Test
    @DisplayName("T31: a mark that fails keeps nobody else from being marked")
    void aMarkThatFailsKeepsNobodyElseFromBeingMarked() throws Exception {
        Suspect broken = suspect(1);
        ledger.onMark = suspect -> {
            if (suspect.equals(broken)) {
                throw new StoreException("the database is away", null);
            }
        };
        pass(JudgingExecutor.that(GONE)).reap(Signal.SILENT, List.of(broken, suspect(2)));
        assertThat(ledger.marks).hasSize(1);
        assertThat(trail.recordedLabels()).containsExactly("agent_lost_error");
    }

    @Test
    @DisplayName("T33: leadership that ends between list and mark writes nothing")
    void leadershipThatEndsBeforeTheMarkWritesNothing() throws Exception {
        JudgingExecutor executor = JudgingExecutor.that(GONE);
        ReapPass pass = pass(executor);
        leads.set(new LeadershipTerm(8, Fakes.NOW));
        pass.reap(Signal.SILENT, List.of(suspect(1)));
        assertThat(ledger.marks).isEmpty();
        assertThat(executor.stopped).isEmpty();
        assertThat(trail.recordedLabels()).containsExactly("agent_lost_gate_skip");
    }

    @Test
    @DisplayName("T33: leadership that ends between mark and teardown stops nothing, and the mark stands")
    void leadershipThatEndsAfterTheMarkStopsNothing() throws Exception {
        JudgingExecutor executor = JudgingExecutor.that(GONE);
        ledger.onMark = suspect -> leads.set(null);
        pass(executor).reap(Signal.SILENT, List.of(suspect(1)));
        assertThat(trail.writtenLabels()).containsExactly("agent_lost");
        assertThat(trail.recordedLabels()).containsExactly("agent_lost_teardown_gate_skip");
        assertThat(executor.stopped).isEmpty();
    }

    @Test
    void aTeardownThatFailsLeavesTheMark() throws Exception {
        JudgingExecutor executor = JudgingExecutor.that(GONE);
        executor.onStop = () -> {
            throw new IllegalStateException("no agent host");
        };
        pass(executor).reap(Signal.SILENT, List.of(suspect(1)));
        assertThat(trail.writtenLabels()).containsExactly("agent_lost");
        assertThat(trail.recordedLabels()).containsExactly("agent_lost_pod_delete_error");
    }

    @Test
    @DisplayName("R209: an orphan is stopped first, which the trail has before the mark")
    void anOrphanIsStoppedFirst() throws Exception {
        pass(JudgingExecutor.that(ORPHANED)).reap(Signal.SILENT, List.of(suspect(1)));
        assertThat(trail.recordedLabels()).containsExactly("agent_lost_orphan_stopped");
        assertThat(trail.writtenLabels()).containsExactly("agent_lost");
    }

    @Test
    @DisplayName("R209: an orphan that cannot be stopped stays unmarked")
    void anOrphanThatCannotBeStoppedStaysUnmarked() throws Exception {
        JudgingExecutor executor = JudgingExecutor.that(ORPHANED);
        executor.orphanStop = suspect -> {
            throw new IllegalStateException("it will not die");
        };
        pass(executor).reap(Signal.SILENT, List.of(suspect(1)));
        assertThat(ledger.marks).isEmpty();
        assertThat(trail.recordedLabels()).containsExactly("agent_lost_orphan_stop_error");
    }

    @Test
    @DisplayName("R113, design 6.13: orphans are stopped side by side")
    void orphansAreStoppedSideBySide() throws Exception {
        CountDownLatch all = new CountDownLatch(3);
        JudgingExecutor executor = JudgingExecutor.that(ORPHANED);
        executor.orphanStop = suspect -> {
            all.countDown();
            all.await();
            return Verdict.reap("agent_lost_orphan_stopped", "stopped", Map.of());
        };
        pass(executor).reap(Signal.SILENT, List.of(suspect(1), suspect(2), suspect(3)));
        assertThat(ledger.marks).hasSize(3);
    }

    @Test
    @DisplayName("R113, design 6.13: a stop that the budget cuts off leaves its attempt unmarked")
    void aStopThatIsCutOffLeavesItsAttemptUnmarked() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        JudgingExecutor executor = JudgingExecutor.that(ORPHANED);
        executor.orphanStop = suspect -> {
            begun.countDown();
            new CountDownLatch(1).await();
            return null;
        };
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread reaping = Thread.ofVirtual().start(() -> {
            try {
                pass(executor).reap(Signal.SILENT, List.of(suspect(1)));
            } catch (InterruptedException e) {
                thrown.set(e);
            }
        });
        begun.await();
        reaping.interrupt();
        await().until(() -> thrown.get() != null);
        assertThat(ledger.marks).isEmpty();
    }

    @Test
    void aPassThatIsCutOffEndsBetweenTwoCandidates() {
        ledger.onMark = suspect -> Thread.currentThread().interrupt();
        ReapPass pass = pass(JudgingExecutor.that(GONE));
        assertThatThrownBy(() -> pass.reap(Signal.SILENT, List.of(suspect(1), suspect(2))))
                .isInstanceOf(InterruptedException.class);
        assertThat(ledger.marks).hasSize(1);
    }

    @Test
    void aMarkIsProvisionalWhereTheExecutorSaysSo() throws Exception {
        JudgingExecutor executor = JudgingExecutor.that(GONE);
        executor.provisional = true;
        pass(executor).reap(Signal.SILENT, List.of(suspect(1)));
        assertThat(ledger.marks.getFirst().provisional()).isTrue();
    }

    @Test
    @DisplayName("R26, R210: each signal has its label, and a message that begins with the mark's name")
    void eachSignalHasItsLabelAndItsMessage() throws Exception {
        for (Signal signal : Signal.values()) {
            pass(JudgingExecutor.that(Verdict.reap(signal.label(), "gone", Map.of()))).reap(signal,
                    List.of(suspect(1)));
        }
        assertThat(trail.writtenLabels()).containsExactly("agent_lost", "agent_lost_never_heartbeated",
                "dispatch_lost", "pod_lost", "warm_worker_lost");
        assertThat(ledger.marks).extracting(mark -> mark.message().split(":")[0])
                .containsExactly("agent_lost", "agent_lost", "dispatch_lost", "pod_lost", "pod_lost");
    }

    @Test
    @DisplayName("contract 1: a host that was started for one run reaps nothing of another")
    void aHostForOneRunReapsNothingElse() throws Exception {
        mine = run -> false;
        JudgingExecutor executor = JudgingExecutor.that(GONE);
        pass(executor).reap(Signal.SILENT, List.of(suspect(1)));
        pass(executor).reapRuns(List.of(orphan(1)));
        assertThat(ledger.marks).isEmpty();
        assertThat(ledger.reaped).isEmpty();
    }

    @Test
    void anOrphanedRunIsFailedAndItsAgentsAreStopped() throws Exception {
        JudgingExecutor executor = JudgingExecutor.that(GONE);
        OrphanRun run = orphan(1);
        orphanPass(executor).reapRuns(List.of(run));
        assertThat(ledger.reaped).containsExactly(run);
        assertThat(trail.writtenLabels()).containsExactly("orphan_reaped");
        assertThat(trail.written.getFirst().words()).contains("312 s");
        assertThat(executor.stoppedRuns).containsExactly(run.runId());
    }

    @Test
    @DisplayName("T39: a run that the second look finds busy is left alone")
    void aRunThatIsBusyAfterAllIsLeftAlone() throws Exception {
        JudgingExecutor executor = JudgingExecutor.that(GONE);
        OrphanRun run = orphan(1);
        ledger.refused.add(run.runId());
        orphanPass(executor).reapRuns(List.of(run, orphan(2)));
        assertThat(trail.recordedLabels()).containsExactly("orphan_reap_noop");
        assertThat(executor.stoppedRuns).containsExactly(orphan(2).runId());
    }

    private ReapPass pass(JudgingExecutor executor) {
        return pass(executor, "agent-lost", "agent_lost");
    }

    private ReapPass orphanPass(JudgingExecutor executor) {
        return pass(executor, "orphan-run", "orphan");
    }

    private ReapPass pass(JudgingExecutor executor, String name, String label) {
        Reaping tools = new Reaping(ledger, Fakes.registry(Map.of("subprocess", executor)), trail, log,
                new TestLadder());
        DestructiveGate gate = new DestructiveGate(() -> Optional.ofNullable(leads.get()), leads.get());
        return new ReapPass(new ReaperStub(name, label, 10, context -> {
        }), gate, tools, mine, new PassTally(Fakes.NOW));
    }

    private static Suspect suspect(int n) {
        return new Suspect(attempt(n), new UUID(1, n), "d", "manual__1", null, null, Fakes.NOW.minusSeconds(104),
                Duration.ofSeconds(104));
    }

    private static AttemptId attempt(int n) {
        return new AttemptId(new UUID(0, n), "t" + n, 1, 3);
    }

    private static OrphanRun orphan(int n) {
        return new OrphanRun(new UUID(0, n), "d", "manual__" + n, Fakes.NOW.minusSeconds(312),
                Duration.ofSeconds(312));
    }
}
