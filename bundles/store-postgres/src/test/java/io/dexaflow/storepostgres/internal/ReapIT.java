// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.executor.Signal;
import io.dexaflow.executor.Suspect;
import io.dexaflow.model.AttemptId;
import io.dexaflow.model.TaskState;
import io.dexaflow.reaper.OrphanRun;
import io.dexaflow.store.AttemptLedger.Report;
import io.dexaflow.store.DecisionLedger.DecisionRow;
import io.dexaflow.store.ReapLedger.Mark;
import io.dexaflow.store.ReapLedger.Position;
import io.dexaflow.trail.Decision;
import io.dexaflow.trail.Subject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Candidates, marks and the failing of orphaned runs (R26, R84 to R99, R114). */
class ReapIT {

    private static final Duration SILENCE = Duration.ofSeconds(90);
    private static final Duration QUIET = Duration.ofMinutes(5);

    @RegisterExtension static final TestStore STORE = new TestStore();

    @Test
    @DisplayName("T16, T17, R95: silent is who has beaten and has not for as long as the threshold, to the moment")
    void silentIsWhoHasBeatenAndDoesNot() {
        UUID run = STORE.run("a", 5);
        beaten(run, 0, "90 seconds");
        beaten(run, 1, "89 seconds");
        beaten(run, 2, "-1 hour");
        STORE.running(run, 3);
        beaten(run, 4, "200 seconds");

        assertThat(tasks(STORE.reaps().silent(SILENCE, null, 100))).containsExactly("t4", "t0");
        Suspect first = STORE.reaps().silent(SILENCE, null, 1).getFirst();
        assertThat(first.attempt()).isEqualTo(STORE.attempt(run, 4));
        assertThat(first.executor()).isEqualTo("subprocess");
        assertThat(first.age()).isBetween(Duration.ofSeconds(200), Duration.ofSeconds(260));
        assertThat(tasks(STORE.reaps().silent(SILENCE, Position.of(first), 100))).containsExactly("t0");
    }

    @Test
    @DisplayName("R210: never beaten counts from the start, T21, R98: not started from the hand-over")
    void theOtherLists() {
        UUID run = STORE.run("a", 4);
        STORE.running(run, 0);
        STORE.set(run, 0, "started_at = dexaflow.now() - interval '91 seconds'");
        STORE.running(run, 1);
        STORE.running(run, 2);
        STORE.set(run, 2, "state = 'queued', queued_at = dexaflow.now() - interval '181 seconds'");
        STORE.running(run, 3);
        STORE.set(run, 3, "state = 'queued', queued_at = null");

        assertThat(tasks(STORE.reaps().neverBeaten(SILENCE, null, 100))).containsExactly("t0");
        assertThat(tasks(STORE.reaps().notStarted(Duration.ofMinutes(3), null, 100))).containsExactly("t2");
    }

    @Test
    void whatRunsInAFinishedRunIsNoCandidate() {
        UUID run = STORE.run("a", 1);
        beaten(run, 0, "200 seconds");
        STORE.sql("update dexaflow.dag_run set state = 'failed'");

        assertThat(STORE.reaps().silent(SILENCE, null, 100)).isEmpty();
    }

    @Test
    @DisplayName("R26: a mark is a failure of kind infra, confirmed when made unless provisional, with its trail")
    void aMarkWritesItsColumns() {
        UUID run = STORE.run("a", 2);
        beaten(run, 0, "200 seconds");
        beaten(run, 1, "200 seconds");
        List<Suspect> suspects = STORE.reaps().silent(SILENCE, null, 100);

        assertThat(STORE.reaps().mark(mark(Signal.SILENT, suspects.getFirst(), false), TestStore.TERM)).isTrue();
        assertThat(STORE.reaps().mark(mark(Signal.SILENT, suspects.getLast(), true), TestStore.TERM)).isTrue();

        UUID id = suspects.getFirst().taskInstanceId();
        Map<String, Object> row = STORE.rows("select * from dexaflow.task_instance where id = ?", id).getFirst();
        assertThat(row).containsEntry("state", "failed")
                .containsEntry("last_failure_kind", "infra")
                .containsEntry("error_message", "agent_lost: x");
        assertThat(row.get("ended_at")).isNotNull().isEqualTo(row.get("infra_confirmed_at"));
        assertThat(STORE.rows("select infra_confirmed_at from dexaflow.task_instance where id = ?",
                suspects.getLast().taskInstanceId()).getFirst()).containsEntry("infra_confirmed_at", null);
        assertThat(STORE.decisions().of(id, run)).filteredOn(d -> d.label().equals("agent_lost"))
                .singleElement()
                .satisfies(d -> {
                    assertThat(d.actor()).isEqualTo("agent-lost");
                    assertThat(d.evidence()).containsEntry("pid", "4711");
                    assertThat(d.tryNumber()).isEqualTo(1);
                });
    }

    @Test
    @DisplayName("T30, R26, R114: a heartbeat, a report, another epoch or another leader before the mark: nothing is written")
    void aMarkIsGuardedOnWhatWasListed() {
        UUID run = STORE.run("a", 3);
        for (int i = 0; i < 3; i++) {
            beaten(run, i, "200 seconds");
        }
        List<Suspect> suspects = STORE.reaps().silent(SILENCE, null, 100);
        STORE.attempts().heartbeat(List.of(STORE.attempt(run, 0)));
        STORE.attempts().report(List.of(new Report(STORE.attempt(run, 1), TaskState.SUCCESS, 0, null, null, null)));
        STORE.set(run, 2, "attempt_epoch = attempt_epoch + 1");

        for (Suspect suspect : suspects) {
            assertThat(STORE.reaps().mark(mark(Signal.SILENT, suspect, false), TestStore.TERM)).isFalse();
        }
        STORE.set(run, 2, "attempt_epoch = attempt_epoch - 1");
        Suspect third = STORE.reaps().silent(SILENCE, null, 100).getFirst();
        assertThat(STORE.reaps().mark(mark(Signal.SILENT, third, false), TestStore.TERM - 1)).isFalse();
        assertThat(STORE.count("select count(*) from dexaflow.decision where label = 'agent_lost'")).isZero();
        assertThat(STORE.reaps().mark(mark(Signal.SILENT, third, false), TestStore.TERM)).isTrue();
    }

    @Test
    @DisplayName("T36, R89, R90: a run with nothing left to run and quiet is orphaned; none protects nothing")
    void t36_anOrphanIsFailedWithItsTrail() {
        UUID run = quiet("a", "none", "6 minutes");

        OrphanRun orphan = STORE.reaps().orphans(QUIET, 100).getFirst();
        assertThat(orphan.runId()).isEqualTo(run);
        assertThat(STORE.reaps().reapRun(orphan, QUIET, decision(orphan), TestStore.TERM)).isTrue();
        Map<String, Object> row = STORE.rows("select * from dexaflow.dag_run where id = ?", run).getFirst();
        assertThat(row).containsEntry("state", "failed");
        assertThat((String) row.get("note")).startsWith("orphaned");
        assertThat(STORE.decisions().of(STORE.id(run, 0), run)).extracting(DecisionRow::label)
                .contains("orphan_reaped");
        assertThat(STORE.reaps().reapRun(orphan, QUIET, decision(orphan), TestStore.TERM)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"scheduled", "queued", "running", "up_for_retry", "up_for_reschedule", "deferred"})
    @DisplayName("T37, R89: one active or parked task instance protects the whole run")
    void t37_oneThatIsOwedProtectsItsRun(String state) {
        quiet("a", state, "6 minutes");
        assertThat(STORE.reaps().orphans(QUIET, 100)).isEmpty();
    }

    @Test
    @DisplayName("T38, R90: what a rail released a moment ago is activity")
    void t38_aReleaseIsActivity() {
        UUID run = quiet("a", "none", "6 minutes");
        OrphanRun orphan = STORE.reaps().orphans(QUIET, 100).getFirst();
        STORE.set(run, 0, "released_at = dexaflow.now()");

        assertThat(STORE.reaps().orphans(QUIET, 100)).isEmpty();
        assertThat(STORE.reaps().reapRun(orphan, QUIET, decision(orphan), TestStore.TERM)).isFalse();
    }

    @Test
    @DisplayName("T39, R91: a task instance that somebody moves just now makes the re-check give up, at once")
    void t39_aLockedTaskInstanceStopsTheReap() throws SQLException {
        UUID run = quiet("a", "none", "6 minutes");
        OrphanRun orphan = STORE.reaps().orphans(QUIET, 100).getFirst();
        try (Connection other = STORE.endpoint().connect(); var statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("update dexaflow.task_instance set state = 'scheduled'");

            assertThat(STORE.reaps().reapRun(orphan, QUIET, decision(orphan), TestStore.TERM)).isFalse();
            other.rollback();
        }
        assertThat(STORE.rows("select state from dexaflow.dag_run where id = ?", run).getFirst())
                .containsEntry("state", "running");
        assertThat(STORE.reaps().reapRun(orphan, QUIET, decision(orphan), TestStore.TERM)).isTrue();
    }

    @Test
    @DisplayName("R86: a run without any activity at all is orphaned")
    void aRunWithoutActivityIsOrphaned() {
        UUID run = quiet("a", "none", "0");
        STORE.sql("update dexaflow.dag_run set started_at = null, queued_at = '-infinity'");
        assertThat(STORE.reaps().orphans(QUIET, 100)).extracting(OrphanRun::runId).containsExactly(run);
    }

    private static void beaten(UUID run, int ordinal, String ago) {
        STORE.running(run, ordinal);
        STORE.set(run, ordinal, "last_heartbeat_at = dexaflow.now() - interval '" + ago + "'");
    }

    private static UUID quiet(String dag, String state, String since) {
        UUID run = STORE.run(dag, 1);
        STORE.set(run, 0, "state = '" + state + "'");
        STORE.sql("update dexaflow.dag_run set started_at = dexaflow.now() - interval '" + since
                + "', queued_at = dexaflow.now() - interval '" + since + "'");
        return run;
    }

    private static List<String> tasks(List<Suspect> suspects) {
        return suspects.stream().map(Suspect::attempt).map(AttemptId::taskId).toList();
    }

    private static Mark mark(Signal signal, Suspect suspect, boolean provisional) {
        return new Mark(signal, suspect, "agent_lost: x", provisional, new Decision("agent-lost", "agent_lost",
                Decision.Kind.TRANSITION, Subject.of(suspect), "x", Map.of("pid", "4711")));
    }

    private static Decision decision(OrphanRun run) {
        return new Decision("orphan-run", "orphan_reaped", Decision.Kind.TRANSITION,
                Subject.run(run.runId(), run.dagId(), run.dagRunId()), "nothing left to run", Map.of());
    }
}
