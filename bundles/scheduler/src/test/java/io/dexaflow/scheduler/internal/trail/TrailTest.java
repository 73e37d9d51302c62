// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.trail;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.store.DecisionLedger;
import io.dexaflow.store.StoreException;
import io.dexaflow.trail.Decision;
import io.dexaflow.trail.Decision.Kind;
import io.dexaflow.trail.Observer;
import io.dexaflow.trail.Subject;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TrailTest {

    private static final Subject TASK = new Subject(new UUID(0, 1), new UUID(0, 2), "d", "manual__1", "t", 1, 3);
    private static final Decision ALIVE = new Decision("agent-lost", "agent_lost_process_alive", Kind.DEFERRAL, TASK,
            "agent 4711 is alive", Map.of());

    private final Rows rows = new Rows();
    private final List<Decision> observed = new ArrayList<>();
    private final Observers observers = new Observers();
    private final Trail trail = new Trail(rows, observers);
    private final PrintStream before = System.err;
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @BeforeEach
    void listen() {
        observers.bind(new Observer() {
            @Override
            public void decided(List<Decision> decisions) {
                observed.addAll(decisions);
            }
        });
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void restore() {
        System.setErr(before);
    }

    @Test
    void whatIsRecordedIsKeptAndTold() {
        trail.record(List.of(ALIVE));
        assertThat(rows.kept).containsExactly(ALIVE);
        assertThat(observed).containsExactly(ALIVE);
    }

    @Test
    void whatALedgerHasWrittenIsToldAndNotKeptTwice() {
        trail.written(List.of(ALIVE));
        assertThat(rows.kept).isEmpty();
        assertThat(observed).containsExactly(ALIVE);
    }

    @Test
    void aStoreThatFailsIsSaidOncePerOutageAndFailsNobody() {
        rows.failure = new StoreException("the database is away", null);
        trail.record(List.of(ALIVE));
        trail.record(List.of(ALIVE));
        assertThat(observed).hasSize(2);
        assertThat(lines("the database is away")).isEqualTo(1);
        rows.failure = null;
        trail.record(List.of(ALIVE));
        rows.failure = new StoreException("the database is away", null);
        trail.record(List.of(ALIVE));
        assertThat(lines("the database is away")).isEqualTo(2);
    }

    @Test
    void aStoreThatStumblesFailsNobodyEither() {
        rows.failure = new IllegalStateException("a bug");
        trail.record(List.of(ALIVE));
        assertThat(observed).containsExactly(ALIVE);
    }

    @Test
    void anObserverThatThrowsChangesNothingForTheOthers() {
        Observers several = new Observers();
        several.bind(new Observer() {
            @Override
            public void decided(List<Decision> decisions) {
                throw new NoClassDefFoundError("its bundle was swapped");
            }
        });
        List<Decision> heard = new ArrayList<>();
        several.bind(new Observer() {
            @Override
            public void decided(List<Decision> decisions) {
                heard.addAll(decisions);
            }
        });
        new Trail(rows, several).record(List.of(ALIVE));
        assertThat(heard).containsExactly(ALIVE);
    }

    @Test
    void theSameDeferralAgainIsNoNewsToTheLog() {
        trail.record(List.of(ALIVE));
        trail.record(List.of(ALIVE));
        trail.record(List.of(ALIVE));
        assertThat(lines("agent 4711 is alive")).isEqualTo(1);
        assertThat(rows.kept).hasSize(3);
    }

    @Test
    void aMarkIsAWarningAndAPlannersMoveIsNoLineAtAll() {
        trail.written(List.of(decision("agent-lost", "agent_lost"), decision("planner", "scheduled"),
                decision("user anna", "failed")));
        assertThat(said()).contains("WARN").contains("(agent_lost)").doesNotContain("(scheduled)");
        assertThat(lines("INFO")).isEqualTo(1);
    }

    private static Decision decision(String actor, String label) {
        return new Decision(actor, label, Kind.TRANSITION, TASK, "", Map.of());
    }

    private String said() {
        return said.toString(StandardCharsets.UTF_8);
    }

    private long lines(String part) {
        return said().lines().filter(line -> line.contains(part)).count();
    }

    /** Rows in memory. */
    private static final class Rows implements DecisionLedger {

        final List<Decision> kept = new ArrayList<>();
        RuntimeException failure;

        @Override
        public void record(List<Decision> decisions) {
            if (failure != null) {
                throw failure;
            }
            kept.addAll(decisions);
        }

        @Override
        public List<DecisionRow> of(UUID taskInstanceId, UUID runId) {
            return List.of();
        }

        @Override
        public int prune(Duration age, int limit) {
            return 0;
        }
    }
}
