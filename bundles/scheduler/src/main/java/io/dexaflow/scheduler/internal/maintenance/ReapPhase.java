// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.maintenance;

import io.dexaflow.reaper.Reaper;
import io.dexaflow.scheduler.internal.maintenance.SettlingGate.Settling;
import io.dexaflow.scheduler.internal.tick.TickLoop;
import io.dexaflow.store.DatabaseClock;
import io.dexaflow.store.StoreException;
import io.dexaflow.trail.Decision;
import io.dexaflow.trail.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The last phase of a cycle: the reapers, one after the other, behind both gates (R76, R78, R79, R85). */
@Component(name = "io.dexaflow.scheduler.reap-phase", service = ReapPhase.class)
public final class ReapPhase {

    private static final Logger LOG = LoggerFactory.getLogger(ReapPhase.class);

    private final SettlingGate settling;
    private final ReaperRegistry reapers;
    private final Reaping tools;
    private final TickLoop tick;
    private final DatabaseClock clock;

    @Activate
    public ReapPhase(@Reference(name = "settling-gate") SettlingGate settling,
            @Reference(name = "reapers") ReaperRegistry reapers, @Reference(name = "reaping") Reaping tools,
            @Reference(name = "tick") TickLoop tick, @Reference(name = "database-clock") DatabaseClock clock) {
        this.settling = settling;
        this.reapers = reapers;
        this.tools = tools;
        this.tick = tick;
        this.clock = clock;
    }

    ReaperRegistry reapers() {
        return reapers;
    }

    /**
     * Runs every reaper that is here.
     *
     * @return a line for each, or why there was none
     * @throws InterruptedException when the budget is spent
     */
    List<String> run(DestructiveGate gate) throws InterruptedException {
        if (!gate.open()) {
            tell("reap_gate_skip", "");
            return List.of("reap: this host no longer leads");
        }
        Settling state = settling.check(gate.leadership());
        if (!state.settled() && !state.valveOpen()) {
            tell("reap_settling_skip", "waits for " + String.join(", ", state.pending()));
            return List.of("reap: held back until settled, waits for " + String.join(", ", state.pending()));
        }
        if (!state.settled()) {
            tell("reap_settling_valve_open", "still waits for " + String.join(", ", state.pending()));
        }
        List<String> lines = new ArrayList<>();
        for (Reaper reaper : reapers.inOrder()) {
            lines.add(reaper.name() + ": " + sweep(reaper, gate));
        }
        return lines;
    }

    private String sweep(Reaper reaper, DestructiveGate gate) throws InterruptedException {
        PassTally tally = new PassTally(clock.now());
        ReapPass pass = new ReapPass(reaper, gate, tools, mine(), tally);
        try {
            reaper.sweep(pass);
        } catch (StoreException e) {
            pass.failed("list_error", e);
        } catch (RuntimeException | LinkageError e) {
            LOG.error("a reaper failed: reaper={}", reaper.name(), e);
            pass.failed("panic", e);
        } finally {
            reapers.passed(reaper, tally);
            if (!tally.touched().isEmpty()) {
                tick.wake(tally.touched());
            }
        }
        return tally.words();
    }

    /** A host that was started for one run touches no other (contract 1). */
    private Predicate<UUID> mine() {
        Set<UUID> own = tick.scope().all();
        return own == null ? run -> true : own::contains;
    }

    private void tell(String label, String words) {
        tools.trail()
                .record(List.of(
                        new Decision("maintenance", label, Decision.Kind.NOOP, Subject.HOST, words, Map.of())));
    }
}
