// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.executor.Suspect;
import io.dexaflow.model.Limits;
import io.dexaflow.store.ReapLedger.Position;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What reapers look through, beside 100,000 running task instances and as many finished ones: found by index, a page at a
 * time, and never through what is finished.
 */
class ReapPlansIT {

    private static final Duration THRESHOLD = Duration.ofMinutes(5);
    private static final int LOST = 150;
    private static final int PAGE = 100;

    @RegisterExtension static final TestStore STORE = new TestStore();

    @Test
    @DisplayName("issue 3: the lists of candidates and the orphan query use their indexes beside 100,000 running ones")
    void theListsUseTheirIndexes() {
        fill();

        page("task_instance_running", after -> STORE.reaps().silent(THRESHOLD, after, PAGE));
        page("task_instance_running", after -> STORE.reaps().neverBeaten(THRESHOLD, after, PAGE));
        page("task_instance_queued", after -> STORE.reaps().notStarted(THRESHOLD, after, PAGE));

        STORE.watched.forget();
        assertThat(STORE.reaps().orphans(THRESHOLD, PAGE)).hasSize(10);
        assertThat(plan()).contains("dag_run_unfinished", "task_instance_ordinal");
    }

    private static void page(String index, Function<Position, List<Suspect>> list) {
        STORE.watched.forget();
        List<Suspect> first = list.apply(null);
        List<Suspect> second = list.apply(Position.of(first.getLast()));

        assertThat(first).hasSize(PAGE).isSortedAccordingTo((a, b) -> Position.of(a).compareTo(Position.of(b)));
        assertThat(second).hasSize(LOST - PAGE).doesNotContainAnyElementsOf(first);
        assertThat(plan()).contains(index, "dag_run_pkey");
    }

    private static String plan() {
        String plan = STORE.plan(STORE.watched.executed().getFirst());
        assertThat(plan).doesNotContain("Seq Scan on task_instance", "Seq Scan on dag_run", "Hash Join", "Merge Join");
        return plan;
    }

    /** A thousand runs of a hundred that run, as many finished ones, the lost ones, and ten runs with nothing left. */
    private static void fill() {
        STORE.version("dag", 1, Limits.DEFAULT);
        STORE.sql("insert into dexaflow.dag_run (dag_id, run_id, version_id, state, run_type, conf, queued_at) "
                + "select dag_id, 'r' || g, id, case when g <= 1010 then 'running' else 'success' end, 'manual', '{}', "
                + "dexaflow.now() - interval '1 day' from dexaflow.dag_version, generate_series(1, 2010) g");
        STORE.sql("insert into dexaflow.task_instance (run_id, dag_id, ordinal, task_id, operator, max_tries, pool, "
                + "state, started_at, last_heartbeat_at) select r.id, r.dag_id, o, 't' || o, 'x', 1, 'default_pool', "
                + "case when r.state = 'success' or substr(r.run_id, 2)::int > 1000 then 'success' else 'running' end, "
                + "dexaflow.now() - interval '1 day', dexaflow.now() - random() * interval '30 seconds' "
                + "from dexaflow.dag_run r, generate_series(0, 99) o");
        STORE.sql("insert into dexaflow.task_instance (run_id, dag_id, ordinal, task_id, operator, max_tries, pool, "
                + "state, started_at, queued_at, last_heartbeat_at) select r.id, r.dag_id, 100 + o, 'l' || o, 'x', 1, "
                + "'default_pool', case o when 2 then 'queued' else 'running' end, case when o < 2 then p.past end, "
                + "p.past, case o when 0 then p.past end from dexaflow.dag_run r, generate_series(0, 2) o, "
                + "(select dexaflow.now() - interval '6 minutes' as past) p "
                + "where r.state = 'running' and substr(r.run_id, 2)::int <= " + LOST);
        STORE.sql("analyze");
        assertThat(STORE.count("select count(*) from dexaflow.task_instance where state = 'running'"))
                .isEqualTo(100_000 + 2 * LOST);
    }
}
