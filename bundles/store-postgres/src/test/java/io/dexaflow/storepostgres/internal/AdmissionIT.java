// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import static io.dexaflow.storepostgres.internal.TestStore.TERM;
import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.model.Limits;
import io.dexaflow.store.TaskLedger.Candidate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What may be dispatched: DAG limits, pools, order and fairness (R60, R61). */
class AdmissionIT {

    @RegisterExtension static final TestStore STORE = new TestStore();

    @Test
    @DisplayName("D15: 200 tasks of a DAG that is full do not hide five of another")
    void fullDagHidesNobody() {
        UUID full = scheduled("a", 200, new Limits(16, 1));
        STORE.running(full, 0);
        UUID other = scheduled("b", 5, Limits.DEFAULT);

        assertThat(dispatchable(100)).hasSize(5).allSatisfy(c -> assertThat(c.attempt().runId()).isEqualTo(other));
    }

    @Test
    @DisplayName("R60: max_active_tasks counts queued, running and what is being dispatched, over all runs of the DAG")
    void dagLimitCountsAllThatIsUnderWay() {
        UUID first = scheduled("a", 5, new Limits(16, 4));
        UUID second = scheduled("a", 5, new Limits(16, 4));
        STORE.running(first, 0);
        STORE.set(second, 0, "state = 'queued'");
        UUID held = STORE.id(second, 1);

        assertThat(STORE.tasks().dispatchable(null, Set.of(held), 100)).hasSize(1);
        assertThat(STORE.tasks().dispatchable(Set.of(second), Set.of(held), 100)).singleElement()
                .satisfies(c -> assertThat(c.attempt().runId()).isEqualTo(second));
        assertThat(dispatchable(100)).hasSize(2);
        STORE.set(first, 1, "state = 'running'");
        STORE.set(first, 2, "state = 'running'");
        assertThat(dispatchable(100)).isEmpty();
        assertThat(STORE.tasks().dispatchable(Set.of(second), Set.of(), 100)).isEmpty();
    }

    @Test
    @DisplayName("R61: a pool gives as many slots as it has left; an unknown one, or one of none, has no limit")
    void poolGivesTheSlotsItHas() {
        STORE.sql("insert into dexaflow.pool values ('small', 3), ('zero', 0)");
        UUID run = scheduled("a", 9, Limits.DEFAULT);
        STORE.sql("update dexaflow.task_instance set pool = 'small' where ordinal < 5");
        STORE.sql("update dexaflow.task_instance set pool = 'zero' where ordinal between 5 and 6");
        STORE.sql("update dexaflow.task_instance set pool = 'unheard of' where ordinal > 6");
        STORE.set(run, 0, "state = 'running'");

        assertThat(ordinals(dispatchable(100))).containsExactlyInAnyOrder(1, 2, 5, 6, 7, 8);
        assertThat(ordinals(STORE.tasks().dispatchable(null, Set.of(STORE.id(run, 1)), 100)))
                .containsExactlyInAnyOrder(2, 5, 6, 7, 8);
        assertThat(ordinals(STORE.tasks().dispatchable(Set.of(run), Set.of(STORE.id(run, 1)), 100)))
                .containsExactlyInAnyOrder(2, 5, 6, 7, 8);
    }

    @Test
    @DisplayName("R61: a task takes its pool_slots; one that does not fit stands in nobody's way")
    void taskThatDoesNotFitStandsInNobodysWay() {
        STORE.sql("insert into dexaflow.pool values ('small', 5)");
        UUID run = scheduled("a", 5, Limits.DEFAULT);
        STORE.sql("update dexaflow.task_instance set pool = 'small', pool_slots = 2");
        STORE.set(run, 0, "pool_slots = 6");
        STORE.set(run, 1, "pool_slots = 5, state = 'none'");

        assertThat(ordinals(dispatchable(100))).containsExactly(2, 3);
        assertThat(ordinals(STORE.tasks().dispatchable(Set.of(run), Set.of(), 100))).containsExactly(2, 3);
    }

    @Test
    void fullPoolDoesNotUseUpADagsLimit() {
        STORE.sql("insert into dexaflow.pool values ('small', 1)");
        UUID run = scheduled("a", 3, new Limits(16, 2));
        STORE.set(run, 0, "pool = 'small', state = 'running'");
        STORE.set(run, 1, "pool = 'small'");

        assertThat(ordinals(dispatchable(100))).containsExactly(2);
    }

    @Test
    void eachDagsFirstGoesBeforeAnyDagsSecond() {
        UUID many = scheduled("a", 50, Limits.DEFAULT);
        UUID few = scheduled("b", 2, Limits.DEFAULT);

        List<Candidate> offers = dispatchable(4);

        assertThat(offers.stream().map(c -> c.attempt().runId()).toList()).containsExactly(many, few, many, few);
        assertThat(ordinals(offers)).containsExactly(0, 0, 1, 1);
    }

    @Test
    void withinADagTheLongestWaitingGoesFirstThenTheOlderRun() {
        UUID first = scheduled("a", 2, Limits.DEFAULT);
        UUID second = scheduled("a", 2, Limits.DEFAULT);
        STORE.sql("update dexaflow.task_instance set scheduled_at = '2026-01-01T00:00:00Z'");
        STORE.set(second, 1, "scheduled_at = '2025-01-01T00:00:00Z'");

        assertThat(dispatchable(100).stream().map(Candidate::taskInstanceId).toList()).containsExactly(
                STORE.id(second, 1), STORE.id(first, 0), STORE.id(first, 1), STORE.id(second, 0));
    }

    @Test
    void onlyRunningRunsAndOnlyThoseWantedAreOffered() {
        UUID first = scheduled("a", 1, Limits.DEFAULT);
        UUID second = scheduled("a", 1, Limits.DEFAULT);
        UUID over = scheduled("a", 1, Limits.DEFAULT);
        STORE.sql("update dexaflow.dag_run set state = 'failed' where id = ?", over);

        assertThat(dispatchable(100)).hasSize(2);
        assertThat(STORE.tasks().dispatchable(Set.of(second, over), Set.of(), 100)).singleElement()
                .satisfies(c -> assertThat(c.attempt().runId()).isEqualTo(second));
        assertThat(STORE.tasks().dispatchable(Set.of(), Set.of(), 100)).isEmpty();
        assertThat(STORE.tasks().dispatchable(null, Set.of(STORE.id(first, 0), STORE.id(second, 0)), 100)).isEmpty();
    }

    @Test
    void whateverTheRoomADispatcherHasAllGetsOfferedInTheEnd() {
        STORE.sql("insert into dexaflow.pool values ('p', 7)");
        for (int i = 0; i < 5; i++) {
            scheduled("dag" + i, 20, new Limits(16, i));
        }
        STORE.sql("update dexaflow.task_instance set pool = 'p', pool_slots = 1 + ordinal % 3 where ordinal % 2 = 0");
        Set<UUID> seen = new HashSet<>();
        for (int round = 0; round < 200 && seen.size() < 100; round++) {
            List<Candidate> offers = dispatchable(13);
            assertThat(offers).isNotEmpty();
            List<UUID> ids = new ArrayList<>(offers.stream().map(Candidate::taskInstanceId).toList());
            assertThat(seen).doesNotContainAnyElementsOf(ids);
            seen.addAll(ids);
            STORE.tasks().claim(TestStore.executors(ids), TERM);
            STORE.sql("update dexaflow.task_instance set state = 'queued' where attempt_epoch = 1 "
                    + "and state = 'scheduled'");
            assertThat(STORE.count("select coalesce(sum(pool_slots), 0) from dexaflow.task_instance "
                    + "where pool = 'p' and state = 'queued'")).isLessThanOrEqualTo(7);
            assertThat(STORE.count("select count(*) from (select dag_id, count(*) n from dexaflow.task_instance "
                    + "where state = 'queued' group by dag_id) q join dexaflow.dag d using (dag_id) "
                    + "where d.max_active_tasks > 0 and q.n > d.max_active_tasks")).isZero();
            STORE.sql("update dexaflow.task_instance set state = 'success' where state = 'queued'");
        }
        assertThat(seen).hasSize(100);
    }

    private static UUID scheduled(String dagId, int tasks, Limits limits) {
        UUID run = STORE.run(dagId, tasks, limits);
        STORE.sql("update dexaflow.task_instance set state = 'scheduled', scheduled_at = dexaflow.now() "
                + "where run_id = ?", run);
        return run;
    }

    private static List<Candidate> dispatchable(int limit) {
        return STORE.tasks().dispatchable(null, Set.of(), limit);
    }

    private static List<Integer> ordinals(List<Candidate> candidates) {
        return candidates.stream().map(Candidate::ordinal).collect(Collectors.toList());
    }
}
