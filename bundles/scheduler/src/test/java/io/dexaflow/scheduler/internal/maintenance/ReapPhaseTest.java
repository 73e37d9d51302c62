// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.control.Leadership;
import io.dexaflow.control.Maintenance.ReaperStatus;
import io.dexaflow.reaper.Reaper;
import io.dexaflow.reaper.SettlingCondition;
import io.dexaflow.scheduler.internal.Fakes;
import io.dexaflow.scheduler.internal.RecordingTrail;
import io.dexaflow.scheduler.internal.TestLadder;
import io.dexaflow.scheduler.internal.tick.Scope;
import io.dexaflow.scheduler.internal.tick.TickLoop;
import io.dexaflow.store.LeadershipTerm;
import io.dexaflow.store.StoreException;
import io.dexaflow.trail.Decision;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.osgi.framework.ServiceReference;

class ReapPhaseTest {

    private static final LeadershipTerm TERM = new LeadershipTerm(7, Fakes.NOW);

    private final AtomicReference<LeadershipTerm> leads = new AtomicReference<>(TERM);
    private final Leadership leadership = () -> Optional.ofNullable(leads.get());
    private final RecordingTrail trail = new RecordingTrail();
    private final ReaperRegistry reapers = new ReaperRegistry();
    private final List<String> swept = new ArrayList<>();
    private Instant now = Fakes.NOW.plusSeconds(200);
    private SettlingGate settling;
    private ReapPhase phase;

    @BeforeEach
    void open() {
        settling = new SettlingGate(leadership, new TestLadder(), () -> now, Fakes.NOBODY_LEADS);
        TickLoop tick = new TickLoop(Fakes.ledgers(null, null, null), leadership, null, new TestLadder(),
                new Scope(null, true));
        Reaping tools = new Reaping(new ReapLedgerInMemory(), Fakes.registry(Map.of()), trail, new LogInMemory(),
                new TestLadder());
        phase = new ReapPhase(settling, reapers, tools, tick, () -> now);
    }

    @Test
    @DisplayName("R76: reapers sweep in their order, whatever the order in which they came")
    void reapersSweepInTheirOrder() throws Exception {
        bind(recording("dispatch-lost", 30), recording("orphan-run", 10), recording("agent-lost", 20));
        run();
        assertThat(swept).containsExactly("orphan-run", "agent-lost", "dispatch-lost");
        assertThat(trail.recorded).isEmpty();
    }

    @Test
    @DisplayName("T43: until settled no reaper sweeps, and each cycle says what is pending")
    void untilSettledNoReaperSweeps() throws Exception {
        now = Fakes.NOW.plusSeconds(179);
        bind(recording("agent-lost", 20));
        run();
        run();
        assertThat(swept).isEmpty();
        assertThat(trail.recordedLabels()).containsExactly("reap_settling_skip", "reap_settling_skip");
        assertThat(trail.recorded).extracting(Decision::words).allMatch(words -> words.contains("grace"));
    }

    @Test
    @DisplayName("T47: past the valve reapers sweep, and each cycle says that they do so unsettled")
    void pastTheValveReapersSweep() throws Exception {
        now = Fakes.NOW.plusSeconds(360);
        settling.bind(new SettlingCondition() {
            @Override
            public boolean satisfied(LeadershipTerm leadership) {
                return false;
            }

            @Override
            public String pending() {
                return "informer_unsynced";
            }
        });
        bind(recording("agent-lost", 20));
        run();
        run();
        assertThat(swept).hasSize(2);
        assertThat(trail.recordedLabels()).containsExactly("reap_settling_valve_open", "reap_settling_valve_open");
        assertThat(trail.recorded.getFirst().words()).contains("informer_unsynced");
    }

    @Test
    @DisplayName("T34: who does not lead that term any more asks nothing")
    void whoDoesNotLeadAsksNothing() throws Exception {
        bind(recording("agent-lost", 20));
        leads.set(new LeadershipTerm(8, Fakes.NOW));
        run();
        assertThat(swept).isEmpty();
        assertThat(trail.recordedLabels()).containsExactly("reap_gate_skip");
    }

    @Test
    @DisplayName("T32: a list that fails is recorded, and the other reapers sweep")
    void aListThatFailsStopsNobodyElse() throws Exception {
        bind(failing("agent-lost", "agent_lost", 20, new StoreException("no answer", null)),
                recording("dispatch-lost", 30));
        run();
        assertThat(swept).containsExactly("dispatch-lost");
        assertThat(trail.recordedLabels()).containsExactly("agent_lost_list_error");
    }

    @Test
    @DisplayName("T31, T32: a reaper that panics is recorded, and the other reapers sweep")
    void aReaperThatPanicsStopsNobodyElse() throws Exception {
        bind(failing("orphan-run", "orphan", 10, new IllegalStateException("a bug")), recording("dispatch-lost", 30));
        run();
        assertThat(swept).containsExactly("dispatch-lost");
        assertThat(trail.recordedLabels()).containsExactly("orphan_panic");
    }

    @Test
    void whatCameOfTheLastPassIsKeptForWhoeverAsks() throws Exception {
        bind(failing("agent-lost", "agent_lost", 20, new StoreException("no answer", null)));
        assertThat(reapers.statuses()).extracting(ReaperStatus::lastPass).containsOnlyNulls();
        run();
        assertThat(reapers.statuses()).singleElement().satisfies(status -> {
            assertThat(status.name()).isEqualTo("agent-lost");
            assertThat(status.lastPass()).isEqualTo(now);
            assertThat(status.decisions()).containsExactly(Map.entry("agent_lost_list_error", 1));
        });
    }

    @Test
    void aReaperThatLeavesSweepsNoMore() throws Exception {
        Reaper reaper = recording("agent-lost", 20);
        bind(reaper);
        reapers.unbind(reaper);
        run();
        assertThat(swept).isEmpty();
        assertThat(reapers.statuses()).isEmpty();
    }

    private void run() throws InterruptedException {
        phase.run(new DestructiveGate(leadership, TERM));
    }

    private void bind(Reaper... all) {
        for (Reaper reaper : all) {
            reapers.bind(nowhere(), reaper);
        }
    }

    private Reaper recording(String name, int order) {
        return new ReaperStub(name, name.replace('-', '_'), order, context -> swept.add(name));
    }

    private static Reaper failing(String name, String label, int order, RuntimeException failure) {
        return new ReaperStub(name, label, order, context -> {
            throw failure;
        });
    }

    @SuppressWarnings("unchecked")
    private static ServiceReference<Reaper> nowhere() {
        return (ServiceReference<Reaper>) Proxy.newProxyInstance(ReapPhaseTest.class.getClassLoader(),
                new Class<?>[]{ServiceReference.class}, (proxy, method, args) -> null);
    }
}
