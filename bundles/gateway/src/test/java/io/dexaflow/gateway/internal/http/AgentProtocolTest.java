// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dexaflow.gateway.internal.token.TokenClaims.ForAttempt;
import io.dexaflow.model.AttemptId;
import io.dexaflow.model.TaskState;
import io.dexaflow.store.AttemptLedger.Report;
import io.dexaflow.store.AttemptLedger.XComRef;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AgentProtocolTest {

    private static final UUID RUN = new UUID(0, 1);
    private static final AttemptId LIVE = new AttemptId(RUN, "load", 1, 2);
    private static final AttemptId STALE = new AttemptId(RUN, "load", 1, 1);

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
    @ValueSource(strings = {"/poll", "/register", "/reports", "/heartbeats", "/outputs"})
    void everyPathWantsAWorkersToken(String path) throws Exception {
        String body = "{\"worker\": \"w-1\"}";
        String expired = gateway.workerToken();
        gateway.clock.pass(Duration.ofMinutes(10));

        assertThat(gateway.post(path, null, body).statusCode()).isEqualTo(401);
        assertThat(gateway.post(path, "nonsense", body).statusCode()).isEqualTo(401);
        assertThat(gateway.post(path, expired, body).statusCode()).isEqualTo(401);
        assertThat(gateway.post(path, gateway.start(LIVE), body).statusCode()).isEqualTo(403);
        assertThat(gateway.post(path, gateway.workerToken(), "{\"worker\": \"w-2\"}").statusCode()).isEqualTo(403);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"/reports|not json", "/reports|[]", "/reports|''", "/reports|{} {}",
            "/reports|{'worker': 'w-1', 'reports': {}}", "/reports|{'worker': 'w-1', 'reports': [1]}",
            "/reports|{'worker': 'w-1', 'reports': [{'token': 1}]}", "/heartbeats|{'worker': 'w-1', 'beats': 'x'}",
            "/outputs|{'worker': 'w-1', 'xcom': {'a': NaN}}", "/outputs|{'worker': 'w-1', 'xcom': {'a': Infinity}}",
            "/poll|{'worker': 'w-1', 'free': 'many'}", "/poll|{'worker': 'w-1', 'running': [{'run': 'x'}]}",
            "/nowhere|{'worker': 'w-1'}"})
    void malformedRequestIsRefusedInWords(String path, String body) throws Exception {
        HttpResponse<String> response = gateway.post(path, gateway.workerToken(), body.replace('\'', '"'));

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("\"detail\"").doesNotContain("Exception");
    }

    @Test
    void otherMethodsOtherContentAndTooMuchOfItAreRefused() throws Exception {
        String token = gateway.workerToken();

        assertThat(gateway.send(gateway.request("/poll", token).GET()).statusCode()).isEqualTo(405);
        assertThat(gateway.send(gateway.request("/poll", token)
                .setHeader("Content-Type", "text/plain")
                .POST(HttpRequest.BodyPublishers.ofString("{\"worker\": \"w-1\"}"))).statusCode()).isEqualTo(415);
        assertThat(gateway.post("/reports", token, "{\"x\": \"" + "y".repeat(9_000_000) + "\"}").statusCode())
                .isEqualTo(413);
    }

    @Test
    void reportsOfARequestAreOneWriteInTheirOrder() throws Exception {
        String token = gateway.start(LIVE);
        JsonNode answer = gateway.ok("/reports", body("reports", """
                {"token": "%1$s", "state": "running", "hostname": "h"},
                {"token": "%1$s", "state": "success", "exit_code": 0},
                {"token": "%1$s", "state": "failed", "exit_code": 7, "error": "why"},
                {"token": "%1$s", "state": "skipped", "exit_code": 99},
                {"token": "%1$s", "state": "up_for_reschedule", "reschedule_at": "2026-12-01T11:00:00+01:00"}"""
                .formatted(token)));

        assertThat(answer.path("results")).hasSize(5).allSatisfy(result -> {
            assertThat(result.path("acknowledged").asBoolean()).isTrue();
            assertThat(result.path("should_terminate").asBoolean()).isFalse();
        });
        assertThat(answer.path("server_time").asText()).isEqualTo(gateway.clock.now().toString());
        assertThat(gateway.ledger.reports).containsExactly(List.of(
                new Report(LIVE, TaskState.RUNNING, null, null, null, "h"),
                new Report(LIVE, TaskState.SUCCESS, 0, null, null, null),
                new Report(LIVE, TaskState.FAILED, 7, "why", null, null),
                new Report(LIVE, TaskState.SKIPPED, 99, null, null, null),
                new Report(LIVE, TaskState.UP_FOR_RESCHEDULE, null, null, Instant.parse("2026-12-01T10:00:00Z"),
                        null)));
        assertThat(gateway.woken.calls).containsExactly(List.of(RUN));
    }

    @Test
    @DisplayName("T2: a superseded execution that reports RUNNING is told to stop")
    void t2_staleReportIsAcknowledgedAndToldToStop() throws Exception {
        gateway.start(LIVE);
        JsonNode result = gateway.ok("/reports",
                body("reports", item(gateway.token(STALE), "\"state\": \"running\""))).path("results").path(0);

        assertThat(result.path("acknowledged").asBoolean()).isTrue();
        assertThat(result.path("should_terminate").asBoolean()).isTrue();
        assertThat(result.has("error")).isFalse();
        assertThat(gateway.woken.calls).isEmpty();
    }

    @Test
    void runningAloneWakesNobody() throws Exception {
        gateway.ok("/reports", body("reports", item(gateway.start(LIVE), "\"state\": \"running\"")));

        assertThat(gateway.woken.calls).isEmpty();
    }

    @Test
    void eachItemIsAnsweredForItself() throws Exception {
        String good = gateway.start(LIVE);
        gateway.clock.pass(Duration.ofMinutes(-20));
        String expired = gateway.token(LIVE);
        gateway.clock.pass(Duration.ofMinutes(20));
        JsonNode results = gateway.ok("/reports", body("reports", item(expired, "\"state\": \"success\"") + ","
                + item(gateway.workerToken(), "\"state\": \"success\"") + "," + item(good, "\"state\": \"nonsense\"")
                + "," + item(good, "\"state\": \"up_for_reschedule\", \"reschedule_at\": \"soon\"") + ","
                + item(good, "\"state\": \"success\", \"exit_code\": 0") + ",{\"state\": \"success\"}"))
                .path("results");

        assertThat(results.findValuesAsText("error")).containsExactly("unauthenticated", "forbidden", "invalid",
                "invalid", "unauthenticated");
        assertThat(results.path(4).path("acknowledged").asBoolean()).isTrue();
        assertThat(gateway.ledger.reports).hasSize(1)
                .first()
                .asInstanceOf(
                        InstanceOfAssertFactories.LIST)
                .hasSize(1);
    }

    @Test
    void wordsThatTheDatabaseCannotHoldAreMadeFitForIt() throws Exception {
        gateway.ok("/reports", body("reports", item(gateway.start(LIVE),
                "\"state\": \"failed\", \"error\": \"a\\u0000b\\ud800c\", \"hostname\": \"h\\u0000\"")));

        Report report = gateway.ledger.reports.getFirst().getFirst();
        assertThat(report.message()).isEqualTo("a\ufffdb\ufffdc");
        assertThat(report.hostname()).isEqualTo("h\ufffd");
    }

    @Test
    void reportsAreAskedForAgainWhileTheStoreIsAway() throws Exception {
        String token = gateway.start(LIVE);
        gateway.ledger.away = true;
        JsonNode results = gateway.ok("/reports",
                body("reports", item(token, "\"state\": \"success\"") + "," + item("x", "\"state\": \"success\"")))
                .path("results");

        assertThat(results.findValuesAsText("error")).containsExactly("unavailable", "unauthenticated");
        assertThat(results.path(0).has("acknowledged")).isFalse();
    }

    @Test
    @DisplayName("T9: an epoch that a token does not name is epoch 0, for reports and heartbeats")
    void t9_epochZeroIsAnEpochLikeAnyOther() throws Exception {
        AttemptId old = new AttemptId(RUN, "load", 1, 0);
        String token = gateway.start(old);

        assertThat(gateway.ok("/heartbeats", body("beats", item(token, null)))
                .at("/results/0/should_terminate")
                .asBoolean()).isFalse();
        gateway.ok("/reports", body("reports", item(token, "\"state\": \"success\"")));
        assertThat(gateway.ledger.reports.getFirst().getFirst().attempt()).isEqualTo(old);
    }

    @Test
    @DisplayName("T10: a heartbeat of a superseded epoch is told to stop and gets no token")
    void t10_staleHeartbeatIsToldToStop() throws Exception {
        String live = gateway.start(LIVE);
        JsonNode results = gateway
                .ok("/heartbeats", body("beats", item(gateway.token(STALE), null) + "," + item(live, null)))
                .path("results");

        assertThat(results.path(0).path("should_terminate").asBoolean()).isTrue();
        assertThat(results.path(0).has("token")).isFalse();
        assertThat(results.path(1).path("should_terminate").asBoolean()).isFalse();
        assertThat(results.path(1).has("token")).isTrue();
        assertThat(gateway.ledger.beats).containsExactly(List.of(STALE, LIVE));
    }

    @Test
    @DisplayName("T11: a heartbeat whose write fails is answered without token and without should_terminate")
    void t11_heartbeatWithoutAStoreIsAnsweredWithNothing() throws Exception {
        String token = gateway.start(LIVE);
        gateway.ledger.away = true;

        JsonNode answer = gateway.ok("/heartbeats", body("beats", item(token, null)));
        assertThat(answer.path("results")).hasSize(1);
        assertThat(answer.path("results").path(0).isEmpty()).isTrue();
    }

    @Test
    void heartbeatRenewsTheTokenAndKeepsItsOrigin() throws Exception {
        String token = gateway.start(LIVE);
        Instant origin = gateway.clock.now();
        for (int i = 0; i < 10; i++) {
            gateway.clock.pass(Duration.ofMinutes(9));
            token = gateway.ok("/heartbeats", body("beats", item(token, null))).at("/results/0/token").asText();
        }

        ForAttempt claims = (ForAttempt) gateway.tokens.read(token).orElseThrow();
        assertThat(claims.origin()).isEqualTo(origin);
        assertThat(claims.expires()).isEqualTo(gateway.clock.now().plus(Duration.ofMinutes(10)));
    }

    @Test
    void expiredTokenIsNeverRenewed() throws Exception {
        String token = gateway.start(LIVE);
        gateway.clock.pass(Duration.ofMinutes(10));

        JsonNode result = gateway.ok("/heartbeats", body("beats", item(token, null))).at("/results/0");
        assertThat(result.path("error").asText()).isEqualTo("unauthenticated");
        assertThat(result.has("token")).isFalse();
        assertThat(gateway.ledger.beats).isEmpty();
    }

    @Test
    void liveAttemptBeyondTheCeilingGoesOnWithoutAFreshToken() throws Exception {
        String token = gateway.start(LIVE);
        for (int i = 0; i < 24 * 60 / 9 + 2; i++) {
            gateway.clock.pass(Duration.ofMinutes(9));
            JsonNode result = gateway.ok("/heartbeats", body("beats", item(token, null))).at("/results/0");
            if (!result.has("token")) {
                assertThat(result.path("should_terminate").asBoolean(true)).isFalse();
                return;
            }
            token = result.path("token").asText();
        }
        assertThat(token).as("a token that should have ended").isNull();
    }

    @Test
    void registeredAttemptLearnsWhatItIsToRun() throws Exception {
        JsonNode attempt = gateway.ok("/register", body("attempts", item(gateway.start(LIVE), null)))
                .at("/attempts/0");
        JsonNode spec = attempt.path("spec");

        assertThat(attempt.path("should_terminate").asBoolean(true)).isFalse();
        assertThat(attempt.path("task_instance").asText()).isEqualTo(new UUID(7, 7).toString());
        assertThat(spec.toString()).contains("\"argv\":[\"run\",\"1\"]", "\"execution_timeout_seconds\":600,",
                "\"P\":{\"env\":\"DB\"}", "\"F\":{\"file\":\"/s\"}",
                "\"K\":{\"kubernetes\":{\"secret\":\"n\",\"key\":\"k\"}}", "\"inherit_env\":[\"PATH\"]",
                "\"working_dir\":\"/srv\"", "\"log_max_bytes\":1000", "\"REGION\":\"emea\"", "\"max_tries\":3",
                "\"dag_id\":\"sales\"", "\"run_id\":\"manual__1\"", "\"task\":\"load\",\"try\":1,\"epoch\":2");
        assertThat(spec.path("log_file").asText()).endsWith("/load/1.e2.agent.log");
        assertThat(Path.of(spec.path("log_file").asText()).getParent()).isDirectory();
    }

    @Test
    void registerAnswersEachAttemptForItself() throws Exception {
        AttemptId broken = new AttemptId(RUN, "broken", 1, 1);
        String live = gateway.start(LIVE);
        String unmakeable = gateway.start(broken);
        JsonNode attempts = gateway.ok("/register", body("attempts", item(gateway.token(STALE), null) + ","
                + item(unmakeable, null) + "," + item(live, null) + "," + item("x", null))).path("attempts");

        assertThat(attempts.path(0).path("should_terminate").asBoolean()).isTrue();
        assertThat(attempts.path(0).has("spec")).isFalse();
        assertThat(attempts.path(1).path("spec_error").asText()).contains("xcom('a', 'b') is not there");
        assertThat(attempts.path(1).path("log_file").asText()).endsWith("/broken/1.e1.agent.log");
        assertThat(attempts.path(2).has("spec")).isTrue();
        assertThat(attempts.path(3).path("error").asText()).isEqualTo("unauthenticated");
    }

    @Test
    void registerIsAskedForAgainWhileTheStoreIsAway() throws Exception {
        String live = gateway.start(LIVE);
        gateway.ledger.away = true;

        assertThat(gateway.ok("/register", body("attempts", item(live, null))).at("/attempts/0/error").asText())
                .isEqualTo("unavailable");
    }

    @Test
    void outputsAreStoredWithoutLoss() throws Exception {
        JsonNode answer = outputs(gateway.start(LIVE), "\"xcom\": {\"return_value\": {\"n\": 1.10, \"t\": \"é🙂\"},"
                + " \"k\": null}, \"links\": {\"report\": \"https://x.example/1\"}");

        assertThat(answer.path("accepted").asBoolean()).isTrue();
        assertThat(gateway.ledger.xcoms).containsEntry(new XComRef("load", "return_value"),
                "{\"n\":1.10,\"t\":\"é🙂\"}").containsEntry(new XComRef("load", "k"), "null");
        assertThat(gateway.ledger.links).containsEntry("report", "https://x.example/1");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"\"k\": \"a\\u0000b\"|bad_value",
            "\"k\": [{\"\\u0000\": 1}]|bad_value", "\"k\": \"\\ud800\"|bad_value", "\"k\": 1e999999|bad_value",
            "\"\": 1|bad_key", "\"a\\u0000\": 1|bad_key"})
    @DisplayName("D20: what the database cannot hold is refused in words")
    void d20_valuesThatTheDatabaseCannotHoldAreRefusedInWords(String xcom, String word) throws Exception {
        JsonNode answer = outputs(gateway.start(LIVE), "\"xcom\": {" + xcom + "}");

        assertThat(answer.path("accepted").asBoolean(true)).isFalse();
        assertThat(answer.path("rejection").asText()).startsWith(word + ": ");
        assertThat(gateway.ledger.xcoms).isEmpty();
    }

    @Test
    void outputsThatAreTooLargeAreRefusedInWords() throws Exception {
        String token = gateway.start(LIVE);
        String many = "\"a\": \"" + "x".repeat(200_000) + "\"";
        for (char key = 'b'; key < 'h'; key++) {
            many += ", \"" + key + "\": \"" + "x".repeat(200_000) + "\"";
        }

        assertThat(outputs(token, "\"xcom\": {\"k\": \"" + "x".repeat(262_143) + "\"}").path("rejection").asText())
                .startsWith("payload_too_large: XCom k has 262145 bytes");
        assertThat(outputs(token, "\"xcom\": {\"k\": \"" + "x".repeat(262_142) + "\"}").path("accepted").asBoolean())
                .isTrue();
        assertThat(outputs(token, "\"xcom\": {" + many + "}").path("rejection").asText())
                .startsWith("payload_too_large: ")
                .contains("of outputs");
    }

    @Test
    void linksThatAreNoWebAddressesAreLeftOutAndNamed() throws Exception {
        JsonNode answer = outputs(gateway.start(LIVE), "\"links\": {\"a\": \"javascript:alert(1)\","
                + " \"b\": \"http://ok.example\", \"c\": 1, \"d\": \"https:\", \"e\": \"file:///etc/passwd\"}");

        assertThat(answer.path("accepted").asBoolean()).isTrue();
        assertThat(answer.path("dropped_links").toString()).isEqualTo("[\"a\",\"c\",\"d\",\"e\"]");
        assertThat(gateway.ledger.links).containsOnlyKeys("b");
    }

    @Test
    void outputsOfASupersededAttemptAreRefusedAndToldToStop() throws Exception {
        gateway.start(LIVE);
        JsonNode answer = outputs(gateway.token(STALE), "\"xcom\": {\"k\": 1}");

        assertThat(answer.path("accepted").asBoolean(true)).isFalse();
        assertThat(answer.path("rejection").asText()).startsWith("superseded: ");
        assertThat(answer.path("should_terminate").asBoolean()).isTrue();
    }

    @Test
    void outputsWithoutAStoreOrATokenAreErrors() throws Exception {
        String token = gateway.start(LIVE);

        assertThat(outputs("x", "\"xcom\": {}").path("error").asText()).isEqualTo("unauthenticated");
        gateway.ledger.away = true;
        JsonNode answer = outputs(token, "\"xcom\": {\"k\": 1}");
        assertThat(answer.path("error").asText()).isEqualTo("unavailable");
        assertThat(answer.has("accepted")).isFalse();
    }

    private JsonNode outputs(String token, String fields) throws Exception {
        return gateway.ok("/outputs", "{\"worker\": \"w-1\", \"token\": \"" + token + "\", " + fields + "}");
    }

    private static String body(String list, String items) {
        return "{\"worker\": \"w-1\", \"" + list + "\": [" + items + "]}";
    }

    private static String item(String token, String fields) {
        return "{\"token\": \"" + token + "\"" + (fields == null ? "" : ", " + fields) + "}";
    }
}
