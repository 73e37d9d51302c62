// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dexaflow.store.EventLedger.Event;
import io.dexaflow.store.EventLedger.EventFilter;
import io.dexaflow.store.EventLedger.EventRow;
import io.dexaflow.store.EventLedger.EventSubject;
import io.dexaflow.store.EventLedger.Exact;
import io.dexaflow.store.EventLedger.Like;
import io.dexaflow.store.PoolLedger.Pool;
import io.dexaflow.store.PoolLedger.PoolUse;
import io.dexaflow.store.PoolLedger.Update;
import io.dexaflow.store.Readings.Page;
import io.dexaflow.store.Readings.Paging;
import io.dexaflow.store.TimeRange;
import io.dexaflow.store.VariableLedger.Variable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Pools, variables and the audit. */
class AdministrationIT {

    private static final Paging ALL = new Paging(0, 100, null);
    private static final Exact ANY = new Exact(null, null, null, null, null, null);
    private static final List<String> NONE = List.of();
    private static final Like LIKE_ANY = new Like(NONE, NONE, NONE, NONE, NONE);
    private static final Instant DATE = Instant.parse("2026-01-01T00:00:00Z");

    @RegisterExtension static final TestStore STORE = new TestStore();

    @Test
    void poolKnowsWhatIsTakenOfIt() {
        assertThat(STORE.pools().create(new Pool("p", 10, "x", true))).isTrue();
        assertThat(STORE.pools().create(new Pool("p", 11, null, false))).isFalse();
        UUID run = STORE.run("a", 6);
        STORE.sql("update dexaflow.task_instance set pool = 'p', pool_slots = 2 where ordinal < 5");
        STORE.set(run, 0, "state = 'running'");
        STORE.set(run, 1, "state = 'queued'");
        STORE.set(run, 2, "state = 'scheduled'");
        STORE.set(run, 3, "state = 'scheduled'");
        STORE.set(run, 4, "state = 'success'");
        STORE.set(run, 5, "state = 'running'");

        PoolUse p = new PoolUse("p", 10, "x", true, 2, 2, 4);
        assertThat(STORE.pools().find("p")).contains(p);
        Page<PoolUse> page = STORE.pools().list(NONE, ALL);
        assertThat(page.total()).isEqualTo(2);
        assertThat(page.rows()).extracting(PoolUse::name).containsExactly("default_pool", "p");
        assertThat(page.rows().getFirst().running()).isEqualTo(1);
        assertThat(STORE.pools().list(List.of("%DEF%"), ALL).rows()).hasSize(1);
        assertThat(STORE.pools().list(NONE, new Paging(0, 1, "-name")).rows()).containsExactly(p);
        assertThat(STORE.pools().find("nothing")).isEmpty();
    }

    @Test
    void poolIsChangedRenamedAndTakenAway() {
        STORE.pools().create(new Pool("p", 10, "x", false));

        assertThat(STORE.pools().update("p", new Pool("p", 11, null, true))).isEqualTo(Update.DONE);
        assertThat(STORE.pools().find("p")).contains(new PoolUse("p", 11, null, true, 0, 0, 0));
        assertThat(STORE.pools().update("p", new Pool("default_pool", 11, null, true))).isEqualTo(Update.NAME_TAKEN);
        assertThat(STORE.pools().update("p", new Pool("q", 11, null, true))).isEqualTo(Update.DONE);
        assertThat(STORE.pools().update("p", new Pool("p", 11, null, true))).isEqualTo(Update.UNKNOWN);
        assertThat(STORE.pools().delete("p")).isFalse();
        assertThat(STORE.pools().delete("q")).isTrue();
    }

    @Test
    void variableIsMadeChangedAndTakenAway() {
        Variable variable = new Variable("b", "{\"n\": 1.10}", null);
        assertThat(STORE.variables().create(variable)).isTrue();
        assertThat(STORE.variables().create(new Variable("b", "x", null))).isFalse();
        assertThat(STORE.variables().find("b")).contains(variable);
        assertThat(STORE.variables().update(new Variable("b", "y", "d"))).isTrue();
        assertThat(STORE.variables().update(new Variable("c", "y", "d"))).isFalse();
        STORE.variables().create(new Variable("a", "z", null));

        assertThat(STORE.variables().list(NONE, ALL).rows()).extracting(Variable::key).containsExactly("a", "b");
        assertThat(STORE.variables().list(List.of("%B%"), ALL).total()).isEqualTo(1);
        assertThat(STORE.variables().list(NONE, new Paging(0, 9, "_val")).rows().getFirst())
                .isEqualTo(new Variable("b", "y", "d"))
                .hasToString("Variable[key=b]");
        assertThat(STORE.variables().delete("b")).isTrue();
        assertThat(STORE.variables().delete("b")).isFalse();
    }

    @Test
    void eventIsKeptAsItWasTold() {
        EventSubject subject = new EventSubject("d", "r", "t", 2, DATE);
        long id = STORE.events().record(new Event("patch_task_instance", "me", subject, "{\"after\": 1.10}"));
        long bare = STORE.events().record(new Event("post_pool", "me", EventSubject.NONE, null));

        EventRow row = STORE.events().find(id).orElseThrow();
        assertThat(row).isEqualTo(new EventRow(id, row.at(), "patch_task_instance", "me", "d", "r", "t", 2, DATE,
                "{\"after\": 1.10}"));
        assertThat(row.at()).isBetween(STORE.now().minusSeconds(60), STORE.now());
        assertThat(STORE.events().find(bare)).get().returns(null, EventRow::dagId).returns(null, EventRow::extraJson);
        assertThat(STORE.events().find(-1)).isEmpty();
    }

    @Test
    void filtersOfEventsAreHeeded() {
        event("trigger_dag_run", "ann", new EventSubject("sales", "r1", null, null, null));
        event("patch_task_instance", "bob", new EventSubject("sales", "r1", "load", 2, null));
        STORE.moveClock(Duration.ofHours(1));
        event("post_pool", "ann", EventSubject.NONE);
        Instant between = STORE.now().minus(Duration.ofMinutes(30));

        assertThat(events(EventFilter.ALL)).containsExactly("trigger_dag_run", "patch_task_instance", "post_pool");
        assertThat(events(exact(new Exact("sales", null, null, null, null, null)))).hasSize(2);
        assertThat(events(exact(new Exact(null, "r1", "load", 2, "bob", "patch_task_instance")))).hasSize(1);
        assertThat(events(exact(new Exact(null, null, null, 3, null, null)))).isEmpty();
        assertThat(events(exact(new Exact(null, null, null, null, "ann", null)))).hasSize(2);
        assertThat(events(like(new Like(List.of("%SAL%"), List.of("%r%"), NONE, List.of("%nn%"), NONE)))).hasSize(1);
        assertThat(events(like(new Like(NONE, NONE, List.of("%oa%"), NONE, List.of("%task%", "%x%"))))).hasSize(1);
        assertThat(events(new EventFilter(ANY, LIKE_ANY, Set.of("post_pool", "x"), Set.of(), TimeRange.ANY)))
                .containsExactly("post_pool");
        assertThat(events(new EventFilter(ANY, LIKE_ANY, Set.of(), Set.of("post_pool"), TimeRange.ANY))).hasSize(2);
        assertThat(events(new EventFilter(ANY, LIKE_ANY, Set.of(), Set.of(), new TimeRange(between, null))))
                .containsExactly("post_pool");
        assertThat(events(new EventFilter(ANY, LIKE_ANY, Set.of(), Set.of(), new TimeRange(null, between)))).hasSize(2);
        assertThat(STORE.events().list(EventFilter.ALL, new Paging(1, 1, "-owner,event")).rows())
                .extracting(EventRow::event)
                .containsExactly("post_pool");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> STORE.events().list(EventFilter.ALL, new Paging(0, 1, "x")));
    }

    private static void event(String event, String owner, EventSubject subject) {
        STORE.events().record(new Event(event, owner, subject, null));
    }

    private static EventFilter exact(Exact exact) {
        return new EventFilter(exact, LIKE_ANY, Set.of(), Set.of(), TimeRange.ANY);
    }

    private static EventFilter like(Like like) {
        return new EventFilter(ANY, like, Set.of(), Set.of(), TimeRange.ANY);
    }

    private static List<String> events(EventFilter filter) {
        Page<EventRow> page = STORE.events().list(filter, ALL);
        assertThat(page.total()).isEqualTo(page.rows().size());
        return page.rows().stream().map(EventRow::event).toList();
    }
}
