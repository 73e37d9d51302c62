// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dexaflow.control.RequestException;
import io.dexaflow.executor.TaskExecutor;
import io.dexaflow.model.AttemptId;
import io.dexaflow.model.RunState;
import io.dexaflow.model.RunType;
import io.dexaflow.model.TaskState;
import io.dexaflow.scheduler.internal.Fakes;
import io.dexaflow.scheduler.internal.Ledgers;
import io.dexaflow.scheduler.internal.RecordingTasks;
import io.dexaflow.scheduler.internal.RecordingTrail;
import io.dexaflow.scheduler.internal.TestLadder;
import io.dexaflow.scheduler.internal.tick.Scope;
import io.dexaflow.scheduler.internal.tick.TickLoop;
import io.dexaflow.scheduler.internal.trail.Observers;
import io.dexaflow.store.Readings;
import io.dexaflow.store.Readings.RunRow;
import io.dexaflow.store.Readings.TaskRow;
import io.dexaflow.store.RunLedger;
import io.dexaflow.trail.Observer;
import io.dexaflow.trail.Observer.RunMove;
import io.dexaflow.trail.Subject;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OperatorControlTest {

    private static final AttemptId ATTEMPT = new AttemptId(new UUID(0, 1), "t0", 1, 3);

    private final List<AttemptId> stopped = new ArrayList<>();
    private final List<TaskState> verdicts = new ArrayList<>();
    private final RecordingTrail trail = new RecordingTrail();
    private Optional<AttemptId> live = Optional.of(ATTEMPT);
    private final List<RunMove> moves = new ArrayList<>();
    private boolean executorFails;
    private boolean runIsFinished;

    private final OperatorControl control = control();

    @Test
    @DisplayName("R19, design 6.4: a user's verdict on a task is written, told of, and its agent is told to stop")
    void aUsersVerdictIsWrittenToldOfAndItsAgentStopped() {
        control.settleTask("d", "manual__1", "t0", TaskState.FAILED, "anna");
        assertThat(verdicts).containsExactly(TaskState.FAILED);
        assertThat(stopped).containsExactly(ATTEMPT);
        assertThat(trail.written).singleElement().satisfies(decision -> {
            assertThat(decision.actor()).isEqualTo("user anna");
            assertThat(decision.label()).isEqualTo("failed");
            assertThat(decision.words()).isEqualTo("was running");
            assertThat(decision.evidence()).containsEntry("from", "running").containsEntry("to", "failed");
        });
    }

    @Test
    void whatHasNoAgentStopsNobody() {
        live = Optional.empty();
        control.settleTask("d", "manual__1", "t0", TaskState.SUCCESS, "anna");
        assertThat(verdicts).containsExactly(TaskState.SUCCESS);
        assertThat(stopped).isEmpty();
    }

    @Test
    void anExecutorThatCannotStopItLeavesTheVerdict() {
        executorFails = true;
        control.settleTask("d", "manual__1", "t0", TaskState.SKIPPED, "anna");
        assertThat(verdicts).containsExactly(TaskState.SKIPPED);
        assertThat(trail.writtenLabels()).containsExactly("skipped");
    }

    @ParameterizedTest
    @EnumSource(value = TaskState.class, mode = EnumSource.Mode.EXCLUDE, names = {"SUCCESS", "FAILED", "SKIPPED"})
    void anyOtherStateIsRefused(TaskState state) {
        assertThatThrownBy(() -> control.settleTask("d", "manual__1", "t0", state, "anna"))
                .isInstanceOfSatisfying(RequestException.class,
                        e -> assertThat(e.kind()).isEqualTo(RequestException.Kind.INVALID));
        assertThat(verdicts).isEmpty();
    }

    @Test
    void aTaskThatIsNotThereIsNotFound() {
        assertThatThrownBy(() -> control.settleTask("d", "manual__1", "t9", TaskState.FAILED, "anna"))
                .isInstanceOfSatisfying(RequestException.class,
                        e -> assertThat(e.kind()).isEqualTo(RequestException.Kind.NOT_FOUND));
    }

    @Test
    @DisplayName("R19: a user's verdict on a run is told of as a move of the run, once it is written")
    void aUsersVerdictOnARunIsARunsMove() {
        control.settle("d", "manual__1", RunState.FAILED, "anna");
        assertThat(moves).containsExactly(new RunMove(Subject.run(new UUID(0, 1), "d", "manual__1"), RunState.RUNNING,
                RunState.FAILED));
        assertThat(trail.writtenLabels()).containsExactly("failed");
    }

    @Test
    void aVerdictThatIsNotWrittenMovesNothing() {
        runIsFinished = true;
        assertThatThrownBy(() -> control.settle("d", "manual__1", RunState.FAILED, "anna"))
                .isInstanceOfSatisfying(RequestException.class,
                        e -> assertThat(e.kind()).isEqualTo(RequestException.Kind.CONFLICT));
        assertThatThrownBy(() -> control.settle("d", "manual__9", RunState.FAILED, "anna"))
                .isInstanceOfSatisfying(RequestException.class,
                        e -> assertThat(e.kind()).isEqualTo(RequestException.Kind.NOT_FOUND));
        assertThat(moves).isEmpty();
        assertThat(trail.written).isEmpty();
    }

    private OperatorControl control() {
        RecordingTasks tasks = new RecordingTasks() {
            @Override
            public Optional<AttemptId> settleByUser(UUID taskInstanceId, TaskState verdict, String by) {
                verdicts.add(verdict);
                return live;
            }
        };
        RunLedger runs = proxy(RunLedger.class, (method, args) -> switch (method) {
            case "settleByUser" -> !runIsFinished;
            default -> throw new IllegalStateException("not expected here: " + method);
        });
        Observers observers = new Observers();
        observers.bind(new Observer() {
            @Override
            public void moved(List<RunMove> moved) {
                moves.addAll(moved);
            }
        });
        Ledgers ledgers = Fakes.ledgers(runs, tasks, null, trail, observers);
        TickLoop loop = new TickLoop(ledgers, Fakes.LEADS, null, new TestLadder(),
                new Scope(null, true));
        Aftermath aftermath = new Aftermath(Fakes.registry(Map.of("subprocess", executor())), loop);
        return new OperatorControl(ledgers, null, aftermath, new Corrections(ledgers, null, readings(), aftermath));
    }

    private TaskExecutor executor() {
        return proxy(TaskExecutor.class, (method, args) -> {
            if (executorFails) {
                throw new IllegalStateException("no agent host");
            }
            if (method.equals("stop")) {
                stopped.add((AttemptId) args[0]);
            }
            return null;
        });
    }

    private static Readings readings() {
        return proxy(Readings.class, (method, args) -> switch (method) {
            case "run" -> Optional.of(run()).filter(run -> args[1].equals("manual__1"));
            default -> Optional.of(row()).filter(row -> args[2].equals("t0"));
        });
    }

    private static RunRow run() {
        return new RunRow(new UUID(0, 1), "d", "manual__1", RunState.RUNNING, RunType.MANUAL, null, null, null,
                Fakes.NOW, Fakes.NOW, null, "{}", null, "anna", new UUID(0, 2), 1);
    }

    private static TaskRow row() {
        return new TaskRow(new UUID(1, 0), new UUID(0, 1), "d", "manual__1", "t0", 0, TaskState.RUNNING, 1, 1, 3,
                "default_pool", 1, "BashOperator", null, null, null, null, null, null, null, 0, 0, null, null, null,
                null, null, null, Fakes.NOW, new UUID(0, 2), 1);
    }

    /** What a stand-in answers. */
    @FunctionalInterface
    private interface Answer {

        Object to(String method, Object[] args);
    }

    @SuppressWarnings("unchecked")
    private static <T> T proxy(Class<T> type, Answer answer) {
        return (T) Proxy.newProxyInstance(OperatorControlTest.class.getClassLoader(), new Class<?>[]{type},
                (proxy, method, args) -> method.getName().equals("hashCode") ? System.identityHashCode(proxy)
                        : answer.to(method.getName(), args));
    }
}
