// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import static io.dexaflow.storepostgres.internal.TestStore.TERM;
import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.model.Limits;
import io.dexaflow.model.RunState;
import io.dexaflow.model.Schedule;
import io.dexaflow.schedule.ScheduledRun;
import io.dexaflow.schedule.Timetable;
import io.dexaflow.store.BackfillLedger.Advance;
import io.dexaflow.store.BackfillLedger.Again;
import io.dexaflow.store.BackfillLedger.Backfill;
import io.dexaflow.store.BackfillLedger.Change;
import io.dexaflow.store.BackfillLedger.Finished;
import io.dexaflow.store.BackfillLedger.NewBackfill;
import io.dexaflow.store.BackfillLedger.Plan;
import io.dexaflow.store.BackfillLedger.Reprocess;
import io.dexaflow.store.Readings.Paging;
import io.dexaflow.store.RunLedger.RunStart;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Backfills: what they make, when, and that nothing is made twice. */
class BackfillsIT {

    private static final Instant DAY = Instant.parse("2026-03-01T00:00:00Z");

    @RegisterExtension static final TestStore STORE = new TestStore();

    @BeforeEach
    void dag() {
        STORE.version("a", 1, new Limits(1, 1));
    }

    @Test
    @DisplayName("runs are made in their order, as many as the backfill has room for, until all are finished")
    void runsAreMadeAsThereIsRoom() {
        Backfill backfill = begin(3, 2, Reprocess.NONE);

        Advance first = advance();
        assertThat(first.made()).hasSize(2);
        assertThat(STORE.rows("select * from dexaflow.dag_run order by logical_date").getFirst())
                .containsEntry("run_id", "backfill__2026-03-01T00:00:00+00:00")
                .containsEntry("run_type", "backfill")
                .containsEntry("state", "queued")
                .containsEntry("triggered_by", "me");
        assertThat(STORE.count("select count(*) from dexaflow.dag_run where conf->>'k' = 'v'")).isEqualTo(2);
        assertThat(advance().made()).isEmpty();

        end(first);
        Advance second = advance();
        assertThat(second.made()).hasSize(1);
        assertThat(find(backfill).completedAt()).isNull();
        end(second);
        assertThat(advance().made()).isEmpty();
        assertThat(find(backfill).completedAt()).isNotNull();
        assertThat(STORE.backfills().setPaused(backfill.id(), true)).isEqualTo(Change.COMPLETED);
        assertThat(STORE.backfills().cancel(backfill.id(), "me")).isEqualTo(Change.COMPLETED);
    }

    @Test
    void dagHasOneOpenBackfillAndListsThemAll() {
        Backfill backfill = begin(1, 1, Reprocess.NONE);

        assertThat(STORE.backfills().create(plan(1, Reprocess.NONE), runs(1))).isEmpty();
        STORE.backfills().cancel(backfill.id(), "me");
        Backfill next = begin(1, 1, Reprocess.NONE);

        assertThat(STORE.backfills().list("a", new Paging(0, 50, "-id")).rows()).extracting(Backfill::id)
                .containsExactly(next.id(), backfill.id());
        assertThat(STORE.backfills().list("b", new Paging(0, 50, null)).total()).isZero();
        assertThat(STORE.backfills().setPaused(99, true)).isEqualTo(Change.UNKNOWN);
    }

    @Test
    @DisplayName("backfill runs start beside those that fill their DAG, and take none of its room")
    void roomOfTheDagIsItsOwn() {
        UUID other = STORE.queuedRun("a", 1);
        begin(2, 2, Reprocess.NONE);
        Advance made = advance();

        made.made().forEach(run -> start(run, 1));
        start(other, 1);
        start(STORE.queuedRun("a", 1), 1);

        assertThat(STORE.count("select count(*) from dexaflow.dag_run where state = 'running'")).isEqualTo(3);
    }

    @Test
    void pausedBackfillAndPausedDagMakeNothing() {
        Backfill backfill = begin(2, 2, Reprocess.NONE);
        STORE.backfills().setPaused(backfill.id(), true);
        assertThat(advance().made()).isEmpty();
        assertThat(find(backfill).completedAt()).isNull();

        STORE.backfills().setPaused(backfill.id(), false);
        STORE.catalog().setPaused(List.of("a"), true);
        assertThat(advance().made()).isEmpty();

        STORE.catalog().setPaused(List.of("a"), false);
        assertThat(STORE.backfills().advance(100, TERM - 1).made()).isEmpty();
        assertThat(advance().made()).hasSize(2);
    }

    @Test
    void cancelFailsWhatIsQueuedAndLeavesWhatRuns() {
        Backfill backfill = begin(3, 2, Reprocess.NONE);
        UUID running = advance().made().iterator().next();
        STORE.start(running, 1);

        assertThat(STORE.backfills().cancel(backfill.id(), "me")).isEqualTo(Change.DONE);

        assertThat(
                STORE.rows("select state from dexaflow.dag_run order by state").stream().map(row -> row.get("state")))
                .containsExactly("failed", "running");
        assertThat(find(backfill).completedAt()).isNotNull();
        assertThat(advance().made()).isEmpty();
    }

    @Test
    @DisplayName("R64: a logical date that is taken is left, before the backfill begins and while it is under way")
    void takenDatesAreLeft() {
        end(beginAndAdvance(1, Reprocess.NONE));
        advance();
        assertThat(STORE.backfills().wanted("a", dates(2), Reprocess.NONE))
                .containsExactly(DAY.plus(Duration.ofDays(1)));
        Backfill backfill = begin(2, 5, Reprocess.NONE);
        STORE.sql("insert into dexaflow.dag_run (dag_id, run_id, version_id, state, run_type, logical_date, conf, "
                + "queued_at) select dag_id, 'x', version_id, 'running', 'manual', '2026-03-02T00:00:00Z', '{}', now() "
                + "from dexaflow.dag_run");

        assertThat(advance()).isEqualTo(new Advance(Set.of(), List.of()));
        advance();

        assertThat(find(backfill).completedAt()).isNotNull();
        assertThat(STORE.count("select count(*) from dexaflow.dag_run")).isEqualTo(2);
    }

    @Test
    @DisplayName("a failed run that is to run again does so once, with all its tasks, whichever leader does it")
    void failedRunRunsAgain() {
        UUID run = beginAndAdvance(1, Reprocess.NONE).made().iterator().next();
        STORE.start(run, 2);
        STORE.runs().settleByUser(run, RunState.FAILED, "x", "me");
        advance();
        assertThat(STORE.backfills().wanted("a", dates(1), Reprocess.FAILED)).hasSize(1);

        Backfill backfill = begin(1, 1, Reprocess.FAILED);
        List<Finished> again = advance().again();
        assertThat(again).extracting(Finished::runId).containsExactly(run);
        // The leader dies; the next one finds the run still to be queued.
        assertThat(advance().again()).isEqualTo(again);
        List<Again> runs = List.of(new Again(run, List.of(3, 0)));
        assertThat(STORE.backfills().runAgain(runs, TERM - 1)).isEmpty();
        assertThat(STORE.backfills().runAgain(runs, TERM)).containsExactly(run);
        assertThat(STORE.backfills().runAgain(runs, TERM)).isEmpty();

        assertThat(STORE.rows("select state, try_number, max_tries from dexaflow.task_instance order by ordinal")
                .getFirst()).containsEntry("state", "none")
                .containsEntry("try_number", 2)
                .containsEntry("max_tries", 5);
        assertThat(advance().again()).isEmpty();
        assertThat(find(backfill).completedAt()).isNull();
        STORE.runs().settleByUser(run, RunState.SUCCESS, "x", "me");
        advance();
        assertThat(find(backfill).completedAt()).isNotNull();
        assertThat(STORE.backfills().wanted("a", dates(1), Reprocess.FAILED)).isEmpty();
        assertThat(STORE.backfills().wanted("a", dates(1), Reprocess.COMPLETED)).hasSize(1);
    }

    private static Advance beginAndAdvance(int days, Reprocess reprocess) {
        begin(days, 5, reprocess);
        return advance();
    }

    private static Backfill begin(int days, int active, Reprocess reprocess) {
        return STORE.backfills().create(plan(active, reprocess), runs(days)).orElseThrow();
    }

    private static NewBackfill plan(int active, Reprocess reprocess) {
        return new NewBackfill(new Plan("a", DAY, DAY.plus(Duration.ofDays(9)), "{\"k\":\"v\"}", active, reprocess),
                "me");
    }

    private static List<ScheduledRun> runs(int days) {
        Schedule daily = new Schedule("@daily", ZoneId.of("UTC"), null, null, false);
        return Timetable.of(daily).runsBetween(DAY, DAY.plus(Duration.ofDays(days - 1L)), Instant.MAX, 100);
    }

    private static List<Instant> dates(int days) {
        return runs(days).stream().map(ScheduledRun::logicalDate).toList();
    }

    private static Advance advance() {
        return STORE.backfills().advance(100, TERM);
    }

    private static void start(UUID run, int maxActiveRuns) {
        STORE.runs().start(List.of(new RunStart(run, maxActiveRuns, TestStore.newTasks(1))), TERM);
    }

    private static void end(Advance advance) {
        advance.made().forEach(run -> STORE.runs().settleByUser(run, RunState.SUCCESS, "x", "me"));
    }

    private static Backfill find(Backfill backfill) {
        return STORE.backfills().find(backfill.id()).orElseThrow();
    }
}
