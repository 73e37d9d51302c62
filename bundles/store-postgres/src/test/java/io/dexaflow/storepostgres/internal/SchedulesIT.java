// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import static io.dexaflow.storepostgres.internal.TestStore.TERM;
import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.model.Limits;
import io.dexaflow.model.RunType;
import io.dexaflow.schedule.DataInterval;
import io.dexaflow.schedule.ScheduledRun;
import io.dexaflow.store.RunLedger.NewRun;
import io.dexaflow.store.ScheduleLedger.DueDag;
import io.dexaflow.store.ScheduleLedger.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How far schedules have come, and the runs that they make (R62 to R64). */
class SchedulesIT {

    private static final Instant DAY = Instant.parse("2026-03-01T00:00:00Z");

    @RegisterExtension static final TestStore STORE = new TestStore();

    @Test
    void newDagIsLookedAtOnceAndThenWhenItsNextRunIsDue() {
        UUID version = STORE.version("a", 1, Limits.DEFAULT);
        DueDag due = new DueDag("a", version, null);
        assertThat(STORE.schedules().due(10).dags()).containsExactly(due);

        STORE.schedules().make(List.of(new Progress(due, List.of(), run(Duration.ofHours(1)))), TERM);

        assertThat(STORE.schedules().due(10).dags()).isEmpty();
        STORE.sql("update dexaflow.clock set shift = '61 minutes'");
        assertThat(STORE.schedules().due(10).dags()).containsExactly(due);
    }

    @Test
    @DisplayName("R64: what is due becomes a queued run with Airflow's id, its interval and its trail, and the DAG moves on")
    void dueRunIsMade() {
        UUID version = STORE.version("a", 1, Limits.DEFAULT);
        ScheduledRun first = day(0);

        assertThat(STORE.schedules()
                .make(List.of(new Progress(new DueDag("a", version, null), List.of(first, day(1)), null)),
                        TERM))
                .hasSize(2);

        assertThat(STORE.rows("select * from dexaflow.dag_run order by logical_date").getFirst())
                .containsEntry("run_id", "scheduled__2026-03-01T00:00:00+00:00")
                .containsEntry("state", "queued")
                .containsEntry("run_type", "scheduled")
                .containsEntry("version_id", version)
                .containsEntry("logical_date", DAY)
                .containsEntry("data_interval_start", DAY)
                .containsEntry("data_interval_end", DAY.plus(Duration.ofDays(1)));
        assertThat(STORE.rows("select * from dexaflow.decision where label = 'create_run' and actor = 'cron'"))
                .hasSize(2);
        assertThat(STORE.schedules().due(10).dags()).as("there is no next run").isEmpty();
        STORE.catalog().setPaused(Set.of("a"), true);
        STORE.catalog().setPaused(Set.of("a"), false);
        assertThat(STORE.schedules().due(10).dags()).containsExactly(new DueDag("a", version, day(1).dataInterval()));
    }

    @Test
    @DisplayName("R64: a logical date that is taken makes no second run, and the schedule goes on")
    void takenDateIsLeftOut() {
        UUID version = STORE.version("a", 1, Limits.DEFAULT);
        STORE.runs().create(new NewRun("a", version, "manual", RunType.MANUAL, DAY, null, null, "{}", null, null));

        assertThat(
                STORE.schedules()
                        .make(List.of(new Progress(new DueDag("a", version, null), List.of(day(0), day(1)), null)),
                                TERM))
                .hasSize(1);

        assertThat(STORE.rows("select * from dexaflow.dag_run")).hasSize(2);
    }

    @Test
    void pausedStaleChangedOrAlreadyMovedDagIsLeftAloneAndSoIsAnotherLeader() {
        UUID version = STORE.version("a", 1, Limits.DEFAULT);
        Progress progress = new Progress(new DueDag("a", version, null), List.of(day(0)), day(1));

        assertThat(STORE.schedules().make(List.of(progress), TERM - 1)).isEmpty();
        STORE.catalog().setPaused(Set.of("a"), true);
        assertThat(STORE.schedules().due(10).dags()).isEmpty();
        assertThat(STORE.schedules().make(List.of(progress), TERM)).isEmpty();
        STORE.catalog().setPaused(Set.of("a"), false);
        assertThat(STORE.schedules()
                .make(
                        List.of(new Progress(new DueDag("a", UUID.randomUUID(), null), List.of(day(0)), null)), TERM))
                .isEmpty();
        assertThat(STORE.schedules().make(List.of(progress), TERM)).hasSize(1);
        STORE.sql("delete from dexaflow.dag_run");
        assertThat(STORE.schedules().make(List.of(progress), TERM)).as("read before the first one moved it").isEmpty();
        STORE.dags().deactivate(List.of("a"));
        assertThat(STORE.schedules().due(10).dags()).isEmpty();
    }

    @Test
    void editedDagIsLookedAtAgainWithTheIntervalThatItHadComeTo() {
        UUID first = STORE.version("a", 1, Limits.DEFAULT);
        STORE.schedules()
                .make(List.of(new Progress(new DueDag("a", first, null), List.of(day(0)), run(Duration.ofDays(9)))),
                        TERM);
        assertThat(STORE.schedules().due(10).dags()).isEmpty();

        UUID second = STORE.version("a", 2, Limits.DEFAULT);

        assertThat(STORE.schedules().due(10).dags()).containsExactly(new DueDag("a", second, day(0).dataInterval()));
    }

    private static ScheduledRun day(int n) {
        Instant start = DAY.plus(Duration.ofDays(n));
        return new ScheduledRun(new DataInterval(start, start.plus(Duration.ofDays(1))),
                start.plus(Duration.ofDays(1)));
    }

    /** A run that is due this long from now. */
    private static ScheduledRun run(Duration fromNow) {
        Instant due = STORE.now().plus(fromNow);
        return new ScheduledRun(new DataInterval(DAY, due), due);
    }
}
