// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dexaflow.control.RequestException;
import io.dexaflow.control.RequestException.Kind;
import io.dexaflow.control.RunControl.ClearRequest;
import io.dexaflow.control.RunControl.XComEdit;
import io.dexaflow.control.TaskSelection;
import io.dexaflow.control.TaskSelection.Reach;
import io.dexaflow.executor.TaskExecutor;
import io.dexaflow.model.AttemptId;
import io.dexaflow.model.Command;
import io.dexaflow.model.Dag;
import io.dexaflow.model.RetryPolicy;
import io.dexaflow.model.RunState;
import io.dexaflow.model.RunType;
import io.dexaflow.model.Task;
import io.dexaflow.model.TaskState;
import io.dexaflow.model.Work;
import io.dexaflow.scheduler.internal.Fakes;
import io.dexaflow.scheduler.internal.Ledgers;
import io.dexaflow.scheduler.internal.RecordingTrail;
import io.dexaflow.scheduler.internal.TestLadder;
import io.dexaflow.scheduler.internal.tick.Scope;
import io.dexaflow.scheduler.internal.tick.TickLoop;
import io.dexaflow.store.ClearLedger;
import io.dexaflow.store.ClearLedger.Cleared;
import io.dexaflow.store.ClearLedger.ClearedTask;
import io.dexaflow.store.ClearLedger.RunClear;
import io.dexaflow.store.ClearLedger.TaskClear;
import io.dexaflow.store.Condition;
import io.dexaflow.store.Condition.Attribute;
import io.dexaflow.store.Readings;
import io.dexaflow.store.Readings.DagRow;
import io.dexaflow.store.Readings.Page;
import io.dexaflow.store.Readings.RunRow;
import io.dexaflow.store.Readings.TaskFilter;
import io.dexaflow.store.Readings.TaskRow;
import io.dexaflow.store.TimeRange;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CorrectionsTest {

    private static final UUID VERSION = new UUID(0, 2);
    private static final UUID RUN = new UUID(0, 1);
    private static final Instant DATE = Instant.parse("2026-01-01T00:00:00Z");
    private static final String RUN_ID = "manual__1";

    private final List<AttemptId> stopped = new ArrayList<>();
    private final List<RunClear> clears = new ArrayList<>();
    private final List<TaskFilter> filters = new ArrayList<>();
    private final RecordingTrail trail = new RecordingTrail();
    private Instant logicalDate = DATE;
    private long total = 1;
    private boolean written = true;

    private final Corrections corrections = corrections();

    @Test
    @DisplayName("R17: a clear gives each task its retries anew, is told of, and stops the superseded agents")
    void clearIsWrittenToldOfAndItsAgentsStopped() {
        corrections.clear(clear(selection("b", Reach.NONE), false));

        assertThat(clears).containsExactly(
                new RunClear(RUN, List.of(new TaskClear(new UUID(1, 1), 4)), Set.of(TaskState.FAILED), true, "anna"));
        assertThat(stopped).containsExactly(new AttemptId(RUN, "b", 1, 3));
        assertThat(trail.written).singleElement().satisfies(decision -> {
            assertThat(decision.actor()).isEqualTo("user anna");
            assertThat(decision.label()).isEqualTo("clear");
            assertThat(decision.words()).isEqualTo("was running");
            assertThat(decision.evidence()).containsEntry("from", "running").containsEntry("to", "none");
        });
    }

    @Test
    void dryRunWritesNothing() {
        assertThat(corrections.clear(clear(selection("b", Reach.NONE), true))).hasSize(1);
        assertThat(clears).isEmpty();
        assertThat(trail.written).isEmpty();
        assertThat(stopped).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"a,false,false,a", "b,true,false,a b", "b,false,true,b c d", "c,true,true,a b c",
            "a,false,true,a b c d"})
    void selectionReachesAlongTheDependencies(String task, boolean upstream, boolean downstream, String reached) {
        corrections.clear(clear(selection(task, new Reach(upstream, downstream, false, false)), true));

        assertThat(filters.getLast().dagRunId()).isEqualTo(RUN_ID);
        assertThat(filters.getLast().conditions())
                .containsExactly(new Condition.OneOf(Attribute.TASK_ID, Set.of(reached.split(" "))));
    }

    @ParameterizedTest
    @CsvSource({"true,false,2026-01-01T00:00:00Z,", "false,true,,2026-01-01T00:00:00.000001Z", "true,true,,"})
    void selectionReachesAlongTheLogicalDates(boolean future, boolean past, Instant from, Instant before) {
        corrections.clear(clear(selection("a", new Reach(false, false, future, past)), true));

        assertThat(filters.getLast().dagRunId()).isNull();
        Condition.OneOf tasks = new Condition.OneOf(Attribute.TASK_ID, Set.of("a"));
        assertThat(filters.getLast().conditions()).isEqualTo(from == null && before == null ? List.of(tasks)
                : List.of(tasks, new Condition.Within(Attribute.LOGICAL_DATE, new TimeRange(from, before))));
    }

    @Test
    @DisplayName("Bad input: an unknown task id among good ones touches nothing")
    void unknownTasksTouchNothing() {
        TaskSelection which = new TaskSelection("d", RUN_ID, Set.of("a", "nope", "never"), Reach.NONE, null, null);

        assertRefused(Kind.NOT_FOUND, "never, nope", clear(which, false));
    }

    @Test
    void whatCannotBeMeantIsRefused() {
        assertRefused(Kind.NOT_FOUND, "x",
                clear(new TaskSelection("x", null, Set.of(), Reach.NONE, null, null), false));
        assertRefused(Kind.NOT_FOUND, "r9", clear(TaskSelection.ofRun("d", "r9"), false));
        logicalDate = null;
        assertRefused(Kind.INVALID, "logical date",
                clear(selection("a", new Reach(false, false, true, false)), false));
        total = 10_001;
        assertRefused(Kind.INVALID, "10001", clear(selection("a", Reach.NONE), false));
    }

    @Test
    void whatTheStoreRefusesHasItsKind() {
        TaskSelection.One task = new TaskSelection.One("d", RUN_ID, "a");
        corrections.editXCom(task, new XComEdit.Add("k", "1"));
        corrections.deleteRun("d", RUN_ID, "anna");
        written = false;

        assertKind(Kind.CONFLICT, () -> corrections.deleteRun("d", RUN_ID, "anna"));
        assertKind(Kind.CONFLICT, () -> corrections.editXCom(task, new XComEdit.Add("k", "1")));
        assertKind(Kind.NOT_FOUND, () -> corrections.editXCom(task, new XComEdit.Change("k", "1")));
        assertKind(Kind.NOT_FOUND, () -> corrections.editXCom(task, new XComEdit.Delete("k")));
        assertKind(Kind.NOT_FOUND, () -> corrections.noteRun("d", "r9", "x"));
    }

    private static void assertKind(Kind kind, Runnable call) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(RequestException.class,
                e -> assertThat(e.kind()).isEqualTo(kind));
    }

    private void assertRefused(Kind kind, String words, ClearRequest request) {
        assertThatThrownBy(() -> corrections.clear(request)).hasMessageContaining(words)
                .isInstanceOfSatisfying(RequestException.class, e -> assertThat(e.kind()).isEqualTo(kind));
        assertThat(clears).isEmpty();
    }

    private static TaskSelection selection(String task, Reach reach) {
        return TaskSelection.of(new TaskSelection.One("d", RUN_ID, task), reach);
    }

    private static ClearRequest clear(TaskSelection which, boolean dryRun) {
        return new ClearRequest(which, Set.of(TaskState.FAILED), true, dryRun, "anna");
    }

    /** a before b, b before c and d. */
    private static Dag dag() {
        return new Dag("d", null, null, null, null, null, null,
                List.of(task("a"), task("b", "a"), task("c", "b"), task("d", "b")));
    }

    private static Task task(String id, String... after) {
        Work work = new Work(new Command(List.of("true"), null), null, null, null, null);
        return new Task(id, work, List.of(after), null, new RetryPolicy(4, Duration.ofSeconds(1), false, null), null,
                null);
    }

    private Corrections corrections() {
        Ledgers ledgers = Fakes.ledgers(null, null, Fakes.dags(version -> Optional.of(dag())), trail);
        TickLoop loop = new TickLoop(ledgers, Fakes.LEADS, null, new TestLadder(), new Scope(null, true));
        TaskExecutor executor = proxy(TaskExecutor.class, (method, args) -> {
            stopped.add((AttemptId) args[0]);
            return null;
        });
        Aftermath aftermath = new Aftermath(Fakes.registry(Map.of("subprocess", executor)), loop);
        return new Corrections(ledgers, proxy(ClearLedger.class, this::ledger), proxy(Readings.class, this::reading),
                aftermath);
    }

    private Object ledger(String method, Object[] args) {
        if (!method.equals("clear")) {
            return written;
        }
        clears.add((RunClear) args[0]);
        return Optional.of(new Cleared(RunState.RUNNING,
                List.of(new ClearedTask(new UUID(1, 1), new AttemptId(RUN, "b", 1, 3), TaskState.RUNNING))));
    }

    private Object reading(String method, Object[] args) {
        return switch (method) {
            case "dag" -> Optional.of(new DagRow("d", "/d.yaml", false, false, VERSION, 1, DATE))
                    .filter(row -> args[0].equals("d"));
            case "run" -> Optional.of(new RunRow(RUN, "d", RUN_ID, RunState.RUNNING, RunType.MANUAL, logicalDate, DATE,
                    DATE, DATE, DATE, null, "{}", null, null, VERSION, 1)).filter(row -> args[1].equals(RUN_ID));
            case "task" -> Optional.of(row());
            case "tasks" -> {
                filters.add((TaskFilter) args[0]);
                yield new Page<>(List.of(row()), total);
            }
            default -> throw new IllegalStateException("not expected here: " + method);
        };
    }

    private static TaskRow row() {
        return new TaskRow(new UUID(1, 1), RUN, "d", RUN_ID, "b", 1, TaskState.RUNNING, 1, 1, 3, "default_pool", 1,
                "BashOperator", null, null, null, null, null, null, null, 0, 0, null, null, null, null, null, null,
                Fakes.NOW, VERSION, 1);
    }

    /** What a stand-in answers. */
    @FunctionalInterface
    private interface Answer {

        Object to(String method, Object[] args);
    }

    @SuppressWarnings("unchecked")
    private static <T> T proxy(Class<T> type, Answer answer) {
        return (T) Proxy.newProxyInstance(CorrectionsTest.class.getClassLoader(), new Class<?>[]{type},
                (proxy, method, args) -> method.getName().equals("hashCode") ? System.identityHashCode(proxy)
                        : answer.to(method.getName(), args));
    }
}
