// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.control.Gate.GateStatus;
import io.dexaflow.diagnosis.DoctorCheck;
import io.dexaflow.diagnosis.DoctorCheckContract;
import io.dexaflow.diagnosis.Finding;
import io.dexaflow.diagnosis.Finding.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The look at reapers and their gate; it keeps what every check must. */
class MaintenanceCheckTest extends DoctorCheckContract {

    private static final Instant NOW = MaintenanceParts.NOW;

    private final MaintenanceParts host = new MaintenanceParts();

    @Override
    protected DoctorCheck unwell() {
        MaintenanceParts unwell = new MaintenanceParts();
        unwell.reapers.clear();
        unwell.reapers.add(MaintenanceParts.reaper("agent-lost", NOW.minusSeconds(600),
                Map.of("agent_lost_executor_absent", 1)));
        unwell.gate = MaintenanceParts.leading(false, true, NOW.minusSeconds(3600), List.of("pods"));
        return unwell.check();
    }

    @Override
    protected DoctorCheck well() {
        return new MaintenanceParts().check();
    }

    @Test
    void absentReapersAreNamedByLeaderAndFollowerAlike() {
        host.reapers.removeIf(reaper -> !reaper.name().equals("orphan-run"));

        assertThat(only()).returns(Level.WARNING, Finding::level)
                .returns("there are only orphan-run", Finding::evidence)
                .satisfies(finding -> assertThat(finding.what()).endsWith("agent-lost, dispatch-lost."));
        follow();
        assertThat(host.check().check()).hasSize(1);
    }

    @Test
    void reapersOfOthersAreWelcome() {
        host.reapers.add(MaintenanceParts.reaper("mine", null, Map.of()));

        assertThat(host.check().check()).isEmpty();
    }

    @Test
    void openValveIsAWarningThatSaysWhatIsPending() {
        host.gate = MaintenanceParts.leading(false, true, NOW.minusSeconds(600), List.of("pods"));

        assertThat(only()).returns(Level.WARNING, Finding::level)
                .satisfies(finding -> assertThat(finding.evidence()).contains("pods"));
    }

    @Test
    void gateThatHoldsIsNothingToReport() {
        host.gate = MaintenanceParts.leading(false, false, NOW.minusSeconds(60), List.of("grace"));
        pass(Duration.ofHours(2));

        assertThat(host.check().check()).isEmpty();
    }

    @Test
    void aPassOlderThanThreeCyclesIsAWarning() {
        pass(Duration.ofSeconds(90));
        assertThat(host.check().check()).isEmpty();

        pass(Duration.ofSeconds(91));
        assertThat(only()).returns(Level.WARNING, Finding::level)
                .satisfies(finding -> assertThat(finding.evidence()).contains("agent-lost at 2026-03-01T09:58:29Z"));
    }

    @Test
    void aNewLeaderIsGivenItsThreeCyclesOnceItHasSettled() {
        pass(Duration.ofHours(2));
        host.gate = MaintenanceParts.leading(true, false, NOW.minusSeconds(180 + 90), List.of());
        assertThat(host.check().check()).isEmpty();

        host.gate = MaintenanceParts.leading(true, false, NOW.minusSeconds(180 + 91), List.of());
        assertThat(only().what()).contains("90 s");
    }

    @Test
    void aFollowersReapersRest() {
        pass(Duration.ofHours(2));
        follow();

        assertThat(host.check().check()).isEmpty();
    }

    @Test
    void silentAttemptsOfAnAbsentExecutorBlock() {
        host.reapers.removeIf(reaper -> reaper.name().equals("agent-lost"));
        host.reapers.add(MaintenanceParts.reaper("agent-lost", NOW, Map.of("agent_lost_executor_absent", 2,
                "agent_lost", 1)));

        assertThat(only()).returns(Level.BLOCKING, Finding::level)
                .returns("the last pass left out: agent_lost_executor_absent 2", Finding::evidence)
                .satisfies(finding -> assertThat(finding.advice()).contains("dexaflow mark"));
        follow();
        assertThat(host.check().check()).isEmpty();
    }

    private Finding only() {
        assertThat(host.check().check()).hasSize(1);
        return host.check().check().getFirst();
    }

    private void follow() {
        host.gate = new GateStatus(false, "", 0, null, false, List.of("leadership"), false, null);
    }

    private void pass(Duration ago) {
        host.reapers.replaceAll(reaper -> MaintenanceParts.reaper(reaper.name(), NOW.minus(ago), Map.of()));
    }
}
