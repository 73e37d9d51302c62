// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import static io.dexaflow.storepostgres.internal.TestStore.TERM;
import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.model.RunState;
import io.dexaflow.store.TaskLedger.Move;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Infra marks that nobody confirms: what the planner may do, and what it tells of it (R49 to R51, design 6.21). */
class ValveIT {

    private static final String OVERRIDE = "update dexaflow.task_instance set state = 'success', exit_code = 0, "
            + "ended_at = dexaflow.now(), last_failure_kind = null, error_message = null";

    @RegisterExtension static final TestStore STORE = new TestStore();

    @Test
    @DisplayName("R52: a run with a provisional mark is not finished before the valve, and is confirmed by it after")
    void aRunIsFinishedPastTheValve() {
        UUID run = marked();
        STORE.moveClock(Duration.ofSeconds(119));
        assertThat(finish(run)).isEmpty();
        assertThat(opened()).isZero();

        STORE.moveClock(Duration.ofSeconds(1));

        assertThat(finish(run)).containsExactly(run);
        assertThat(STORE.row(run, 0)).doesNotContainEntry("infra_confirmed_at", null).containsEntry("state", "failed");
        assertThat(STORE.decisions().of(STORE.id(run, 0), run).getLast()).satisfies(row -> {
            assertThat(row.label()).isEqualTo("infra_confirm_valve_open");
            assertThat(row.actor()).isEqualTo("planner");
            assertThat(row.tryNumber()).isEqualTo(1);
            assertThat(row.epoch()).isEqualTo(4);
        });
    }

    @Test
    @DisplayName("R50: without an end there is nothing to wait for")
    void aMarkWithoutAnEndIsPastTheValve() {
        UUID run = marked();
        STORE.set(run, 0, "ended_at = null");

        assertThat(finish(run)).containsExactly(run);
        assertThat(opened()).isEqualTo(1);
    }

    @Test
    void aConfirmedMarkOpensNoValve() {
        UUID run = marked();
        STORE.set(run, 0, "infra_confirmed_at = dexaflow.now()");

        assertThat(finish(run)).containsExactly(run);
        assertThat(opened()).isZero();
    }

    @Test
    void aFinishThatAnotherLeaderWouldMakeStampsNothing() {
        UUID run = marked();
        STORE.moveClock(TestStore.VALVE);

        assertThat(STORE.runs().finish(Map.of(run, RunState.FAILED), TERM - 1)).isEmpty();
        assertThat(STORE.row(run, 0)).containsEntry("infra_confirmed_at", null);
        assertThat(opened()).isZero();
    }

    @Test
    @DisplayName("R51: an override that commits while the run is being finished leaves the run to the next tick")
    void anOverrideInFlightStopsTheFinish() throws SQLException {
        UUID run = marked();
        STORE.moveClock(TestStore.VALVE);
        try (Rival reconciler = new Rival(STORE)) {
            reconciler.sql(OVERRIDE);
            assertThat(reconciler.commitsBefore(() -> finish(run))).isEmpty();
        }
        assertThat(opened()).isZero();
        assertThat(STORE.runs().finish(Map.of(run, RunState.SUCCESS), TERM)).containsExactly(run);
    }

    @Test
    @DisplayName("R18, R51: an override that commits while the re-place is being made: no move, no archive, no row")
    void anOverrideInFlightStopsTheReplace() throws SQLException {
        UUID run = marked();
        STORE.moveClock(TestStore.VALVE);
        try (Rival reconciler = new Rival(STORE)) {
            reconciler.sql(OVERRIDE);
            assertThat(reconciler.commitsBefore(() -> replace(run))).isEmpty();
        }
        assertThat(STORE.row(run, 0)).containsEntry("state", "success").containsEntry("infra_attempts", 0);
        assertThat(STORE.count("select count(*) from dexaflow.task_instance_history")).isZero();
        assertThat(opened()).isZero();
    }

    @Test
    @DisplayName("R49: a re-place past the valve tells of it, one of a confirmed mark does not")
    void aReplacePastTheValveTellsOfIt() {
        UUID run = marked();
        STORE.moveClock(TestStore.VALVE);
        assertThat(replace(run)).hasSize(1);
        assertThat(opened()).isEqualTo(1);
        assertThat(STORE.decisions().of(STORE.id(run, 0), run)).extracting("label")
                .contains("infra_confirm_valve_open", "infra_replace");

        UUID confirmed = marked();
        STORE.set(confirmed, 0, "infra_confirmed_at = dexaflow.now()");
        assertThat(replace(confirmed)).hasSize(1);
        assertThat(opened()).isEqualTo(1);
    }

    private static UUID marked() {
        UUID run = STORE.run("a", 1);
        STORE.set(run, 0, "state = 'failed', last_failure_kind = 'infra', attempt_epoch = 4, "
                + "ended_at = dexaflow.now()");
        return run;
    }

    private static List<UUID> finish(UUID run) {
        return STORE.runs().finish(Map.of(run, RunState.FAILED), TERM);
    }

    private static List<Move> replace(UUID run) {
        return STORE.tasks().apply(List.of(new Move.Replace(run, 0, 1, 4)), TERM);
    }

    private static long opened() {
        return STORE.count("select count(*) from dexaflow.decision where label = 'infra_confirm_valve_open'");
    }
}
