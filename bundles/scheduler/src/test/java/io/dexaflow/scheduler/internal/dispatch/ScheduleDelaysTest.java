// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.model.AttemptId;
import io.dexaflow.model.Dag;
import io.dexaflow.model.Task;
import io.dexaflow.scheduler.internal.Fakes;
import io.dexaflow.scheduler.internal.RecordingTrail;
import io.dexaflow.scheduler.internal.trail.Observers;
import io.dexaflow.store.Readings;
import io.dexaflow.store.StoreException;
import io.dexaflow.store.TaskLedger.Candidate;
import io.dexaflow.trail.Observer;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Contract 6: {@code dexaflow_schedule_delay_seconds}. */
class ScheduleDelaysTest {

    private final List<Map<UUID, List<String>>> asked = new ArrayList<>();
    private final List<Duration> told = new ArrayList<>();
    private boolean away;

    private final ScheduleDelays delays = new ScheduleDelays(
            Fakes.ledgers(null, null, Fakes.dags(id -> Optional.of(dag())), new RecordingTrail(), observers()),
            readings());

    @Test
    @DisplayName("contract 6: what became queued together is measured with one statement, and what has upstreams only")
    void oneStatementForAllThatHaveUpstreams() {
        Candidate first = candidate(1, 1);
        Candidate second = candidate(2, 1);

        delays.tell(List.of(candidate(0, 1), first, second));

        assertThat(asked).containsExactly(Map.of(first.taskInstanceId(), List.of("t0"), second.taskInstanceId(),
                List.of("t0", "t1")));
        assertThat(told).containsExactly(Duration.ofMillis(40), Duration.ofMillis(40));
    }

    @Test
    void whatHasNoUpstreamsOrIsTriedAgainCostsNoStatement() {
        delays.tell(List.of(candidate(0, 1), candidate(2, 2)));

        assertThat(asked).isEmpty();
        assertThat(told).isEmpty();
    }

    @Test
    void aDatabaseThatIsAwayMeasuresNothingAndFailsNobody() {
        away = true;

        delays.tell(List.of(candidate(1, 1)));

        assertThat(asked).hasSize(1);
        assertThat(told).isEmpty();
    }

    private static Candidate candidate(int ordinal, int tryNumber) {
        return new Candidate(UUID.randomUUID(), new AttemptId(new UUID(0, 1), "t" + ordinal, tryNumber, 0), "d",
                "manual__1", new UUID(0, 2), ordinal, null, 0);
    }

    private static Dag dag() {
        List<Task> tasks = new ArrayList<>();
        for (List<String> upstreams : List.of(List.<String>of(), List.of("t0"), List.of("t0", "t1"))) {
            tasks.add(new Task("t" + tasks.size(), Fakes.dag(1).tasks().getFirst().work(), upstreams, null, null, null,
                    null));
        }
        return new Dag("d", null, null, null, null, null, null, tasks);
    }

    private Observers observers() {
        Observers observers = new Observers();
        observers.bind(new Observer() {
            @Override
            public void took(Stage stage, String detail, Duration time) {
                assertThat(stage).isEqualTo(Stage.SCHEDULE_DELAY);
                told.add(time);
            }
        });
        return observers;
    }

    @SuppressWarnings("unchecked")
    private Readings readings() {
        return (Readings) Proxy.newProxyInstance(ScheduleDelaysTest.class.getClassLoader(),
                new Class<?>[]{Readings.class}, (proxy, method, args) -> {
                    assertThat(method.getName()).isEqualTo("scheduleDelays");
                    Map<UUID, List<String>> upstreams = (Map<UUID, List<String>>) args[0];
                    asked.add(upstreams);
                    if (away) {
                        throw new StoreException("the database is away", null);
                    }
                    return upstreams.keySet().stream().map(id -> Duration.ofMillis(40)).toList();
                });
    }
}
