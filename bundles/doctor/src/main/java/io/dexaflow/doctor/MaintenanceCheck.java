// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import io.dexaflow.control.Gate;
import io.dexaflow.control.Gate.GateStatus;
import io.dexaflow.control.Maintenance;
import io.dexaflow.control.Maintenance.ReaperStatus;
import io.dexaflow.diagnosis.DoctorCheck;
import io.dexaflow.diagnosis.Finding;
import io.dexaflow.diagnosis.Finding.Level;
import io.dexaflow.store.DatabaseClock;
import io.dexaflow.timing.Ladder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Sees whether the host can heal itself: that the reapers are here and do pass, that the settling gate is not forced,
 * and that nobody runs for an executor that is gone. Without a scheduler this check is absent, and the check of the
 * components says why there is none.
 */
@Component(name = "io.dexaflow.doctor.maintenance")
public final class MaintenanceCheck implements DoctorCheck {

    static final String NAME = "maintenance";

    /** Without one of these a kind of loss is never noticed. */
    private static final List<String> REAPERS = List.of("agent-lost", "dispatch-lost", "orphan-run");
    private static final String EXECUTOR_ABSENT = "_executor_absent";
    private static final int CYCLES = 3;

    private final Gate gate;
    private final Maintenance maintenance;
    private final Ladder ladder;
    private final DatabaseClock clock;

    /**
     * @param gate knows whether this host leads and the reapers may act
     * @param maintenance knows the reapers and their last passes
     * @param ladder says how often they pass
     * @param clock the clock of their passes
     */
    @Activate
    public MaintenanceCheck(@Reference(name = "gate") Gate gate,
            @Reference(name = "maintenance") Maintenance maintenance,
            @Reference(name = "ladder") Ladder ladder, @Reference(name = "database-clock") DatabaseClock clock) {
        this.gate = gate;
        this.maintenance = maintenance;
        this.ladder = ladder;
        this.clock = clock;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<Finding> check() {
        List<ReaperStatus> reapers = maintenance.reapers();
        List<Finding> findings = new ArrayList<>();
        absent(reapers, findings);
        GateStatus now = gate.gate();
        if (now.leader()) {
            // What passed under an earlier leadership says nothing about this one.
            withoutExecutor(reapers, findings);
            valve(now, findings);
            overdue(now, reapers, findings);
        }
        return findings;
    }

    private static void absent(List<ReaperStatus> reapers, List<Finding> findings) {
        List<String> here = reapers.stream().map(ReaperStatus::name).toList();
        List<String> absent = REAPERS.stream().filter(name -> !here.contains(name)).toList();
        if (!absent.isEmpty()) {
            findings.add(new Finding(Level.WARNING,
                    "Reapers are absent, so what they look for stays lost: " + String.join(", ", absent) + ".",
                    here.isEmpty() ? "there is none" : "there are only " + String.join(", ", here),
                    "Add or start their bundles, such as io.dexaflow.reapers." + absent.getFirst()
                            + "; the check of the bundles says which are down."));
        }
    }

    private static void withoutExecutor(List<ReaperStatus> reapers, List<Finding> findings) {
        String seen = reapers.stream()
                .flatMap(reaper -> reaper.decisions().entrySet().stream())
                .filter(decision -> decision.getKey().endsWith(EXECUTOR_ABSENT))
                .map(decision -> decision.getKey() + " " + decision.getValue())
                .sorted()
                .collect(Collectors.joining(", "));
        if (!seen.isEmpty()) {
            findings.add(new Finding(Level.BLOCKING,
                    "Attempts are silent and their executor is absent, so nobody can tell whether they live.",
                    "the last pass left out: " + seen,
                    "Bring the executor's bundle back. If it is gone for good, mark the tasks by hand: dexaflow mark"
                            + " DAG_ID RUN_ID TASK_ID failed."));
        }
    }

    private static void valve(GateStatus now, List<Finding> findings) {
        if (now.valveOpen()) {
            findings.add(new Finding(Level.WARNING, "The reapers act although the host has not settled.",
                    "pending: " + String.join(", ", now.pending()) + "; leading since " + now.leaderSince(),
                    "See why that does not come about; until then what is alive may be taken for lost."));
        }
    }

    private void overdue(GateStatus now, List<ReaperStatus> reapers, List<Finding> findings) {
        if (!now.settled() && !now.valveOpen()) {
            return;
        }
        Duration longest = ladder.maintenanceInterval().multipliedBy(CYCLES);
        Instant today = clock.now();
        String late = reapers.stream()
                .filter(reaper -> reaper.lastPass() != null)
                .filter(reaper -> Duration.between(begin(now, reaper.lastPass()), today).compareTo(longest) > 0)
                .map(reaper -> reaper.name() + " at " + reaper.lastPass())
                .collect(Collectors.joining(", "));
        if (!late.isEmpty()) {
            findings.add(
                    new Finding(Level.WARNING, "Reapers have not passed for more than " + longest.toSeconds() + " s.",
                            "last passes: " + late,
                            "See logs/server.log for maintenance, and whether the database is slow or away;"
                                    + " 'dexaflow shell cycle' makes a pass now."));
        }
    }

    /** From when on a pass was due: since the last one, and not before this leadership's gate let them through. */
    private static Instant begin(GateStatus now, Instant lastPass) {
        return Stream.of(lastPass, now.leaderSince(), now.settlesAt())
                .filter(Objects::nonNull)
                .max(Instant::compareTo)
                .orElse(lastPass);
    }
}
