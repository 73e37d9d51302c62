// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import static io.dexaflow.storepostgres.internal.TestStore.TERM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dexaflow.model.AttemptId;
import io.dexaflow.model.Dag;
import io.dexaflow.model.Limits;
import io.dexaflow.model.RunState;
import io.dexaflow.model.RunType;
import io.dexaflow.model.TaskState;
import io.dexaflow.store.Condition.Attribute;
import io.dexaflow.store.Condition;
import io.dexaflow.store.DagLedger.ImportError;
import io.dexaflow.store.DagLedger.Origin;
import io.dexaflow.store.Readings.DagFilter;
import io.dexaflow.store.Readings.DagRow;
import io.dexaflow.store.Readings.ImportErrorRow;
import io.dexaflow.store.Readings.Page;
import io.dexaflow.store.Readings.Paging;
import io.dexaflow.store.Readings.RunFilter;
import io.dexaflow.store.Readings.RunRow;
import io.dexaflow.store.Readings.TaskFilter;
import io.dexaflow.store.Readings.TaskRow;
import io.dexaflow.store.Readings.XComEntry;
import io.dexaflow.store.Readings.XComFilter;
import io.dexaflow.store.RunLedger.NewRun;
import io.dexaflow.store.TaskLedger.Move;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the API reads: contract 4. */
class ReadingsIT {

    private static final Paging ALL = new Paging(0, 100, null);
    private static final Instant DATE = Instant.parse("2026-03-01T00:00:00Z");

    @RegisterExtension static final TestStore STORE = new TestStore();

    @Test
    void dagsAreFilteredByNamePauseAndTags() {
        register("sales_daily", "eu", "money");
        register("Sales_hourly", "us");
        register("ops");
        STORE.dags().register(TestStore.dag("stale", 1, Limits.DEFAULT), new Origin("/s", ""), false);
        assertThat(STORE.catalog().setPaused(Set.of("ops"), true)).isOne();
        assertThat(STORE.catalog().setPaused(Set.of("nobody"), true)).isZero();

        assertThat(ids(new DagFilter(null, null, false, Set.of()))).containsExactly("Sales_hourly", "ops",
                "sales_daily");
        assertThat(ids(new DagFilter(null, null, true, Set.of()))).contains("stale");
        assertThat(ids(new DagFilter("SALES_", null, false, null))).containsExactly("Sales_hourly", "sales_daily");
        assertThat(ids(new DagFilter("%", null, false, Set.of()))).isEmpty();
        assertThat(ids(new DagFilter(null, true, false, Set.of()))).containsExactly("ops");
        assertThat(ids(new DagFilter(null, false, false, Set.of("us", "money")))).containsExactly("Sales_hourly",
                "sales_daily");
    }

    @Test
    void dagTellsItsFileAndVersion() {
        register("a");
        UUID version = STORE.version("a", 2, Limits.DEFAULT);
        STORE.dags().register(TestStore.dag("stale", 1, Limits.DEFAULT), new Origin("/s", ""), false);

        DagRow row = STORE.readings().dag("a").orElseThrow();

        assertThat(row).usingRecursiveComparison()
                .ignoringFields("lastParsed")
                .isEqualTo(new DagRow("a", "/dags/a.yaml", false, false, version, 2, null));
        assertThat(row.lastParsed()).isBetween(STORE.now().minusSeconds(10), STORE.now());
        assertThat(STORE.readings().dag("stale")).get().satisfies(stale -> {
            assertThat(stale.stale()).isTrue();
            assertThat(stale.versionNumber()).isZero();
        });
        assertThat(STORE.readings().dag("nobody")).isEmpty();
    }

    @Test
    void runTellsAllItHas() {
        UUID version = STORE.version("a", 1, Limits.DEFAULT);
        STORE.runs()
                .create(new NewRun("a", version, "manual__1", RunType.MANUAL, DATE, DATE.minusSeconds(60), DATE,
                        "{\"x\": 1.0}", "a note", "ann"));

        RunRow row = STORE.readings().run("a", "manual__1").orElseThrow();

        assertThat(row).usingRecursiveComparison()
                .ignoringFields("id", "queuedAt")
                .isEqualTo(new RunRow(null, "a",
                        "manual__1", RunState.QUEUED, RunType.MANUAL, DATE, DATE.minusSeconds(60), DATE, null, null,
                        null,
                        "{\"x\": 1.0}", "a note", "ann", version, 1));
        assertThat(STORE.readings().runs(new RunFilter("a", Set.of(), Set.of()), ALL).rows()).containsExactly(row);
        assertThat(STORE.readings().run("a", "none")).isEmpty();
    }

    @Test
    void runsComeNewestFirstAndAreFiltered() {
        UUID first = STORE.run("a", 1);
        UUID second = STORE.run("b", 1);
        UUID third = STORE.queuedRun("a", 1);

        assertThat(runs(new RunFilter(null, null, null), ALL).rows()).extracting(RunRow::id)
                .containsExactly(third, second, first);
        assertThat(runs(new RunFilter("a", Set.of(RunState.RUNNING, RunState.FAILED), Set.of()), ALL).rows())
                .extracting(RunRow::id)
                .containsExactly(first);
        assertThat(runs(new RunFilter(null, Set.of(), Set.of(RunType.SCHEDULED)), ALL).total()).isZero();
        assertThat(runs(new RunFilter(null, Set.of(), Set.of()), new Paging(0, 100, "start_date")).rows())
                .extracting(RunRow::id)
                .containsExactly(first, second, third);
        assertThat(runs(new RunFilter(null, Set.of(), Set.of()), new Paging(0, 100, "-start_date")).rows())
                .extracting(RunRow::id)
                .containsExactly(second, first, third);
    }

    @Test
    @DisplayName("contract 4: lists have a total order, so paging never repeats or loses a row")
    void pagingLosesNothing() {
        UUID version = STORE.version("a", 1, Limits.DEFAULT);
        for (int i = 0; i < 25; i++) {
            STORE.runs().create(new NewRun("a", version, "r" + i, RunType.MANUAL, null, null, null, null, null, null));
        }
        STORE.sql("update dexaflow.dag_run set queued_at = '2026-01-01T00:00:00Z'");

        for (String order : new String[]{null, "state", "-state", "logical_date", "-queued_at", "run_after"}) {
            List<UUID> seen = new ArrayList<>();
            for (int offset = 0; offset < 30; offset += 7) {
                Page<RunRow> page = runs(new RunFilter("a", Set.of(), Set.of()), new Paging(offset, 7, order));
                assertThat(page.total()).isEqualTo(25);
                page.rows().forEach(row -> seen.add(row.id()));
            }
            assertThat(seen).hasSize(25).doesNotHaveDuplicates();
        }
    }

    @Test
    void anOrderThatIsNotKnownIsRefusedWithThoseThatAre() {
        assertThatIllegalArgumentException().isThrownBy(
                () -> runs(new RunFilter(null, Set.of(), Set.of()), new Paging(0, 1, "id; drop table x")))
                .withMessageContaining("cannot order by id; drop table x")
                .withMessageContaining("logical_date");
    }

    @Test
    void taskTellsAllItHas() {
        UUID version = STORE.version("a", 2, Limits.DEFAULT);
        STORE.runs()
                .create(new NewRun("a", version, "r1", RunType.MANUAL, DATE, null, DATE.plusSeconds(60), null, null,
                        null));
        UUID run = STORE.start(STORE.runs().find("a", "r1").orElseThrow(), 2);
        STORE.set(run, 1, "state = 'failed', try_number = 2, max_tries = 4, attempt_epoch = 5, pool = 'p', "
                + "pool_slots = 6, operator = 'o', executor = 'x', scheduled_at = '2026-01-01T00:00:01Z', "
                + "queued_at = '2026-01-01T00:00:02Z', started_at = '2026-01-01T00:00:03Z', "
                + "ended_at = '2026-01-01T00:00:04Z', reschedule_at = '2026-01-01T00:00:05Z', "
                + "next_dispatch_at = '2026-01-01T00:00:06Z', dispatch_attempts = 7, infra_attempts = 8, "
                + "last_failure_kind = 'infra', exit_code = 9, error_message = 'e', hostname = 'h', note = 'n'");
        Instant t = Instant.parse("2026-01-01T00:00:00Z");

        TaskRow row = STORE.readings().task("a", "r1", "t1").orElseThrow();

        assertThat(row).isEqualTo(new TaskRow(STORE.id(run, 1), run, "a", "r1", "t1", 1, TaskState.FAILED, 2, 4, 5,
                "p", 6, "o", "x", t.plusSeconds(1), t.plusSeconds(2), t.plusSeconds(3), t.plusSeconds(4),
                t.plusSeconds(5), t.plusSeconds(6), 7, 8, "infra", 9, "e", "h", "n", DATE, DATE.plusSeconds(60),
                version, 1));
        assertThat(tasks(new TaskFilter("a", "r1", Set.of()), ALL).rows()).extracting(TaskRow::taskId)
                .containsExactly("t0", "t1");
        assertThat(tasks(new TaskFilter("a", "r1", Set.of(TaskState.FAILED)), ALL).rows()).containsExactly(row);
        assertThat(tasks(new TaskFilter("a", "r1", Set.of()), new Paging(1, 1, "-end_date")).rows())
                .extracting(TaskRow::taskId)
                .containsExactly("t0");
        assertThat(STORE.readings().task("a", "r1", "none")).isEmpty();
    }

    @Test
    @DisplayName("contract 6: from the end of the last upstream to queued, of first placements only")
    void scheduleDelaysRunFromTheLastUpstreamsEnd() {
        UUID run = STORE.run("a", 5);
        STORE.set(run, 0, "state = 'success', ended_at = '2026-01-01T00:00:01Z'");
        STORE.set(run, 1, "state = 'success', ended_at = '2026-01-01T00:00:03Z'");
        STORE.set(run, 2, "state = 'queued', queued_at = '2026-01-01T00:00:03.250Z'");
        STORE.set(run, 3, "state = 'queued', queued_at = '2026-01-01T00:00:09Z', released_at = now()");
        List<String> upstreams = List.of("t0", "t1");

        assertThat(STORE.readings()
                .scheduleDelays(Map.of(STORE.id(run, 2), upstreams, STORE.id(run, 3), upstreams, STORE.id(run, 4),
                        upstreams)))
                .containsExactly(Duration.ofMillis(250));
        assertThat(STORE.readings().scheduleDelays(Map.of(STORE.id(run, 2), List.of("t0", "t4"))))
                .containsExactly(Duration.ofMillis(2_250));
        assertThat(STORE.readings().scheduleDelays(Map.of(STORE.id(run, 2), List.of("t4")))).isEmpty();
    }

    @Test
    void theLastHeartbeatIsToldOnceThereIsOne() {
        UUID run = STORE.run("a", 1);
        assertThat(STORE.readings().lastHeartbeat(STORE.id(run, 0))).isEmpty();
        STORE.set(run, 0, "last_heartbeat_at = '2026-01-01T00:00:01Z'");
        assertThat(STORE.readings().lastHeartbeat(STORE.id(run, 0))).contains(Instant.parse("2026-01-01T00:00:01Z"));
    }

    @Test
    @DisplayName("R5: the epochs of a try are those since the try before it")
    void epochsOfATryFollowThoseOfTheTryBefore() {
        UUID run = STORE.run("a", 1);
        UUID id = STORE.id(run, 0);
        STORE.running(run, 0);
        AttemptId second = STORE.running(run, 0);
        assertThat(STORE.readings().epochs(id, 1)).containsExactly(1, 2);
        STORE.set(run, 0, "state = 'up_for_retry'");
        STORE.tasks().apply(List.of(new Move.Retry(run, 0, 1, second.epoch())), TERM);
        STORE.running(run, 0);

        assertThat(STORE.readings().epochs(id, 1)).containsExactly(1, 2);
        assertThat(STORE.readings().epochs(id, 2)).containsExactly(3, 4);
        assertThat(STORE.readings().epochs(id, 3)).isEmpty();
        assertThat(STORE.readings().epochs(UUID.randomUUID(), 1)).isEmpty();
    }

    @Test
    void xcomsComeByKey() {
        UUID run = STORE.run("a", 2);
        STORE.attempts().outputs(STORE.running(run, 0), Map.of("b", "2", "a", "1"), Map.of());
        String dagRunId =
                STORE.readings().runs(new RunFilter("a", Set.of(), Set.of()), ALL).rows().getFirst().dagRunId();

        Page<XComEntry> page = STORE.readings().xcoms(new XComFilter("a", dagRunId, "t0", List.of()), ALL);

        assertThat(page.total()).isEqualTo(2);
        assertThat(page.rows()).extracting(XComEntry::key).containsExactly("a", "b");
        assertThat(page.rows().getLast()).satisfies(row -> {
            assertThat(row.dagId()).isEqualTo("a");
            assertThat(row.dagRunId()).isEqualTo(dagRunId);
            assertThat(row.taskId()).isEqualTo("t0");
            assertThat(row.timestamp()).isNotNull();
            assertThat(row.runAfter()).isNotNull();
        });
        assertThat(STORE.readings().xcom(run, "t0", "b")).hasValueSatisfying(row -> {
            assertThat(row.valueJson()).isEqualTo("2");
            assertThat(row.taskId()).isEqualTo("t0");
        });
        assertThat(STORE.readings().xcom(run, "t1", "b")).isEmpty();
        assertThat(STORE.readings().xcoms(new XComFilter("a", dagRunId, "t1", List.of()), ALL).rows()).isEmpty();
    }

    @Test
    void xcomsOfAllRunsAreFoundByWhatTheyAreCalled() {
        for (String dag : List.of("a", "b")) {
            STORE.attempts().outputs(STORE.running(STORE.run(dag, 1), 0), Map.of("k1", "1", "other", "2"), Map.of());
        }

        assertThat(xcoms()).containsExactlyInAnyOrder("a k1", "a other", "b k1", "b other");
        assertThat(xcoms(new Condition.Like(Attribute.XCOM_KEY, Set.of("%K_%")))).containsExactlyInAnyOrder("a k1",
                "b k1");
        assertThat(xcoms(new Condition.OneOf(Attribute.XCOM_KEY, Set.of("other")),
                new Condition.Like(Attribute.DAG_ID, Set.of("b")))).containsExactly("b other");
        assertThat(xcoms(new Condition.OneOf(Attribute.TASK_ID, Set.of("t7")))).isEmpty();
    }

    private static List<String> xcoms(Condition... conditions) {
        return STORE.readings()
                .xcoms(new XComFilter(null, null, null, List.of(conditions)), ALL)
                .rows()
                .stream()
                .map(row -> row.dagId() + " " + row.key())
                .toList();
    }

    @Test
    void importErrorsComeByFile() {
        STORE.dags().replaceImportErrors(List.of(new ImportError("/b", "y"), new ImportError("/a", "x")));

        Page<ImportErrorRow> page = STORE.readings().importErrors(new Paging(0, 1, null));

        assertThat(page.total()).isEqualTo(2);
        assertThat(page.rows()).singleElement().satisfies(row -> {
            assertThat(row.file()).isEqualTo("/a");
            assertThat(row.text()).isEqualTo("x");
            assertThat(row.timestamp()).isNotNull();
        });
    }

    @Test
    void pingTellsTheDatabasesTime() {
        STORE.moveClock(Duration.ofDays(2));

        assertThat(STORE.readings().ping()).isBetween(STORE.now().minusSeconds(10), STORE.now());
    }

    private static void register(String dagId, String... tags) {
        Dag dag = TestStore.dag(dagId, 1, Limits.DEFAULT);
        STORE.dags()
                .register(new Dag(dagId, null, null, null, List.of(tags), null, null, dag.tasks()),
                        new Origin("/dags/" + dagId + ".yaml", "x"), true);
    }

    private static List<String> ids(DagFilter filter) {
        Page<DagRow> page = STORE.readings().dags(filter, ALL);
        assertThat(page.total()).isEqualTo(page.rows().size());
        return page.rows().stream().map(DagRow::dagId).toList();
    }

    private static Page<RunRow> runs(RunFilter filter, Paging paging) {
        return STORE.readings().runs(filter, paging);
    }

    private static Page<TaskRow> tasks(TaskFilter filter, Paging paging) {
        return STORE.readings().tasks(filter, paging);
    }
}
