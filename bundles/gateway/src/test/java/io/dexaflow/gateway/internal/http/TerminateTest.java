// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dexaflow.model.AttemptId;
import io.dexaflow.trail.Decision;
import io.dexaflow.trail.Decision.Kind;
import io.dexaflow.trail.Subject;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who is told to stop (design 6.4, 6.5), and who hears of what was reported. */
class TerminateTest {

    private static final UUID RUN = new UUID(0, 1);
    private static final AttemptId LIVE = new AttemptId(RUN, "load", 2, 5);

    @TempDir private Path home;

    private Gateway gateway;

    @BeforeEach
    void start() throws Exception {
        gateway = new Gateway(home);
    }

    @AfterEach
    void stop() throws Exception {
        gateway.close();
    }

    @ParameterizedTest
    @DisplayName("T1, T2, T6, T10: whoever is not the current attempt is told to stop by report and heartbeat alike")
    @CsvSource({"1, 5", "1, 4", "2, 4", "2, 6", "3, 5"})
    void whoeverIsNotTheCurrentAttemptIsToldToStop(int tryNumber, int epoch) throws Exception {
        String live = gateway.start(LIVE);
        String other = gateway.token(new AttemptId(RUN, "load", tryNumber, epoch));

        assertStopped(other);
        assertThat(report(live, "running", "").path("should_terminate").asBoolean(true)).isFalse();
        assertThat(beat(live).path("should_terminate").asBoolean(true)).isFalse();
    }

    @Test
    @DisplayName("R19, R242, design 6.4: an attempt that a user marked or cleared, or whose run ended, is told to stop")
    void anAttemptWhoseRowOrRunIsSettledIsToldToStop() throws Exception {
        String token = gateway.start(LIVE);
        assertThat(beat(token).path("should_terminate").asBoolean(true)).isFalse();
        // For the ledger each of these is the same: the attempt is no longer the live one of an unfinished run.
        gateway.ledger.live.clear();

        assertStopped(token);
        assertThat(gateway.ok("/register", "{\"worker\": \"w-1\", \"attempts\": [{\"token\": \"" + token + "\"}]}")
                .at("/attempts/0/should_terminate")
                .asBoolean()).isTrue();
        assertThat(gateway.ok("/outputs", "{\"worker\": \"w-1\", \"token\": \"" + token + "\", \"xcom\": {\"k\": 1}}")
                .path("should_terminate")
                .asBoolean()).isTrue();
        assertThat(gateway.ledger.xcoms).isEmpty();
    }

    @Test
    @DisplayName("T3: the live attempt that repeats RUNNING is never told to stop")
    void t3_repeatedRunningGoesOn() throws Exception {
        String token = gateway.start(LIVE);

        for (int i = 0; i < 3; i++) {
            assertThat(report(token, "running", "").path("should_terminate").asBoolean(true)).isFalse();
        }
    }

    @Test
    @DisplayName("T11: while the store is away nobody is told to stop")
    void t11_whileTheStoreIsAwayNobodyIsToldToStop() throws Exception {
        String token = gateway.start(LIVE);
        String stale = gateway.token(new AttemptId(RUN, "load", 1, 1));
        gateway.ledger.away = true;

        assertThat(beat(token).has("should_terminate")).isFalse();
        assertThat(beat(stale).has("should_terminate")).isFalse();
        assertThat(report(stale, "success", "").has("should_terminate")).isFalse();
        assertThat(gateway.told.written).isEmpty();
    }

    @Test
    void appliedReportsAreToldToWhoeverListens() throws Exception {
        String token = gateway.start(LIVE);
        report(token, "running", ", \"hostname\": \"h-1\"");
        report(token, "failed", ", \"exit_code\": 7, \"error\": \"why\", \"hostname\": \"h-1\"");
        report(token, "success", ", \"exit_code\": 0");
        report(token, "up_for_reschedule", ", \"reschedule_at\": \"2026-12-01T11:00:00Z\"");

        Subject subject = new Subject(RUN, new UUID(7, 7), "sales", "manual__1", "load", 2, 5);
        assertThat(gateway.told.written).containsExactly(
                new Decision("agent", "report_running", Kind.TRANSITION, subject, "host h-1",
                        Map.of("hostname", "h-1")),
                new Decision("agent", "report_failed", Kind.TRANSITION, subject, "exit code 7, host h-1",
                        Map.of("exit_code", "7", "hostname", "h-1")),
                new Decision("agent", "report_success", Kind.TRANSITION, subject, "exit code 0",
                        Map.of("exit_code", "0")),
                new Decision("agent", "report_up_for_reschedule", Kind.TRANSITION, subject, "", Map.of()));
        assertThat(gateway.ledger.factCalls).as("once for a run that this host has not given out").isEqualTo(1);
    }

    @Test
    void ofAnAttemptThatWasGivenOutHereTheLedgerIsNotAskedAgain() throws Exception {
        String token = gateway.start(LIVE);
        gateway.ok("/register", "{\"worker\": \"w-1\", \"attempts\": [{\"token\": \"" + token + "\"}]}");
        report(token, "success", ", \"exit_code\": 0");

        assertThat(gateway.told.written.getFirst().subject().dagId()).isEqualTo("sales");
        assertThat(gateway.ledger.factCalls).as("by the registration").isEqualTo(1);
    }

    @Test
    void reportsThatWereNotAppliedAreNotTold() throws Exception {
        gateway.start(LIVE);
        report(gateway.token(new AttemptId(RUN, "load", 1, 1)), "success", "");
        report("x", "success", "");

        assertThat(gateway.told.written).isEmpty();
    }

    @Test
    void listenerThatFailsChangesNothing() throws Exception {
        String token = gateway.start(LIVE);
        gateway.told.broken = true;

        JsonNode answer = report(token, "success", ", \"exit_code\": 0");
        assertThat(answer.path("acknowledged").asBoolean()).isTrue();
        assertThat(answer.path("should_terminate").asBoolean(true)).isFalse();
        assertThat(gateway.woken.calls).hasSize(1);
    }

    private void assertStopped(String token) throws Exception {
        for (String state : new String[]{"running", "success", "failed", "skipped"}) {
            JsonNode answer = report(token, state, "");
            assertThat(answer.path("acknowledged").asBoolean()).as(state).isTrue();
            assertThat(answer.path("should_terminate").asBoolean()).as(state).isTrue();
        }
        JsonNode beat = beat(token);
        assertThat(beat.path("should_terminate").asBoolean()).isTrue();
        assertThat(beat.has("token")).as("a new token").isFalse();
        assertThat(gateway.told.written).isEmpty();
        assertThat(gateway.woken.calls).isEmpty();
    }

    private JsonNode report(String token, String state, String fields) throws Exception {
        return gateway.ok("/reports", "{\"worker\": \"w-1\", \"reports\": [{\"token\": \"" + token
                + "\", \"state\": \"" + state + "\"" + fields + "}]}").at("/results/0");
    }

    private JsonNode beat(String token) throws Exception {
        return gateway.ok("/heartbeats", "{\"worker\": \"w-1\", \"beats\": [{\"token\": \"" + token + "\"}]}")
                .at("/results/0");
    }
}
