// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import io.dexaflow.control.ExecutorDirectory;
import io.dexaflow.control.ExecutorDirectory.ExecutorInfo;
import io.dexaflow.control.Gate;
import io.dexaflow.control.Gate.GateStatus;
import io.dexaflow.control.Maintenance;
import io.dexaflow.control.RequestException;
import io.dexaflow.control.RunControl;
import io.dexaflow.control.Why;
import io.dexaflow.diagnosis.Doctor;
import io.dexaflow.model.RunState;
import io.dexaflow.model.RunType;
import io.dexaflow.model.TaskState;
import io.dexaflow.store.Readings;
import io.dexaflow.store.Readings.DagRow;
import io.dexaflow.store.Readings.ImportErrorRow;
import io.dexaflow.store.Readings.Page;
import io.dexaflow.store.Readings.Paging;
import io.dexaflow.store.Readings.RunRow;
import io.dexaflow.store.Readings.TaskRow;
import io.dexaflow.timing.Ladder;
import io.dexaflow.timing.Rung;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** A host of one DAG, one run and one task, in place of the services that the commands use. */
final class Fakes {

    static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");

    private Fakes() {}

    static Readings readings() {
        return proxy(Readings.class, (_, method, arguments) -> switch (method.getName()) {
            case "dags" -> page(dag(), (Paging) arguments[1], 3);
            case "importErrors" -> page(new ImportErrorRow(1, NOON, "/dags/bad.yaml", "bad.yaml:3: taks: unknown key"),
                    (Paging) arguments[0], 1);
            case "dag" -> arguments[0].equals("sales") ? Optional.of(dag()) : Optional.empty();
            case "runs" -> page(run(), (Paging) arguments[1], 1);
            case "run" -> arguments[1].equals("manual__1") ? Optional.of(run()) : Optional.empty();
            case "tasks" -> page(task(), (Paging) arguments[1], 1);
            default -> throw new IllegalStateException(method.getName());
        });
    }

    static ExecutorDirectory executors() {
        return () -> List.of(new ExecutorInfo("subprocess", "io.dexaflow.executors.subprocess 0.1.0", true, 2));
    }

    static RunControl runControl() {
        return proxy(RunControl.class, (_, method, arguments) -> switch (arguments[0]) {
            case RunControl.TriggerRequest request when request.dagId().equals("sales") ->
                    new RunControl.RunRef(new UUID(0, 1), "sales", request.dagRunId() == null
                            ? "manual__" + request.logicalDate() + "__" + request.confJson() + "__" + request.by()
                            : request.dagRunId());
            case RunControl.TriggerRequest request ->
                    throw new RequestException(RequestException.Kind.NOT_FOUND, "there is no DAG " + request.dagId());
            case String dagId when dagId.equals("sales") -> {
                if (!arguments[2].equals("load")) {
                    throw new RequestException(RequestException.Kind.NOT_FOUND, "there is no task " + arguments[2]);
                }
                yield null;
            }
            default -> throw new IllegalStateException(method.getName());
        });
    }

    static Ladder ladder() {
        return proxy(Ladder.class, (_, method, _) -> {
            if (!method.getName().equals("rungs")) {
                throw new IllegalStateException(method.getName());
            }
            return List.of(new Rung("beat < lost", new Rung.Term("beat", Duration.ofSeconds(15)),
                    new Rung.Term("lost", Duration.ofSeconds(90)), "Beats may be missed."));
        });
    }

    static Gate gate(boolean leads, boolean settled, boolean valveOpen) {
        return () -> leads ? new GateStatus(true, "this host", 3, NOON, settled,
                settled ? List.of() : List.of("grace", "pods"), valveOpen, NOON.plusSeconds(180))
                : new GateStatus(false, "", 0, null, false, List.of("leadership"), false, null);
    }

    static Maintenance maintenance(boolean leads) {
        return new Maintenance() {

            @Override
            public List<ReaperStatus> reapers() {
                return List.of(
                        new ReaperStatus("agent-lost", "b 1", NOON, Duration.ofMillis(250), 13, 1,
                                Map.of("agent_lost_process_alive", 12, "agent_lost", 1)),
                        new ReaperStatus("mine", "mine 1.0", null, null, 0, 0, Map.of()));
            }

            @Override
            public List<String> cycle() {
                if (!leads) {
                    throw new RequestException(RequestException.Kind.UNAVAILABLE, "this host does not lead");
                }
                return List.of("retention: done", "agent-lost: 13 candidates, 1 marked");
            }
        };
    }

    static Why why() {
        return (dagId, dagRunId, taskId) -> {
            if (!taskId.equals("load")) {
                throw new RequestException(RequestException.Kind.NOT_FOUND, "there is no task '" + taskId + "'");
            }
            return new Why.Explanation(dagId, dagRunId, taskId, TaskState.RUNNING, 1, 2,
                    List.of(new Why.Entry(NOON, "dispatcher", "queued", "dispatcher queued it", Map.of(), 1, 2, 1,
                            NOON),
                            new Why.Entry(NOON.plusSeconds(31), "agent-lost", "agent_lost_process_alive",
                                    "agent-lost deferred:\nagent 4711 is alive\u001b[2J", Map.of("pid", "4711"), 1, 2,
                                    12,
                                    NOON.plusSeconds(391))),
                    "its own end");
        };
    }

    static Doctor doctor(boolean ready) {
        return () -> new Doctor.Report(ready, List.of());
    }

    private static DagRow dag() {
        return new DagRow("sales", "/dags/sales.yaml", true, false, new UUID(0, 2), 4, NOON);
    }

    private static RunRow run() {
        return new RunRow(new UUID(0, 1), "sales", "manual__1", RunState.RUNNING, RunType.MANUAL, null, null, null,
                NOON, NOON, null, "{\"a\":1}", null, "shell", new UUID(0, 2), 4);
    }

    private static TaskRow task() {
        return new TaskRow(new UUID(0, 3), new UUID(0, 1), "sales", "manual__1", "load", 0, TaskState.NONE, 1, 3, 0,
                "default_pool", 1, "bash", null, null, null, null, null, null, null, 0, 0, null, null,
                "first line\nsecond", null, null, null, null, new UUID(0, 2), 4);
    }

    private static <T> Page<T> page(T row, Paging paging, long total) {
        return new Page<>(paging.offset() == 0 ? List.of(row) : List.of(), total);
    }

    private static <T> T proxy(Class<T> type, InvocationHandler answers) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[]{type},
                (self, method, arguments) -> switch (method.getName()) {
                    case "hashCode" -> System.identityHashCode(self);
                    case "equals" -> self == arguments[0];
                    case "toString" -> type.getSimpleName();
                    default -> answers.invoke(self, method, arguments);
                }));
    }
}
