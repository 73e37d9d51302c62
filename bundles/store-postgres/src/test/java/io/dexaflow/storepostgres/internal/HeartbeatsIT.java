// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import static io.dexaflow.storepostgres.internal.TestStore.TERM;
import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.model.AttemptFacts;
import io.dexaflow.model.AttemptId;
import io.dexaflow.model.Limits;
import io.dexaflow.model.RunType;
import io.dexaflow.store.AttemptLedger.Beats;
import io.dexaflow.store.AttemptLedger.XComRef;
import io.dexaflow.store.RunLedger.CreateResult;
import io.dexaflow.store.RunLedger.NewRun;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Heartbeats, facts and outputs of attempts: R23, R24. */
class HeartbeatsIT {

    @RegisterExtension static final TestStore STORE = new TestStore();

    @Test
    @DisplayName("R23: heartbeats stamp what is queued or running, in one statement")
    void heartbeatsStampTheLive() {
        UUID run = STORE.run("a", 3);
        AttemptId first = STORE.running(run, 0);
        AttemptId second = STORE.running(run, 1);
        STORE.set(run, 1, "state = 'queued'");
        AttemptId over = STORE.running(run, 2);
        STORE.set(run, 2, "state = 'success'");
        STORE.watched.forget();

        Beats beats = STORE.attempts().heartbeat(List.of(over, first, second, first));

        assertThat(beats.live()).containsExactly(false, true, true, true);
        assertThat(STORE.watched.executed()).hasSize(1);
        assertThat(STORE.row(run, 0)).containsEntry("last_heartbeat_at", beats.now());
        assertThat(STORE.row(run, 1)).containsEntry("last_heartbeat_at", beats.now());
        assertThat(STORE.row(run, 2)).containsEntry("last_heartbeat_at", null);
        assertThat(STORE.attempts().heartbeat(List.of()).now()).isNotNull();
    }

    @Test
    @DisplayName("design 4: a heartbeat does not wait for the disk, the next statement does again")
    void heartbeatDoesNotWaitForTheDisk() {
        UUID run = STORE.run("a", 1);
        AttemptId attempt = STORE.running(run, 0);
        STORE.sql("create or replace function dexaflow.witness() returns trigger language plpgsql as $$ begin "
                + "raise exception '%', current_setting('synchronous_commit'); end $$");
        STORE.sql("create constraint trigger witness after update on dexaflow.task_instance "
                + "deferrable initially deferred for each row execute function dexaflow.witness()");
        try {
            assertThat(failureOf(() -> STORE.attempts().heartbeat(List.of(attempt)))).contains("ERROR: off");
            assertThat(failureOf(() -> STORE.tasks()
                    .claim(
                            TestStore.executors(List.of(id(run, "state = 'scheduled'"))), TERM)))
                    .contains("ERROR: on");
        } finally {
            STORE.sql("drop function dexaflow.witness() cascade");
        }
    }

    private static UUID id(UUID run, String state) {
        STORE.sql("alter table dexaflow.task_instance disable trigger witness");
        STORE.set(run, 0, state);
        STORE.sql("alter table dexaflow.task_instance enable trigger witness");
        return STORE.id(run, 0);
    }

    private static String failureOf(Runnable call) {
        try {
            call.run();
            return "no failure";
        } catch (RuntimeException failure) {
            return failure.getMessage();
        }
    }

    @Test
    @DisplayName("T10: a heartbeat of a superseded epoch is stale and leaves last_heartbeat_at alone")
    void t10_heartbeatOfAnOlderEpochIsStale() {
        UUID run = STORE.run("a", 1);
        AttemptId current = STORE.running(run, 0);
        STORE.attempts().heartbeat(List.of(current));
        Object stamped = STORE.row(run, 0).get("last_heartbeat_at");
        STORE.moveClock(Duration.ofSeconds(15));
        AttemptId older = new AttemptId(run, "t0", 1, current.epoch() - 1);
        AttemptId otherTry = new AttemptId(run, "t0", 2, current.epoch());

        assertThat(STORE.attempts().heartbeat(List.of(older, otherTry)).live()).containsExactly(false, false);
        assertThat(STORE.row(run, 0)).containsEntry("last_heartbeat_at", stamped);
    }

    @Test
    @DisplayName("R4: an agent whose hand-over is not written yet lives, without a stamp")
    void claimedAttemptLivesBeforeItIsQueued() {
        UUID run = STORE.run("a", 1);
        STORE.set(run, 0, "state = 'scheduled'");
        AttemptId attempt =
                STORE.tasks().claim(TestStore.executors(List.of(STORE.id(run, 0))), TERM).claims().getFirst().attempt();

        assertThat(STORE.attempts().heartbeat(List.of(attempt)).live()).containsExactly(true);
        assertThat(STORE.row(run, 0)).containsEntry("last_heartbeat_at", null);
        assertThat(STORE.attempts().facts(attempt)).isPresent();
    }

    @Test
    @DisplayName("R24: however long an outage was, a live attempt is told its facts")
    void factsKnowNoAge() {
        UUID version = STORE.version("a", 1, Limits.DEFAULT);
        Instant date = Instant.parse("2026-03-01T00:00:00Z");
        UUID run = ((CreateResult.Created) STORE.runs()
                .create(new NewRun("a", version, "manual__1", RunType.MANUAL,
                        date, date, date.plusSeconds(60), "{\"k\":  [1.0]}", null, null)))
                .runId();
        STORE.start(run, 1);
        AttemptId attempt = STORE.running(run, 0);
        STORE.moveClock(Duration.ofDays(30));

        assertThat(STORE.attempts().facts(attempt)).contains(new AttemptFacts(STORE.id(run, 0), "a", "manual__1",
                version, 3, "{\"k\":  [1.0]}", date, date, date.plusSeconds(60)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"success", "failed", "up_for_retry", "up_for_reschedule", "skipped"})
    void whatIsOverHasNeitherFactsNorOutputsNorALife(String state) {
        UUID run = STORE.run("a", 1);
        AttemptId attempt = STORE.running(run, 0);
        STORE.set(run, 0, "state = '" + state + "'");

        assertStale(attempt);
    }

    @Test
    @DisplayName("design 6.5: nobody lives in a finished run")
    void nobodyLivesInAFinishedRun() {
        UUID run = STORE.run("a", 1);
        AttemptId attempt = STORE.running(run, 0);
        STORE.sql("update dexaflow.dag_run set state = 'failed' where id = ?", run);

        assertStale(attempt);
        assertStale(new AttemptId(UUID.randomUUID(), "t0", 1, 1));
    }

    private static void assertStale(AttemptId attempt) {
        assertThat(STORE.attempts().facts(attempt)).isEmpty();
        assertThat(STORE.attempts().outputs(attempt, Map.of("k", "1"), Map.of("l", "http://x"))).isFalse();
        assertThat(STORE.attempts().heartbeat(List.of(attempt)).live()).containsExactly(false);
        assertThat(STORE.count("select count(*) from dexaflow.xcom")).isZero();
    }

    @Test
    void factsOfManyLeaveOutWhatIsStale() {
        UUID run = STORE.run("a", 2);
        AttemptId live = STORE.running(run, 0);
        AttemptId stale = new AttemptId(run, "t1", 1, 9);

        assertThat(STORE.attempts().facts(List.of(stale, live, live))).containsOnlyKeys(live);
        assertThat(STORE.attempts().facts(List.of())).isEmpty();
    }

    @Test
    void outputsAreKeptToTheDigitAndAddedTo() {
        UUID run = STORE.run("a", 2);
        AttemptId attempt = STORE.running(run, 0);

        assertThat(STORE.attempts()
                .outputs(attempt, Map.of("return_value", "1.50", "k", "{\"b\":1,\"a\":2}"),
                        Map.of("docs", "https://a")))
                .isTrue();
        assertThat(STORE.attempts().outputs(attempt, Map.of("k", "null"), Map.of("more", "https://b"))).isTrue();
        assertThat(STORE.attempts().outputs(attempt, Map.of(), Map.of())).isTrue();

        XComRef value = new XComRef("t0", "return_value");
        XComRef key = new XComRef("t0", "k");
        assertThat(STORE.attempts()
                .xcom(run, List.of(value, key, key, new XComRef("t0", "none"),
                        new XComRef("t1", "k"))))
                .containsExactlyInAnyOrderEntriesOf(Map.of(value, "1.50", key, "null"));
        assertThat(STORE.attempts().xcom(run, List.of())).isEmpty();
        assertThat(STORE.row(run, 0).get("links")).hasToString("{\"docs\": \"https://a\", \"more\": \"https://b\"}");
    }
}
