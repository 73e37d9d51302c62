// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dexaflow.model.AttemptId;
import io.dexaflow.model.Dag;
import io.dexaflow.model.Limits;
import io.dexaflow.model.RunState;
import io.dexaflow.schedule.DataInterval;
import io.dexaflow.schedule.ScheduledRun;
import io.dexaflow.store.DagCatalog.DagEntry;
import io.dexaflow.store.DagCatalog.DagQuery;
import io.dexaflow.store.DagCatalog.Deletion;
import io.dexaflow.store.DagCatalog.Runs;
import io.dexaflow.store.DagCatalog.Source;
import io.dexaflow.store.DagCatalog.Tags;
import io.dexaflow.store.DagCatalog.VersionRow;
import io.dexaflow.store.DagLedger.ImportError;
import io.dexaflow.store.DagLedger.Origin;
import io.dexaflow.store.Readings.ImportErrorRow;
import io.dexaflow.store.Readings.Page;
import io.dexaflow.store.Readings.Paging;
import io.dexaflow.store.ScheduleLedger.DueDag;
import io.dexaflow.store.ScheduleLedger.Progress;
import io.dexaflow.store.TimeRange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** DAGs as their operators look through and manage them. */
class CatalogIT {

    private static final Paging ALL = new Paging(0, 100, null);
    private static final List<String> ANY = List.of();

    @RegisterExtension static final TestStore STORE = new TestStore();

    @Test
    void filtersAreHeeded() {
        register("sales_eu", "a", "b");
        register("sales_us", "a");
        register("other");
        STORE.catalog().setPaused(Set.of("sales_us"), true);
        STORE.dags().replaceImportErrors(List.of(new ImportError("/dags/other.yaml", "x")));

        assertThat(ids(DagQuery.ALL)).containsExactly("other", "sales_eu", "sales_us");
        assertThat(ids(patterns("%SALES%"))).containsExactly("sales_eu", "sales_us");
        assertThat(ids(patterns("%e_u%", "%oth%"))).containsExactly("other");
        assertThat(ids(new DagQuery(ANY, List.of("%eu%"), null, false, null, Tags.ANY, Runs.ANY)))
                .containsExactly("sales_eu");
        assertThat(ids(new DagQuery(ANY, ANY, true, false, null, Tags.ANY, Runs.ANY))).containsExactly("sales_us");
        assertThat(ids(new DagQuery(ANY, ANY, null, false, true, Tags.ANY, Runs.ANY))).containsExactly("other");
        assertThat(ids(new DagQuery(ANY, ANY, null, false, false, Tags.ANY, Runs.ANY))).hasSize(2);
        assertThat(ids(tagged(false))).containsExactly("sales_eu", "sales_us");
        assertThat(ids(tagged(true))).containsExactly("sales_eu");

        STORE.dags().deactivate(List.of("other"));
        assertThat(ids(DagQuery.ALL)).hasSize(2);
        assertThat(ids(new DagQuery(ANY, ANY, null, true, null, Tags.ANY, Runs.ANY))).hasSize(3);
        assertThat(STORE.catalog().find("other")).get().returns(true, DagEntry::stale).returns(true, DagEntry::broken);
        assertThat(STORE.catalog().find("nothing")).isEmpty();
    }

    @Test
    void dagsAreFoundByTheirRuns() {
        UUID old = STORE.run("a", 1);
        UUID failed = STORE.run("a", 1);
        UUID running = STORE.run("b", 1);
        STORE.version("c", 1, Limits.DEFAULT);
        Instant t = Instant.parse("2026-01-01T00:00:00Z");
        STORE.sql("update dexaflow.dag_run set state = 'success', started_at = ?, ended_at = ?, queued_at = ? "
                + "where id = ?", time(t), time(t.plusSeconds(9)), time(t), old);
        STORE.sql("update dexaflow.dag_run set state = 'failed' where id = ?", failed);

        assertThat(ids(runs(new Runs(RunState.FAILED, Set.of(), TimeRange.ANY, TimeRange.ANY)))).containsExactly("a");
        assertThat(ids(runs(new Runs(RunState.SUCCESS, Set.of(), TimeRange.ANY, TimeRange.ANY)))).isEmpty();
        assertThat(ids(runs(new Runs(null, Set.of(RunState.SUCCESS, RunState.RUNNING), TimeRange.ANY, TimeRange.ANY))))
                .containsExactly("a", "b");
        assertThat(ids(runs(new Runs(null, Set.of(), new TimeRange(t, t.plusSeconds(1)), TimeRange.ANY))))
                .containsExactly("a");
        assertThat(ids(runs(new Runs(null, Set.of(RunState.FAILED), new TimeRange(t, t.plusSeconds(1)),
                TimeRange.ANY)))).as("it is one and the same run").isEmpty();
        assertThat(ids(runs(new Runs(null, Set.of(), TimeRange.ANY, new TimeRange(null, t))))).isEmpty();
        assertThat(ordered("last_run_state")).containsExactly("a", "b", "c");
        assertThat(ordered("-last_run_state,-dag_id")).containsExactly("b", "a", "c");
        assertThat(STORE.catalog().runCounts(Set.of())).isEqualTo(Map.of("a",
                Map.of(RunState.SUCCESS, 1L, RunState.FAILED, 1L), "b", Map.of(RunState.RUNNING, 1L), "c", Map.of()));
        assertThat(STORE.catalog().runCounts(Set.of("b", "nothing"))).containsOnlyKeys("b");
        assertThat(running).isNotNull();
    }

    @Test
    void eachOrderIsTotal() {
        for (int i = 0; i < 7; i++) {
            register("d" + i);
        }
        for (String order : List.of("dag_id", "-dag_id", "next_dagrun", "-start_date", "is_paused", "state,-fileloc")) {
            List<String> seen = new ArrayList<>();
            for (int offset = 0; offset < 9; offset += 2) {
                Page<DagEntry> page = STORE.catalog().list(DagQuery.ALL, new Paging(offset, 2, order));
                assertThat(page.total()).isEqualTo(7);
                page.rows().forEach(row -> seen.add(row.dagId()));
            }
            assertThat(seen).as(order).hasSize(7).doesNotHaveDuplicates();
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> STORE.catalog().list(DagQuery.ALL, new Paging(0, 1, "dag_id,1")))
                .withMessageContaining("next_dagrun");
    }

    @Test
    void nextRunIsToldOnceItIsKnown() {
        UUID version = STORE.version("a", 1, Limits.DEFAULT);
        assertThat(STORE.catalog().find("a").orElseThrow().nextRunAfter()).isNull();
        Instant day = Instant.parse("2026-03-01T00:00:00Z");
        Instant next = day.plus(Duration.ofDays(1));
        STORE.schedules()
                .make(List.of(new Progress(new DueDag("a", version, null), List.of(),
                        new ScheduledRun(new DataInterval(day, next), next))), TestStore.TERM);

        assertThat(STORE.catalog().find("a")).get()
                .returns(day, DagEntry::nextStart)
                .returns(next, DagEntry::nextEnd)
                .returns(next, DagEntry::nextRunAfter);
        STORE.version("a", 2, Limits.DEFAULT);
        assertThat(STORE.catalog().find("a").orElseThrow().nextStart()).as("that of the version before").isNull();
    }

    @Test
    void unpausedDagIsLookedAtByItsSchedule() {
        UUID version = STORE.version("a", 1, Limits.DEFAULT);
        STORE.schedules().make(List.of(new Progress(new DueDag("a", version, null), List.of(), null)), TestStore.TERM);
        assertThat(STORE.schedules().due(10).dags()).isEmpty();

        assertThat(STORE.catalog().setPaused(Set.of("a", "nothing"), true)).isEqualTo(1);
        assertThat(STORE.catalog().setPaused(Set.of("a"), false)).isEqualTo(1);
        assertThat(STORE.schedules().due(10).dags()).hasSize(1);
    }

    @Test
    void versionsAndTheirSourcesAreFound() {
        Instant before = STORE.now();
        UUID first = STORE.dags().register(TestStore.dag("a", 1, Limits.DEFAULT), new Origin("/a", "one"), true).id();
        STORE.dags().register(TestStore.dag("a", 2, Limits.DEFAULT), new Origin("/a", "two"), true);
        STORE.dags().register(TestStore.dag("a", 3, Limits.DEFAULT), new Origin("/a", "three"), false);
        STORE.version("b", 1, Limits.DEFAULT);

        assertThat(STORE.catalog().versions("a", null, ALL).rows()).extracting(VersionRow::number)
                .containsExactly(1, 2, 3);
        assertThat(STORE.catalog().versions("a", 1, ALL).rows()).singleElement().satisfies(row -> {
            assertThat(row.id()).isEqualTo(first);
            assertThat(row.createdAt()).isAfterOrEqualTo(before);
            assertThat(STORE.readings().versionCreated(first)).contains(row.createdAt());
        });
        assertThat(STORE.catalog().versions(null, null, new Paging(0, 2, "-version_number")).total()).isEqualTo(4);
        assertThat(STORE.catalog().source("a", null)).contains(new Source("a", 2, "two"));
        assertThat(STORE.catalog().source("a", 1)).contains(new Source("a", 1, "one"));
        assertThat(STORE.catalog().source("a", 9)).isEmpty();
        assertThat(STORE.catalog().source("nothing", null)).isEmpty();
    }

    @Test
    void sourceOfADagWithoutACurrentVersionIsTheNewest() {
        STORE.dags().register(TestStore.dag("a", 1, Limits.DEFAULT), new Origin("/a", "one"), false);
        STORE.dags().register(TestStore.dag("a", 2, Limits.DEFAULT), new Origin("/a", "two"), false);

        assertThat(STORE.catalog().source("a", null)).contains(new Source("a", 2, "two"));
    }

    @Test
    void tagsComeOnce() {
        register("x", "b", "a");
        register("y", "a", "Alpha");
        register("gone", "z");
        STORE.dags().deactivate(List.of("gone"));

        assertThat(STORE.catalog().tags(ANY, ALL).rows()).containsExactlyInAnyOrder("a", "Alpha", "b");
        assertThat(STORE.catalog().tags(List.of("%AL%"), ALL)).isEqualTo(new Page<>(List.of("Alpha"), 1));
    }

    @Test
    void importErrorsAreFoundByTheirFile() {
        STORE.dags().replaceImportErrors(List.of(new ImportError("/b", "y"), new ImportError("/a", "x")));

        Page<ImportErrorRow> page = STORE.catalog().importErrors(List.of("%A%"), ALL);
        assertThat(page.total()).isEqualTo(1);
        assertThat(STORE.catalog().importError(page.rows().getFirst().id())).contains(page.rows().getFirst());
        assertThat(STORE.catalog().importError(-1)).isEmpty();
        assertThat(STORE.catalog().importErrors(ANY, new Paging(0, 9, "-filename")).rows())
                .extracting(ImportErrorRow::file)
                .containsExactly("/b", "/a");
    }

    @Test
    void deletedDagLeavesNothingBehindAndMayComeBack() {
        UUID run = STORE.run("a", 2);
        UUID other = STORE.run("b", 1);
        AttemptId attempt = STORE.running(run, 0);
        STORE.attempts().outputs(attempt, Map.of("k", "1"), Map.of());
        STORE.sql("insert into dexaflow.warm_worker (version_id, pod_name, registered_at, last_seen_at) "
                + "select current_version, 'p', now(), now() from dexaflow.dag");
        assertThat(STORE.catalog().delete("a")).isEqualTo(Deletion.HAS_UNFINISHED_RUNS);
        STORE.runs().settleByUser(run, RunState.FAILED, "x", "me");
        assertThat(STORE.count("select count(*) from dexaflow.decision where run_id = ?", run)).isPositive();

        assertThat(STORE.catalog().delete("a")).isEqualTo(Deletion.DONE);

        for (String table : List.of("dag", "dag_version", "dag_run", "task_instance", "decision")) {
            assertThat(STORE.count("select count(*) from dexaflow." + table + " where dag_id = 'a'")).as(table)
                    .isZero();
        }
        assertThat(STORE.count("select count(*) from dexaflow.xcom")).isZero();
        assertThat(STORE.count("select count(*) from dexaflow.warm_worker")).isEqualTo(1);
        assertThat(STORE.state(other, 0)).isEqualTo("none");
        assertThat(STORE.catalog().delete("a")).isEqualTo(Deletion.UNKNOWN);
        STORE.run("a", 2);
        assertThat(STORE.catalog().find("a")).get()
                .returns(false, DagEntry::paused)
                .returns(1, DagEntry::versionNumber);
    }

    private static Object time(Instant instant) {
        return instant.atOffset(java.time.ZoneOffset.UTC);
    }

    private static DagQuery patterns(String... patterns) {
        return new DagQuery(List.of(patterns), ANY, null, false, null, Tags.ANY, Runs.ANY);
    }

    private static DagQuery tagged(boolean all) {
        return new DagQuery(ANY, ANY, null, false, null, new Tags(Set.of("a", "b"), all), Runs.ANY);
    }

    private static DagQuery runs(Runs runs) {
        return new DagQuery(ANY, ANY, null, false, null, Tags.ANY, runs);
    }

    private static List<String> ordered(String order) {
        return STORE.catalog()
                .list(DagQuery.ALL, new Paging(0, 9, order))
                .rows()
                .stream()
                .map(DagEntry::dagId)
                .toList();
    }

    private static List<String> ids(DagQuery query) {
        Page<DagEntry> page = STORE.catalog().list(query, ALL);
        assertThat(page.total()).isEqualTo(page.rows().size());
        return page.rows().stream().map(DagEntry::dagId).toList();
    }

    private static void register(String dagId, String... tags) {
        Dag dag = TestStore.dag(dagId, 1, Limits.DEFAULT);
        STORE.dags()
                .register(new Dag(dagId, null, null, null, List.of(tags), null, null, dag.tasks()),
                        new Origin("/dags/" + dagId + ".yaml", "x"), true);
    }
}
