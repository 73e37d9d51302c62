// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dexaflow.control.Gate.GateStatus;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the host tells of its decisions: why, gate, reapers, and their place in health. */
class TrailTest {

    @TempDir private Path home;

    private Rest rest;

    @BeforeEach
    void start() throws Exception {
        rest = new Rest(home, true);
    }

    @AfterEach
    void stop() throws Exception {
        rest.close();
    }

    @Test
    void whyTellsEveryDecisionOldestFirst() throws Exception {
        JsonNode told = rest.get("/dexaflow/v1/why/sales/manual__1/load", null);

        assertThat(told.path("dag_id").asText()).isEqualTo("sales");
        assertThat(told.path("dag_run_id").asText()).isEqualTo("manual__1");
        assertThat(told.path("task_id").asText()).isEqualTo("load");
        assertThat(told.path("state").asText()).isEqualTo("running");
        assertThat(told.path("try_number").asInt()).isEqualTo(1);
        assertThat(told.path("epoch").asInt()).isEqualTo(2);
        assertThat(told.path("waits_for").asText()).isEqualTo("its own end");
        assertThat(told.path("entries").findValuesAsText("label")).containsExactly("queued",
                "agent_lost_process_alive");
        assertThat(told.at("/entries/1").toString()).isEqualTo("{\"at\":\"2026-03-01T10:00:01Z\","
                + "\"actor\":\"agent-lost\",\"label\":\"agent_lost_process_alive\","
                + "\"sentence\":\"agent-lost deferred: agent 4711 is alive\",\"evidence\":{\"pid\":\"4711\"},"
                + "\"try_number\":1,\"epoch\":2,\"count\":12,\"last_at\":\"2026-03-01T10:06:00Z\"}");
    }

    @Test
    void whyTakesIdsAsTheyAreEscaped() throws Exception {
        assertThat(rest.get("/dexaflow/v1/why/sales/manual__2026-01-01T00%3A00%3A00%2B00%3A00/a%20b", null)
                .path("dag_run_id")
                .asText()).isEqualTo("manual__2026-01-01T00:00:00+00:00");
        assertThat(rest.get("/dexaflow/v1/why/sales/r/a%20b", null).path("task_id").asText()).isEqualTo("a b");
    }

    @Test
    void whyOfWhatIsNotThereIsNotFoundInWords() throws Exception {
        assertThat(rest.detail(rest.get("/dexaflow/v1/why/nothing/r/t"), 404)).contains("nothing");
        assertThat(rest.get("/dexaflow/v1/why/sales/r").statusCode()).isEqualTo(404);
        assertThat(rest.patch("/dexaflow/v1/why/sales/r/t", "{}").statusCode()).isEqualTo(405);
    }

    @Test
    void gateOfAFollowerWaitsForLeadership() throws Exception {
        assertThat(rest.get("/dexaflow/v1/gate", null).toString()).isEqualTo("{\"leader\":false,\"holder\":\"\","
                + "\"term\":0,\"leader_since\":null,\"settled\":false,\"pending\":[\"leadership\"],"
                + "\"valve_open\":false,\"settles_at\":null}");
    }

    @Test
    void gateSaysWhatItWaitsForAndThatItsValveIsOpen() throws Exception {
        rest.gate = new GateStatus(true, "here", 3, MemoryMaintenance.PASS, false, List.of("pods"), true,
                MemoryMaintenance.PASS.plusSeconds(180));

        assertThat(rest.get("/dexaflow/v1/gate", null).toString()).isEqualTo("{\"leader\":true,\"holder\":\"here\","
                + "\"term\":3,\"leader_since\":\"2026-03-01T10:00:00Z\",\"settled\":false,\"pending\":[\"pods\"],"
                + "\"valve_open\":true,\"settles_at\":\"2026-03-01T10:03:00Z\"}");
    }

    @Test
    void reapersTellTheirLastPasses() throws Exception {
        assertThat(rest.get("/dexaflow/v1/reapers", null).toString()).isEqualTo("{\"reapers\":["
                + "{\"name\":\"agent-lost\",\"bundle\":\"io.dexaflow.reapers.agent-lost 0.1.0\","
                + "\"last_pass\":\"2026-03-01T10:00:00Z\",\"took_seconds\":0.25,\"candidates\":3,\"marked\":1,"
                + "\"decisions\":{\"agent_lost\":1}},"
                + "{\"name\":\"mine\",\"bundle\":\"mine 1.0\",\"last_pass\":null,\"took_seconds\":null,"
                + "\"candidates\":0,\"marked\":0,\"decisions\":{}}]}");
    }

    @Test
    void healthNamesTheReapers() throws Exception {
        JsonNode health = rest.get("/api/v2/monitor/health", "HealthInfoResponse");
        assertThat(health.path("reapers").toString()).isEqualTo("{\"status\":\"healthy\","
                + "\"oldest_latest_pass\":\"2026-03-01T10:00:00Z\",\"reapers\":[\"agent-lost\",\"mine\"]}");

        rest.maintenance.reapers.clear();
        assertThat(rest.get("/api/v2/monitor/health", "HealthInfoResponse").path("reapers").toString())
                .isEqualTo("{\"status\":\"unhealthy\",\"oldest_latest_pass\":null,\"reapers\":[]}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"why/sales/r/t", "gate", "reapers"})
    void whileTheSchedulerIsMissingTheyAreUnavailable(String path) throws Exception {
        rest.close();
        rest = new Rest(home, false);

        HttpResponse<String> response = rest.get("/dexaflow/v1/" + path);
        assertThat(rest.detail(response, 503)).contains("dexaflow doctor");
    }

    @ParameterizedTest
    @ValueSource(strings = {"why/sales/r/t", "gate", "reapers"})
    void theyNeedAToken(String path) throws Exception {
        assertThat(rest.send(rest.anonymous("/dexaflow/v1/" + path).GET()).statusCode()).isEqualTo(401);
    }
}
