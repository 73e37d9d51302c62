// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.executor.Signal;
import io.dexaflow.executor.Suspect;
import io.dexaflow.model.AttemptId;
import io.dexaflow.model.Limits;
import io.dexaflow.model.RunState;
import io.dexaflow.model.RunType;
import io.dexaflow.model.TaskState;
import io.dexaflow.reaper.OrphanRun;
import io.dexaflow.store.AttemptLedger.Report;
import io.dexaflow.store.AttemptLedger.XComRef;
import io.dexaflow.store.BackfillLedger.Again;
import io.dexaflow.store.BackfillLedger.NewBackfill;
import io.dexaflow.store.BackfillLedger.Plan;
import io.dexaflow.store.BackfillLedger.Reprocess;
import io.dexaflow.store.CallbackLedger.DueCallback;
import io.dexaflow.store.CallbackLedger.FailedRun;
import io.dexaflow.store.CallbackLedger.Outcome;
import io.dexaflow.store.ClearLedger.RunClear;
import io.dexaflow.store.ClearLedger.TaskClear;
import io.dexaflow.store.DagCatalog.DagQuery;
import io.dexaflow.store.DagLedger;
import io.dexaflow.store.EventLedger.Event;
import io.dexaflow.store.EventLedger.EventFilter;
import io.dexaflow.store.EventLedger.EventSubject;
import io.dexaflow.store.PoolLedger.Pool;
import io.dexaflow.store.Readings.DagFilter;
import io.dexaflow.store.Readings.Paging;
import io.dexaflow.store.Readings.RunFilter;
import io.dexaflow.store.Readings.TaskFilter;
import io.dexaflow.store.Readings.XComFilter;
import io.dexaflow.store.ReapLedger.Mark;
import io.dexaflow.store.ReapLedger.Position;
import io.dexaflow.store.RunLedger.NewRun;
import io.dexaflow.store.RunLedger.RunStart;
import io.dexaflow.store.ScheduleLedger.DueDag;
import io.dexaflow.store.ScheduleLedger.Progress;
import io.dexaflow.store.TaskLedger.DispatchFailure;
import io.dexaflow.store.TaskLedger.Move;
import io.dexaflow.store.VariableLedger.Variable;
import io.dexaflow.trail.Decision;
import io.dexaflow.trail.Subject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Each statement uses the indexes that its comment names, and none reads a growing table from end to end: with 50,000 task
 * instances, and in a database in which nothing has been analysed yet, where a session makes the plans it keeps.
 */
class PlansIT {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Pattern INDEX = Pattern.compile(
            "(?:Scan(?: Backward)? using |Bitmap Index Scan on |Conflict Arbiter Indexes: )(\\w+)");
    private static final Paging FIRST = new Paging(0, 50, null);

    @RegisterExtension static final TestStore STORE = new TestStore();

    @Test
    void everyStatementNamesItsIndex() {
        assertThat(MapperFiles.indexes()).isNotEmpty().doesNotContainValue(null);
    }

    @Test
    void theNewestOfAllRunsAreFoundByTheirTime() {
        fill();
        STORE.watched.forget();

        STORE.readings().runs(new RunFilter(null, Set.of(), Set.of()), FIRST);

        assertThat(STORE.plan(STORE.watched.executed().getFirst())).contains("Backward using dag_run_newest");
    }

    @TestFactory
    List<DynamicTest> plansOfAFullDatabase() {
        fill();
        return tests();
    }

    @TestFactory
    List<DynamicTest> plansOfAnEmptyDatabase() {
        return tests();
    }

    private List<DynamicTest> tests() {
        Map<String, List<String>> named = MapperFiles.indexes();
        List<DynamicTest> tests = new ArrayList<>();
        calls().forEach((statements, call) -> tests.add(DynamicTest.dynamicTest(statements, () -> {
            List<String> ids = List.of(statements.split(" "));
            assertThat(named).containsKeys(ids.toArray(String[]::new));
            STORE.watched.forget();
            call.run();
            assertThat(STORE.watched.executed()).hasSizeGreaterThanOrEqualTo(ids.size());
            String plan = STORE.watched.executed().stream().map(STORE::plan).collect(Collectors.joining("\n"));
            assertThat(plan).doesNotContain("Seq Scan on task_instance", "Seq Scan on dag_run", "Seq Scan on xcom",
                    "Seq Scan on dag_version", "Hash Join", "Merge Join");
            assertNamed(plan, ids.stream().flatMap(id -> named.get(id).stream()).collect(Collectors.toSet()));
        })));
        return tests;
    }

    /** Each index of the plan is named and each one that is named is in it; of {@code one or other} either is. */
    private static void assertNamed(String plan, Set<String> named) {
        Set<String> used = indexes(plan);
        Set<String> expected = new HashSet<>();
        for (String one : named) {
            List<String> found = Stream.of(one.split(" or ")).filter(used::contains).toList();
            expected.addAll(found.isEmpty() ? List.of(one) : found);
        }
        assertThat(used).as(plan).containsExactlyInAnyOrderElementsOf(expected);
    }

    private static Set<String> indexes(String plan) {
        return INDEX.matcher(plan).results().map(found -> found.group(1)).collect(Collectors.toSet());
    }

    private static void fill() {
        for (int i = 0; i < 50; i++) {
            STORE.version("dag" + i, 1, i % 2 == 0 ? Limits.DEFAULT : new Limits(16, 20));
        }
        STORE.sql("insert into dexaflow.dag_run (dag_id, run_id, version_id, state, run_type, conf, queued_at) "
                + "select dag_id, 'r' || g, id, case when g % 10 = 0 then 'running' else 'success' end, 'manual', "
                + "'{}', now() from dexaflow.dag_version, generate_series(1, 100) g");
        STORE.sql("insert into dexaflow.task_instance (run_id, dag_id, ordinal, task_id, operator, max_tries, pool, "
                + "state, scheduled_at) select id, dag_id, o, 't' || o, 'x', 1, 'default_pool', case when "
                + "dag_run.state = 'success' then 'success' when o < 2 then 'scheduled' when o < 4 then 'running' "
                + "else 'none' end, now() from dexaflow.dag_run, generate_series(0, 9) o");
        STORE.sql("insert into dexaflow.xcom select run_id, task_id, 'k', '1', now() from dexaflow.task_instance");
        STORE.sql("insert into dexaflow.task_instance_history (task_instance_id, try_number, attempt_epoch, state, "
                + "max_tries, infra_attempts, pool, pool_slots, operator, archived_at) select id, 1, 1, 'failed', 2, "
                + "0, 'p', 1, 'x', now() from dexaflow.task_instance where ordinal = 0");
        STORE.sql("insert into dexaflow.callback (run_id, task_instance_id, dag_id, version_id, try_number, "
                + "attempt_epoch, failed_at, state) select t.run_id, t.id, t.dag_id, r.version_id, 1, 1, now(), 'delivered' "
                + "from dexaflow.task_instance t join dexaflow.dag_run r on r.id = t.run_id where t.ordinal = 0");
        STORE.sql(
                "insert into dexaflow.backfill (dag_id, from_date, to_date, conf, max_active_runs, reprocess, created_at, "
                        + "updated_at, completed_at) select 'dag' || g % 50, now(), now(), '{}', 1, 'none', now(), now(), now() "
                        + "from generate_series(1, 1000) g");
        STORE.sql("insert into dexaflow.backfill_run (backfill_id, ordinal, dag_run_id, interval_start, interval_end, "
                + "state) select id, g, 'x', now(), now(), 'ended' from dexaflow.backfill, generate_series(1, 10) g");
        STORE.sql("analyze");
        assertThat(STORE.count("select count(*) from dexaflow.task_instance")).isEqualTo(50_000);
    }

    private static Map<String, Runnable> calls() {
        UUID version = UUID.randomUUID();
        UUID run = UUID.randomUUID();
        AttemptId attempt = new AttemptId(run, "t0", 1, 1);
        long term = TestStore.TERM;
        Map<String, Runnable> calls = new LinkedHashMap<>();
        calls.put("RunMapper.create RunMapper.find RunMapper.holderOfLogicalDate",
                () -> STORE.runs()
                        .create(new NewRun("dag1", version, "none",
                                RunType.MANUAL, Instant.EPOCH, null, null, "{}", null, null)));
        calls.put("RunMapper.find", () -> STORE.runs().find("dag1", "r1"));
        calls.put("RunMapper.active", () -> STORE.runs().loadActive(null));
        calls.put("RunMapper.activeOf", () -> STORE.runs().loadActive(Set.of(run)));
        calls.put("RunMapper.start", () -> STORE.runs().start(List.of(new RunStart(run, 1, List.of())), term));
        calls.put("RunMapper.start RunMapper.make", () -> {
            UUID queued = STORE.queuedRun("made", 1);
            STORE.watched.forget();
            STORE.start(queued, 3);
        });
        calls.put("RunMapper.finish", () -> STORE.runs().finish(Map.of(run, RunState.SUCCESS), term));
        calls.put("RunMapper.waitingBehind", () -> STORE.runs().waitingBehind(Set.of(run)));
        calls.put("RunMapper.settleByUser", () -> STORE.runs().settleByUser(run, RunState.FAILED, "x", null));
        calls.put("RunMapper.refuse", () -> STORE.runs().refuse(run, "x", term));
        calls.put("TaskMapper.decide", () -> apply(new Move.Decide(run, 0, TaskState.SCHEDULED)));
        calls.put("TaskMapper.awaitRetry", () -> apply(new Move.AwaitRetry(run, 0, 1, 1)));
        calls.put("TaskMapper.retry", () -> apply(new Move.Retry(run, 0, 1, 1)));
        calls.put("TaskMapper.replace", () -> apply(new Move.Replace(run, 0, 1, 1)));
        calls.put("TaskMapper.repoke", () -> apply(new Move.Repoke(run, 0, 1, 1)));
        calls.put("OfferMapper.dispatchable", () -> STORE.tasks().dispatchable(null, Set.of(run), 100));
        calls.put("OfferMapper.dispatchableOf", () -> STORE.tasks().dispatchable(Set.of(run), Set.of(run), 100));
        calls.put("TaskMapper.claim", () -> STORE.tasks().claim(TestStore.executors(List.of(run)), term));
        calls.put("TaskMapper.queued", () -> STORE.tasks().queued(List.of(attempt), term));
        calls.put("TaskMapper.dispatchFailed", () -> STORE.tasks()
                .dispatchFailed(
                        List.of(new DispatchFailure(attempt, SECOND, false, null)), term));
        calls.put("TaskMapper.dispatchEnded", () -> STORE.tasks().dispatchRefused(Map.of(attempt, "x"), term));
        calls.put("TaskMapper.dispatchHeld", () -> STORE.tasks().dispatchHeld(List.of(attempt), SECOND, term));
        calls.put("TaskMapper.live", () -> STORE.tasks().liveAttempts(run));
        calls.put("AttemptMapper.report", () -> STORE.attempts()
                .report(
                        List.of(new Report(attempt, TaskState.RUNNING, null, null, null, null))));
        calls.put("AttemptMapper.heartbeat", () -> STORE.attempts().heartbeat(List.of(attempt)));
        calls.put("AttemptMapper.facts", () -> STORE.attempts().facts(attempt));
        calls.put("AttemptMapper.outputs", () -> STORE.attempts().outputs(attempt, Map.of("k", "1"), Map.of()));
        calls.put("AttemptMapper.xcom", () -> STORE.attempts().xcom(run, List.of(new XComRef("t", "k"))));
        calls.put("DagMapper.keep DagMapper.addVersion DagMapper.versionOf DagMapper.makeCurrent",
                () -> STORE.version("dag1", 1, Limits.DEFAULT));
        calls.put("DagMapper.content", () -> STORE.dags().dag(version));
        calls.put("DagMapper.current", () -> STORE.dags().current("dag1"));
        calls.put("DagMapper.deactivate", () -> STORE.dags().deactivate(List.of("nobody")));
        calls.put("DagMapper.forgetImportErrors DagMapper.keepImportErrors", () -> STORE.dags()
                .replaceImportErrors(
                        List.of(new DagLedger.ImportError("f", "x"))));
        calls.put("ScheduleMapper.due", () -> STORE.schedules().due(100));
        calls.put("ScheduleMapper.make", () -> STORE.schedules()
                .make(List.of(new Progress(new DueDag("dag1", version, null), List.of(), null)), term));
        calls.putAll(reaps(run));
        calls.putAll(callbacks(run));
        calls.putAll(backfills(run));
        calls.putAll(readings(run));
        calls.putAll(catalog());
        calls.putAll(administration());
        calls.putAll(clears());
        return calls;
    }

    private static Map<String, Runnable> reaps(UUID run) {
        Map<String, Runnable> calls = new LinkedHashMap<>();
        Position after = new Position(Instant.EPOCH, run);
        Suspect suspect =
                new Suspect(new AttemptId(run, "t1", 1, 1), run, "dag1", "r1", null, null, Instant.EPOCH, SECOND);
        Decision decision =
                new Decision("reaper", "lost", Decision.Kind.DEFERRAL, Subject.of(suspect), "words", Map.of());
        calls.put("ReapMapper.silent", () -> STORE.reaps().silent(SECOND, after, 100));
        calls.put("ReapMapper.neverBeaten", () -> STORE.reaps().neverBeaten(SECOND, null, 100));
        calls.put("ReapMapper.notStarted", () -> STORE.reaps().notStarted(SECOND, after, 100));
        calls.put("ReapMapper.orphans", () -> STORE.reaps().orphans(SECOND, 100));
        calls.put("ReapMapper.mark",
                () -> STORE.reaps().mark(new Mark(Signal.SILENT, suspect, "lost", false, decision), TestStore.TERM));
        calls.put("ReapMapper.lockRun ReapMapper.lockTasks ReapMapper.reapRun", () -> STORE.reaps()
                .reapRun(
                        new OrphanRun(run, "dag1", "r1", Instant.EPOCH, SECOND), SECOND, decision, TestStore.TERM));
        calls.put("DecisionMapper.record", () -> STORE.decisions().record(List.of(decision)));
        calls.put("DecisionMapper.of", () -> STORE.decisions().of(run, run));
        calls.put("DecisionMapper.prune", () -> STORE.decisions().prune(SECOND, 10));
        calls.put("TaskMapper.settleByUser", () -> {
            UUID settled = STORE.id(STORE.run("settled", 1), 0);
            STORE.watched.forget();
            STORE.tasks().settleByUser(settled, TaskState.SUCCESS, "me");
        });
        return calls;
    }

    private static Map<String, Runnable> callbacks(UUID run) {
        Map<String, Runnable> calls = new LinkedHashMap<>();
        FailedRun failed = new FailedRun(run, run, "dag1", "r1", null, null, null, "{}");
        Decision told = new Decision("callbacks", "callback_delivered", Decision.Kind.TRANSITION,
                Subject.run(run, "dag1", "r1"), "", Map.of());
        calls.put("CallbackMapper.settle", () -> STORE.callbacks().settle(6, TestStore.TERM));
        calls.put("CallbackMapper.claim", () -> STORE.callbacks().claim(8, SECOND, Set.of(run), TestStore.TERM));
        calls.put("CallbackMapper.conclude", () -> STORE.callbacks()
                .conclude(new DueCallback(run, 1, failed, null, Instant.EPOCH, null), Outcome.DELIVERED, null, told));
        calls.put("RetentionMapper.expired", () -> STORE.retention().expired(SECOND));
        calls.put("RetentionMapper.prune", () -> STORE.retention().prune(SECOND, 10, TestStore.TERM));
        calls.put("RetentionMapper.logsExpired", () -> STORE.retention().logsExpired(Set.of(run), SECOND));
        return calls;
    }

    private static Map<String, Runnable> backfills(UUID run) {
        Map<String, Runnable> calls = new LinkedHashMap<>();
        Plan plan = new Plan("backfilled", Instant.EPOCH, Instant.EPOCH, "{}", 1, Reprocess.COMPLETED);
        calls.put("BackfillMapper.list BackfillMapper.count", () -> STORE.backfills().list("dag1", FIRST));
        calls.put("BackfillMapper.find", () -> STORE.backfills().find(1));
        calls.put("BackfillMapper.wanted",
                () -> STORE.backfills().wanted("dag1", List.of(Instant.EPOCH), Reprocess.FAILED));
        calls.put("BackfillMapper.create BackfillMapper.addRuns BackfillMapper.find", () -> {
            STORE.version("backfilled", 1, Limits.DEFAULT);
            STORE.watched.forget();
            STORE.backfills().create(new NewBackfill(plan, null), List.of());
        });
        calls.put("BackfillMapper.lock BackfillMapper.cancel", () -> {
            STORE.version("cancelled", 1, Limits.DEFAULT);
            long id = STORE.backfills()
                    .create(new NewBackfill(new Plan("cancelled", Instant.EPOCH, Instant.EPOCH, "{}", 1,
                            Reprocess.NONE), null), List.of())
                    .orElseThrow()
                    .id();
            STORE.watched.forget();
            STORE.backfills().cancel(id, null);
        });
        calls.put("BackfillMapper.setPaused BackfillMapper.find", () -> STORE.backfills().setPaused(999, true));
        calls.put("BackfillMapper.advance", () -> STORE.backfills().advance(100, TestStore.TERM));
        calls.put("BackfillMapper.runAgain",
                () -> STORE.backfills().runAgain(List.of(new Again(run, List.of(1))), TestStore.TERM));
        return calls;
    }

    private static Map<String, Runnable> readings(UUID run) {
        Map<String, Runnable> calls = new LinkedHashMap<>();
        calls.put("ReadingMapper.dags ReadingMapper.countDags",
                () -> STORE.readings().dags(new DagFilter(null, null, false, Set.of()), FIRST));
        calls.put("ReadingMapper.dag", () -> STORE.readings().dag("dag1"));
        calls.put("ReadingMapper.runs ReadingMapper.countRuns", () -> STORE.readings()
                .runs(
                        new RunFilter("dag1", Set.of(RunState.FAILED), Set.of()), FIRST));
        calls.put("ReadingMapper.run", () -> STORE.readings().run("dag1", "r1"));
        calls.put("ReadingMapper.tasks ReadingMapper.countTasks", () -> STORE.readings()
                .tasks(
                        new TaskFilter("dag1", "r1", Set.of(TaskState.FAILED)), FIRST));
        calls.put("ReadingMapper.task", () -> STORE.readings().task("dag1", "r1", "t1"));
        calls.put("ReadingMapper.tries", () -> STORE.readings().tries(run));
        calls.put("ReadingMapper.links", () -> STORE.readings().links(run));
        calls.put("ReadingMapper.epochs", () -> STORE.readings().epochs(run, 1));
        calls.put("ReadingMapper.xcoms ReadingMapper.countXComs",
                () -> STORE.readings().xcoms(new XComFilter("dag1", "r1", "t1", List.of()), FIRST));
        calls.put("ReadingMapper.xcom", () -> STORE.readings().xcom(run, "t", "k"));
        calls.put("ReadingMapper.lastHeartbeat", () -> STORE.readings().lastHeartbeat(run));
        calls.put("ReadingMapper.scheduleDelays",
                () -> STORE.readings().scheduleDelays(Map.of(run, List.of("t0", "t1"))));
        calls.put("ReadingMapper.pool", () -> STORE.readings().pool("default_pool"));
        calls.put("LeadershipMapper.leader", () -> STORE.readings().leader());
        calls.put("ReadingMapper.importErrors ReadingMapper.countImportErrors",
                () -> STORE.readings().importErrors(FIRST));
        return calls;
    }

    private static Map<String, Runnable> clears() {
        UUID none = UUID.randomUUID();
        Map<String, Runnable> calls = new LinkedHashMap<>();
        calls.put("ClearMapper.lockRun ClearMapper.clear", () -> {
            UUID run = STORE.run("cleared", 1);
            STORE.watched.forget();
            STORE.clears()
                    .clear(new RunClear(run, List.of(new TaskClear(none, 1)), Set.of(TaskState.FAILED), true, "me"));
        });
        calls.put("ClearMapper.deleteRun", () -> STORE.clears().deleteRun(none));
        calls.put("ClearMapper.noteRun", () -> STORE.clears().noteRun(none, "x"));
        calls.put("ClearMapper.noteTask", () -> STORE.clears().noteTask(none, "x"));
        calls.put("ClearMapper.addXCom", () -> STORE.clears().addXCom(none, "k", "1"));
        calls.put("ClearMapper.changeXCom", () -> STORE.clears().changeXCom(none, "k", "1"));
        calls.put("ClearMapper.deleteXCom", () -> STORE.clears().deleteXCom(none, "k"));
        return calls;
    }

    private static Map<String, Runnable> catalog() {
        Map<String, Runnable> calls = new LinkedHashMap<>();
        calls.put("CatalogMapper.list CatalogMapper.count", () -> STORE.catalog().list(DagQuery.ALL, FIRST));
        calls.put("CatalogMapper.find", () -> STORE.catalog().find("dag1"));
        calls.put("CatalogMapper.setPaused", () -> STORE.catalog().setPaused(List.of("nobody"), true));
        calls.put("CatalogMapper.versions CatalogMapper.countVersions",
                () -> STORE.catalog().versions("dag1", null, FIRST));
        calls.put("CatalogMapper.source", () -> STORE.catalog().source("dag1", 1));
        calls.put("CatalogMapper.currentSource", () -> STORE.catalog().source("dag1", null));
        calls.put("CatalogMapper.runCounts", () -> STORE.catalog().runCounts(Set.of()));
        calls.put("CatalogMapper.runCountsOf", () -> STORE.catalog().runCounts(Set.of("dag1")));
        calls.put("CatalogMapper.tags CatalogMapper.countTags", () -> STORE.catalog().tags(List.of(), FIRST));
        calls.put("CatalogMapper.importErrors CatalogMapper.countImportErrors",
                () -> STORE.catalog().importErrors(List.of(), FIRST));
        calls.put("CatalogMapper.importError", () -> STORE.catalog().importError(1));
        calls.put("CatalogMapper.lock CatalogMapper.hasUnfinishedRuns CatalogMapper.deleteDecisions "
                + "CatalogMapper.deleteRuns CatalogMapper.deleteWorkers CatalogMapper.forgetCurrent "
                + "CatalogMapper.deleteVersions CatalogMapper.deleteDag", () -> {
                    STORE.version("deleted", 1, Limits.DEFAULT);
                    STORE.watched.forget();
                    STORE.catalog().delete("deleted");
                });
        calls.put("ReadingMapper.versionCreated", () -> STORE.readings().versionCreated(UUID.randomUUID()));
        return calls;
    }

    private static Map<String, Runnable> administration() {
        Map<String, Runnable> calls = new LinkedHashMap<>();
        Pool pool = new Pool("nothing", 1, null, false);
        Variable variable = new Variable("k", "v", null);
        calls.put("PoolMapper.list PoolMapper.count", () -> STORE.pools().list(List.of(), FIRST));
        calls.put("PoolMapper.find", () -> STORE.pools().find("default_pool"));
        calls.put("PoolMapper.update PoolMapper.find", () -> STORE.pools().update("nothing", pool));
        calls.put("PoolMapper.delete", () -> STORE.pools().delete("nothing"));
        calls.put("PoolMapper.create", () -> STORE.pools().create(pool));
        calls.put("VariableMapper.list VariableMapper.count", () -> STORE.variables().list(List.of(), FIRST));
        calls.put("VariableMapper.find", () -> STORE.variables().find("k"));
        calls.put("VariableMapper.create", () -> STORE.variables().create(variable));
        calls.put("VariableMapper.update", () -> STORE.variables().update(variable));
        calls.put("VariableMapper.delete", () -> STORE.variables().delete("k"));
        calls.put("EventMapper.record",
                () -> STORE.events().record(new Event("e", "o", EventSubject.dag("dag1"), null)));
        calls.put("EventMapper.list EventMapper.count", () -> STORE.events().list(EventFilter.ALL, FIRST));
        calls.put("EventMapper.find", () -> STORE.events().find(1));
        return calls;
    }

    private static void apply(Move move) {
        STORE.tasks().apply(List.of(move), TestStore.TERM);
    }
}
