// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.why;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dexaflow.control.RequestException;
import io.dexaflow.control.Why.Entry;
import io.dexaflow.control.Why.Explanation;
import io.dexaflow.model.RunState;
import io.dexaflow.model.TaskState;
import io.dexaflow.scheduler.internal.Fakes;
import io.dexaflow.scheduler.internal.TestLadder;
import io.dexaflow.store.DecisionLedger;
import io.dexaflow.store.DecisionLedger.DecisionRow;
import io.dexaflow.store.Readings;
import io.dexaflow.trail.Decision.Kind;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TrailWhyTest {

    private final DecisionRow deferral = new DecisionRow(Fakes.NOW, "agent-lost", "agent_lost_process_alive",
            Kind.DEFERRAL, "agent 4711 is alive, last heartbeat 104 s ago", Map.of("agent_pid", "4711"), 1, 3, 4,
            Fakes.NOW.plusSeconds(90), false);

    private final TrailWhy why = new TrailWhy(readings(), decisions(),
            Fakes.ledgers(null, null, Fakes.dags(id -> Optional.of(Fakes.dag(1)))),
            Fakes.registry(Map.of("subprocess", Fakes.executor(attempt -> null))), new TestLadder());

    @Test
    void everyDecisionIsASentenceWithItsCountAndItsEvidence() {
        Explanation explanation = why.why("d", "manual__1", "t0");
        assertThat(explanation.state()).isEqualTo(TaskState.RUNNING);
        assertThat(explanation.tryNumber()).isEqualTo(1);
        assertThat(explanation.epoch()).isEqualTo(3);
        assertThat(explanation.waitsFor()).contains("it runs since").endsWith("last heartbeat 4 s ago");
        assertThat(explanation.entries()).containsExactly(new Entry(Fakes.NOW, "agent-lost",
                "agent_lost_process_alive",
                "agent-lost deferred (agent_lost_process_alive): agent 4711 is alive, last heartbeat 104 s ago",
                Map.of("agent_pid", "4711"), 1, 3, 4, Fakes.NOW.plusSeconds(90)));
    }

    @Test
    void whatIsNotThereIsSaidWithWhatToDo() {
        assertThatThrownBy(() -> why.why("d", "manual__1", "t9")).isInstanceOfSatisfying(RequestException.class,
                e -> assertThat(e.kind()).isEqualTo(RequestException.Kind.NOT_FOUND)).hasMessageContaining("t9");
        assertThatThrownBy(() -> why.why("d", "manual__9", "t0")).isInstanceOfSatisfying(RequestException.class,
                e -> assertThat(e.kind()).isEqualTo(RequestException.Kind.NOT_FOUND)).hasMessageContaining("manual__9");
    }

    private static Readings readings() {
        return (Readings) Proxy.newProxyInstance(TrailWhyTest.class.getClassLoader(), new Class<?>[]{Readings.class},
                (proxy, method, args) -> switch (method.getName()) {
                    case "run" -> Optional.of(Rows.run(RunState.RUNNING)).filter(run -> args[1].equals("manual__1"));
                    case "task" -> Optional.of(running()).filter(row -> args[2].equals("t0"));
                    case "pool" -> Optional.empty();
                    case "lastHeartbeat" -> Optional.of(Fakes.NOW.minusSeconds(4));
                    default -> throw new IllegalStateException("not expected here: " + method);
                });
    }

    private static Readings.TaskRow running() {
        Rows rows = Rows.task(TaskState.RUNNING);
        rows.startedAt = Fakes.NOW.minusSeconds(200);
        return rows.row();
    }

    private DecisionLedger decisions() {
        return (DecisionLedger) Proxy.newProxyInstance(TrailWhyTest.class.getClassLoader(),
                new Class<?>[]{DecisionLedger.class}, (proxy, method, args) -> List.of(deferral));
    }
}
