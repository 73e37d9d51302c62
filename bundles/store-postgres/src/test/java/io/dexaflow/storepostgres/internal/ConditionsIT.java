// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.model.Limits;
import io.dexaflow.model.RunType;
import io.dexaflow.model.TaskState;
import io.dexaflow.store.Condition;
import io.dexaflow.store.Condition.Attribute;
import io.dexaflow.store.Condition.Comparison;
import io.dexaflow.store.Condition.Lasts;
import io.dexaflow.store.Condition.Like;
import io.dexaflow.store.Condition.OneOf;
import io.dexaflow.store.Condition.TaskInstances;
import io.dexaflow.store.Condition.Within;
import io.dexaflow.store.Readings.Page;
import io.dexaflow.store.Readings.Paging;
import io.dexaflow.store.Readings.RunFilter;
import io.dexaflow.store.Readings.RunRow;
import io.dexaflow.store.Readings.TaskFilter;
import io.dexaflow.store.Readings.TaskRow;
import io.dexaflow.store.RunLedger.NewRun;
import io.dexaflow.store.TimeRange;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The conditions of lists of runs and task instances, and lists across runs. */
class ConditionsIT {

    private static final Instant DAY = Instant.parse("2026-03-01T00:00:00Z");
    private static final Paging ALL = new Paging(0, 1000, null);
    private static final Paging BY_ID = new Paging(0, 1000, "run_id");

    @RegisterExtension static final TestStore STORE = new TestStore();

    private UUID first;

    @BeforeEach
    void twoRuns() {
        first = run("a", "one", DAY, "{\"x\": \"50%\"}", "ann");
        run("b", "Two_2", DAY.plusSeconds(86_400), "{}", "bob");
        STORE.sql(
                "update dexaflow.dag_run set started_at = logical_date + interval '1 hour', ended_at = logical_date + "
                        + "case run_id when 'one' then interval '2 hours' end, queued_at = logical_date");
    }

    private static UUID run(String dagId, String runId, Instant date, String conf, String by) {
        UUID version = STORE.version(dagId, 3, Limits.DEFAULT);
        STORE.runs()
                .create(new NewRun(dagId, version, runId, RunType.MANUAL, date, date, date.plusSeconds(60), conf, null,
                        by));
        return STORE.start(STORE.runs().find(dagId, runId).orElseThrow(), 3);
    }

    @Test
    void runsAreFoundByTimes() {
        for (Attribute time : List.of(Attribute.LOGICAL_DATE, Attribute.START_DATE, Attribute.RUN_AFTER,
                Attribute.UPDATED_AT)) {
            Instant between = DAY.plusSeconds(50_000);
            assertThat(runs(new Within(time, new TimeRange(null, between)))).as("%s", time).containsExactly("one");
            assertThat(runs(new Within(time, new TimeRange(between, null)))).as("%s", time).containsExactly("Two_2");
            assertThat(runs(new Within(time, new TimeRange(between, between)))).as("%s", time).isEmpty();
        }
        assertThat(runs(new Within(Attribute.END_DATE, new TimeRange(DAY, null)))).containsExactly("one");
        assertThat(runs(new Within(Attribute.LOGICAL_DATE, new TimeRange(DAY, DAY.plusNanos(1000)))))
                .containsExactly("one");
    }

    @Test
    void runsAreFoundByTextsAndNumbers() {
        assertThat(runs(new OneOf(Attribute.DAG_ID, Set.of("a", "x")))).containsExactly("one");
        assertThat(runs(new OneOf(Attribute.DAG_ID, Set.of()))).isEmpty();
        assertThat(runs(new OneOf(Attribute.VERSION_NUMBER, Set.of("1")))).hasSize(2);
        assertThat(runs(new Like(Attribute.RUN_ID, Set.of("%tWO%", "%zz%")))).containsExactly("Two_2");
        assertThat(runs(new Like(Attribute.CONF, Set.of("%50\\%%")))).containsExactly("one");
        assertThat(runs(new Like(Attribute.TRIGGERED_BY, Set.of("%bo%")))).containsExactly("Two_2");
        assertThat(runs(new Like(Attribute.RUN_ID, Set.of("%'; drop table x --\\%")))).isEmpty();
        assertThat(runs(new Lasts(Comparison.GTE, 3600))).containsExactly("one");
        assertThat(runs(new Lasts(Comparison.GT, 3600))).isEmpty();
        assertThat(runs(new Lasts(Comparison.LTE, 3600))).containsExactly("one");
        assertThat(runs(new Lasts(Comparison.LT, 3600))).isEmpty();
        assertThat(runs(new OneOf(Attribute.DAG_ID, Set.of("a")), new Like(Attribute.RUN_ID, Set.of("%two%"))))
                .isEmpty();
    }

    @Test
    void taskInstancesAreFoundAcrossRuns() {
        STORE.set(first, 1, "pool = 'p', operator = 'Op', executor = 'e', try_number = 2, state = 'failed', "
                + "duration = 5, started_at = '2026-03-01T00:00:00Z', ended_at = '2026-03-01T00:00:05Z'");

        assertThat(tasks()).hasSize(6);
        for (Condition condition : List.of(new OneOf(Attribute.POOL, Set.of("p")), new Like(Attribute.OPERATOR,
                Set.of("oP")), new OneOf(Attribute.EXECUTOR, Set.of("e")), new OneOf(Attribute.TRY_NUMBER, Set.of("2")),
                new Lasts(Comparison.GT, 4), new TaskInstances(Set.of(STORE.id(first, 1))),
                new Within(Attribute.START_DATE, new TimeRange(DAY, DAY.plusSeconds(1))),
                new Within(Attribute.END_DATE, new TimeRange(DAY, null)))) {
            assertThat(tasks(condition)).as("%s", condition).containsExactly("a one t1");
        }
        assertThat(tasks(new OneOf(Attribute.TASK_ID, Set.of("t2")))).containsExactly("a one t2", "b Two_2 t2");
        assertThat(tasks(new OneOf(Attribute.RUN_ID, Set.of("one")))).hasSize(3);
        assertThat(tasks(new Within(Attribute.LOGICAL_DATE, new TimeRange(DAY.plusSeconds(1), null)))).hasSize(3);
        assertThat(tasks(new Within(Attribute.UPDATED_AT, new TimeRange(DAY, null)))).hasSize(6);
        assertThat(page(new TaskFilter("a", null, Set.of(TaskState.NONE)), ALL).total()).isEqualTo(2);
        assertThat(page(new TaskFilter(null, "Two_2", Set.of()), ALL).total()).isEqualTo(3);
    }

    @Test
    @DisplayName("D19: task instances with one start time are paged without loss, whatever the order")
    void d19_pagesOfEqualRowsAreExact() {
        UUID run = STORE.run("wide", 150);
        UUID other = STORE.run("wide2", 150);
        STORE.sql("update dexaflow.task_instance set started_at = ? where run_id in (?, ?)",
                DAY.atOffset(ZoneOffset.UTC), run, other);
        List<Condition> wide = List.of(new Like(Attribute.DAG_ID, Set.of("wide%")));

        for (String order : new String[]{null, "start_date", "-start_date", "state,-start_date", "map_index",
                "run_id"}) {
            List<UUID> seen = new ArrayList<>();
            for (int offset = 0; offset < 300; offset += 100) {
                Page<TaskRow> page = page(new TaskFilter(null, null, Set.of(), wide), new Paging(offset, 100, order));
                assertThat(page.total()).isEqualTo(300);
                page.rows().forEach(row -> seen.add(row.id()));
            }
            assertThat(seen).as(order).hasSize(300).doesNotHaveDuplicates();
        }
        assertThat(page(new TaskFilter(null, null, Set.of(), wide), new Paging(0, 0, null)).rows()).isEmpty();
    }

    @Test
    void countingAllTaskInstancesNeedsNoRun() {
        STORE.watched.forget();

        page(new TaskFilter(null, null, Set.of()), ALL);

        assertThat(STORE.watched.executed()).hasSize(2);
        assertThat(STORE.plan(STORE.watched.executed().get(1))).doesNotContain("dag_run", "Seq Scan");
        assertThat(STORE.plan(STORE.watched.executed().getFirst())).contains("using task_instance_pkey");
    }

    private static List<String> runs(Condition... conditions) {
        Page<RunRow> page = STORE.readings().runs(new RunFilter(null, Set.of(), Set.of(), List.of(conditions)), BY_ID);
        assertThat(page.total()).isEqualTo(page.rows().size());
        return page.rows().stream().map(RunRow::dagRunId).toList();
    }

    private static List<String> tasks(Condition... conditions) {
        Page<TaskRow> page = page(new TaskFilter(null, null, Set.of(), List.of(conditions)), ALL);
        assertThat(page.total()).isEqualTo(page.rows().size());
        return page.rows()
                .stream()
                .map(row -> row.dagId() + " " + row.dagRunId() + " " + row.taskId())
                .sorted()
                .toList();
    }

    private static Page<TaskRow> page(TaskFilter filter, Paging paging) {
        return STORE.readings().tasks(filter, paging);
    }
}
