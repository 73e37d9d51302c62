// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import static io.dexaflow.storepostgres.internal.TestStore.TERM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dexaflow.model.TaskState;
import io.dexaflow.store.AttemptLedger.Report;
import io.dexaflow.store.TaskLedger.Move;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A user's verdict on a task instance (R19, design 6.4). */
class SettleTaskIT {

    @RegisterExtension static final TestStore STORE = new TestStore();

    @ParameterizedTest
    @CsvSource({"none, 1, false", "scheduled, 0, false", "scheduled, 1, true", "queued, 1, true", "running, 1, true",
            "up_for_retry, 1, false", "up_for_reschedule, 1, false", "failed, 1, false", "success, 1, false",
            "skipped, 1, false", "upstream_failed, 0, false"})
    void itNamesTheAttemptThatMayHaveAnAgent(String state, int epoch, boolean live) {
        UUID run = STORE.run("a", 1);
        STORE.set(run, 0, "state = '" + state + "', attempt_epoch = " + epoch);

        assertThat(STORE.tasks().settleByUser(STORE.id(run, 0), TaskState.SKIPPED, "ada").isPresent())
                .isEqualTo(live);
        assertThat(STORE.row(run, 0)).containsEntry("state", "skipped")
                .containsEntry("last_failure_kind", null)
                .doesNotContainEntry("infra_confirmed_at", null)
                .doesNotContainEntry("ended_at", null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"success", "failed", "skipped"})
    void whatTheAgentSaysAfterwardsIsStale(String verdict) {
        UUID run = STORE.run("a", 1);
        var attempt = STORE.running(run, 0);
        STORE.tasks().settleByUser(STORE.id(run, 0), TaskState.ofWire(verdict), "ada");

        assertThat(STORE.attempts().report(List.of(new Report(attempt, TaskState.SUCCESS, 0, null, null, "h"))))
                .containsExactly(false);
        assertThat(STORE.state(run, 0)).isEqualTo(verdict);
        assertThat(STORE.decisions().of(STORE.id(run, 0), run).getLast()).satisfies(row -> {
            assertThat(row.actor()).isEqualTo("user ada");
            assertThat(row.label()).isEqualTo(verdict);
            assertThat(row.words()).isEqualTo("was running");
            assertThat(row.epoch()).isEqualTo(attempt.epoch());
        });
    }

    @Test
    @DisplayName("R19: an infra mark that a user has failed is neither re-placed nor retried")
    void aUsersFailureIsNoInfraMark() {
        UUID run = STORE.run("a", 1);
        STORE.set(run, 0, "state = 'failed', last_failure_kind = 'infra', exit_code = 9, "
                + "ended_at = dexaflow.now() - interval '1 hour', started_at = dexaflow.now() - interval '2 hours'");
        Instant ended = (Instant) STORE.row(run, 0).get("ended_at");

        STORE.tasks().settleByUser(STORE.id(run, 0), TaskState.FAILED, "ada");

        assertThat(STORE.tasks()
                .apply(List.of(new Move.Replace(run, 0, 1, 0), new Move.AwaitRetry(run, 0, 1, 0)), TERM)).isEmpty();
        Map<String, Object> row = STORE.row(run, 0);
        assertThat(row).containsEntry("exit_code", 9).containsEntry("max_tries", 1).containsEntry("ended_at", ended);
        assertThat((double) row.get("duration")).isEqualTo(3600);
    }

    @Test
    void inAFinishedRunItSetsTheRowAndNothingElse() {
        UUID run = STORE.run("a", 1);
        STORE.set(run, 0, "state = 'failed', attempt_epoch = 1");
        STORE.sql("update dexaflow.dag_run set state = 'failed', ended_at = dexaflow.now()");
        List<Map<String, Object>> before = STORE.rows("select * from dexaflow.dag_run");

        assertThat(STORE.tasks().settleByUser(STORE.id(run, 0), TaskState.SUCCESS, "ada")).isEmpty();

        assertThat(STORE.row(run, 0)).containsEntry("state", "success").containsEntry("max_tries", 3);
        assertThat(STORE.rows("select * from dexaflow.dag_run")).isEqualTo(before);
    }

    @Test
    void nothingElseIsAVerdict() {
        UUID run = STORE.run("a", 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> STORE.tasks().settleByUser(STORE.id(run, 0), TaskState.RUNNING, "ada"));
    }
}
