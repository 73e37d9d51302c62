// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import static io.dexaflow.storepostgres.internal.TestStore.TERM;
import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.executor.Signal;
import io.dexaflow.executor.Suspect;
import io.dexaflow.model.TaskState;
import io.dexaflow.reaper.OrphanRun;
import io.dexaflow.store.AttemptLedger.Report;
import io.dexaflow.store.ReapLedger.Mark;
import io.dexaflow.store.TaskLedger.Move;
import io.dexaflow.trail.Decision;
import io.dexaflow.trail.Subject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What others write between the list, the mark and the commit of a reaper (R26, R91, R114; T30, T39 to T41). */
class ReapRacesIT {

    private static final Duration SILENCE = Duration.ofSeconds(90);
    private static final Duration QUEUED = Duration.ofMinutes(3);
    private static final Duration QUIET = Duration.ofMinutes(5);

    @RegisterExtension static final TestStore STORE = new TestStore();

    @Test
    @DisplayName("R26: a heartbeat that is being written while the mark is made keeps the attempt alive")
    void aHeartbeatInFlightWins() throws SQLException {
        UUID run = STORE.run("a", 1);
        Suspect suspect = silent(run, 0);
        try (Rival agent = new Rival(STORE)) {
            agent.sql("update dexaflow.task_instance set last_heartbeat_at = dexaflow.now()");
            assertThat(agent.commitsBefore(() -> mark(Signal.SILENT, suspect))).isFalse();
        }
        assertThat(STORE.state(run, 0)).isEqualTo("running");
        assertThat(marks()).isZero();
    }

    @Test
    @DisplayName("R210: a first heartbeat between list and mark keeps the attempt alive")
    void aFirstHeartbeatWins() {
        UUID run = STORE.run("a", 1);
        STORE.running(run, 0);
        STORE.set(run, 0, "started_at = dexaflow.now() - interval '91 seconds'");
        Suspect suspect = STORE.reaps().neverBeaten(SILENCE, null, 10).getFirst();
        STORE.attempts().heartbeat(List.of(suspect.attempt()));

        assertThat(mark(Signal.NEVER_BEATEN, suspect)).isFalse();
    }

    @Test
    @DisplayName("R26, R98: an agent that says it runs, between list and mark, is not lost")
    void aLateStartWins() {
        UUID run = STORE.run("a", 1);
        STORE.running(run, 0);
        STORE.set(run, 0, "state = 'queued', queued_at = dexaflow.now() - interval '181 seconds'");
        Suspect suspect = STORE.reaps().notStarted(QUEUED, null, 10).getFirst();
        STORE.attempts().report(List.of(new Report(suspect.attempt(), TaskState.RUNNING, null, null, null, "h")));

        assertThat(mark(Signal.NOT_STARTED, suspect)).isFalse();
        assertThat(STORE.state(run, 0)).isEqualTo("running");
    }

    @Test
    @DisplayName("R103: an attempt that another warm worker has meanwhile is not marked for the one that is gone")
    void aMarkForAWarmWorkerAsksForThatWorker() {
        UUID run = STORE.run("a", 1);
        STORE.running(run, 0);
        STORE.set(run, 0, "last_heartbeat_at = dexaflow.now() - interval '91 seconds', "
                + "warm_worker_id = gen_random_uuid()");
        Suspect suspect = STORE.reaps().silent(SILENCE, null, 10).getFirst();
        assertThat(suspect.warmWorkerId()).isNotNull();
        STORE.set(run, 0, "warm_worker_id = gen_random_uuid()");
        assertThat(mark(Signal.WARM_WORKER_GONE, suspect)).isFalse();

        STORE.set(run, 0, "warm_worker_id = '" + suspect.warmWorkerId() + "'");
        assertThat(mark(Signal.WARM_WORKER_GONE, suspect)).isTrue();
    }

    @RepeatedTest(3)
    void ofTwoMarksAtOnceOneIsMade() {
        UUID run = STORE.run("a", 1);
        Suspect suspect = silent(run, 0);
        List<Boolean> made = Stream.of(1, 2)
                .map(number -> CompletableFuture.supplyAsync(() -> mark(Signal.SILENT, suspect)))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();

        assertThat(made).containsExactlyInAnyOrder(true, false);
        assertThat(marks()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"update dexaflow.task_instance set state = 'running'",
            "update dexaflow.task_instance set state = 'up_for_retry'",
            "update dexaflow.task_instance set released_at = dexaflow.now()",
            "update dexaflow.task_instance set ended_at = dexaflow.now()",
            "update dexaflow.dag_run set started_at = dexaflow.now()",
            "update dexaflow.dag_run set state = 'success'",
            "update dexaflow.leadership set term = term + 1"})
    @DisplayName("T39, R91: what changes between the list and the reap leaves the run as it is")
    void t39_aChangeAfterTheListStopsTheReap(String change) {
        OrphanRun orphan = orphan();
        STORE.sql(change);
        List<Map<String, Object>> before = STORE.rows("select * from dexaflow.dag_run");

        assertThat(reap(orphan)).isFalse();
        assertThat(STORE.rows("select * from dexaflow.dag_run")).isEqualTo(before);
        assertThat(marks()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"select * from dexaflow.task_instance for no key update",
            "update dexaflow.task_instance set note = 'x'", "update dexaflow.dag_run set note = 'x'"})
    @Timeout(10)
    @DisplayName("T39, R91: a row that another transaction holds stops the reap, without waiting")
    void t39_aHeldRowStopsTheReap(String hold) throws SQLException {
        OrphanRun orphan = orphan();
        try (Rival other = new Rival(STORE)) {
            other.sql(hold);
            assertThat(reap(orphan)).isFalse();
        }
        assertThat(marks()).isZero();
        assertThat(reap(orphan)).isTrue();
    }

    @Test
    void whatOnlyPointsToTheRunDoesNotStopTheReap() throws SQLException {
        OrphanRun orphan = orphan();
        try (Rival other = new Rival(STORE)) {
            other.sql("select * from dexaflow.task_instance, dexaflow.dag_run for key share");
            assertThat(reap(orphan)).isTrue();
        }
    }

    @Test
    @DisplayName("R92: an orphan's note begins with orphaned, and what was noted before is kept")
    void aNoteIsKept() {
        OrphanRun orphan = orphan();
        STORE.sql("update dexaflow.dag_run set note = 'ask Ada'");

        assertThat(reap(orphan)).isTrue();
        assertThat((String) STORE.rows("select note from dexaflow.dag_run").getFirst().get("note"))
                .startsWith("orphaned")
                .endsWith("\nask Ada");
    }

    @Test
    @DisplayName("T40: one that is stuck in queued protects its run; once failed, the run is decided five minutes later")
    void t40_aStuckTaskFailsFirstAndItsRunLater() {
        UUID run = STORE.run("a", 2);
        STORE.running(run, 0);
        STORE.set(run, 0, "state = 'queued', started_at = null, queued_at = dexaflow.now()");
        STORE.moveClock(Duration.ofMinutes(6));
        assertThat(STORE.reaps().orphans(QUIET, 10)).isEmpty();

        Suspect stuck = STORE.reaps().notStarted(QUEUED, null, 10).getFirst();
        assertThat(mark(Signal.NOT_STARTED, stuck)).isTrue();
        assertThat(STORE.row(run, 0)).containsEntry("state", "failed").containsEntry("duration", null);
        assertThat(STORE.reaps().orphans(QUIET, 10)).isEmpty();
        STORE.moveClock(Duration.ofMinutes(5));
        assertThat(reap(STORE.reaps().orphans(QUIET, 10).getFirst())).isTrue();
    }

    @Test
    @DisplayName("T41, R94: a provisional mark does not make its run an orphan before the valve, nor does its re-place")
    void t41_aProvisionalMarkIsActivity() {
        UUID run = STORE.run("a", 1);
        Suspect suspect = silent(run, 0);
        STORE.moveClock(Duration.ofMinutes(10));
        assertThat(STORE.reaps().mark(new Mark(Signal.SILENT, suspect, "agent_lost", true, decision(suspect)), TERM))
                .isTrue();
        STORE.moveClock(TestStore.VALVE);
        assertThat(STORE.reaps().orphans(QUIET, 10)).isEmpty();
        STORE.moveClock(Duration.ofSeconds(150));
        assertThat(STORE.reaps().orphans(QUIET, 10)).isEmpty();

        assertThat(STORE.tasks().apply(List.of(new Move.Replace(run, 0, 1, 1)), TERM)).hasSize(1);
        STORE.moveClock(Duration.ofSeconds(290));
        assertThat(STORE.reaps().orphans(QUIET, 10)).isEmpty();
    }

    private static Suspect silent(UUID run, int ordinal) {
        STORE.running(run, ordinal);
        STORE.set(run, ordinal, "last_heartbeat_at = dexaflow.now() - interval '91 seconds'");
        return STORE.reaps().silent(SILENCE, null, 10).getFirst();
    }

    private static OrphanRun orphan() {
        STORE.run("a", 1);
        STORE.moveClock(Duration.ofMinutes(6));
        return STORE.reaps().orphans(QUIET, 10).getFirst();
    }

    private static boolean mark(Signal signal, Suspect suspect) {
        return STORE.reaps().mark(new Mark(signal, suspect, signal.label(), false, decision(suspect)), TERM);
    }

    private static Decision decision(Suspect suspect) {
        return new Decision("reaper", "marked", Decision.Kind.TRANSITION, Subject.of(suspect), "", Map.of());
    }

    private static boolean reap(OrphanRun run) {
        return STORE.reaps()
                .reapRun(run, QUIET, new Decision("orphan-run", "marked", Decision.Kind.TRANSITION,
                        Subject.run(run.runId(), run.dagId(), run.dagRunId()), "quiet", Map.of()), TERM);
    }

    private static long marks() {
        return STORE.count("select count(*) from dexaflow.decision where label = 'marked'");
    }
}
