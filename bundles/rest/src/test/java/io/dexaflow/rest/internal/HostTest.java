// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dexaflow.diagnosis.Doctor;
import io.dexaflow.diagnosis.Finding;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostTest {

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
    void versionIsTheHosts() throws Exception {
        assertThat(rest.get("/api/v2/version", "VersionInfo").path("version").asText()).isEqualTo("0.1.0");
    }

    @Test
    void healthIsSaidInTheBody() throws Exception {
        JsonNode healthy = rest.get("/api/v2/monitor/health", "HealthInfoResponse");
        assertThat(healthy.findValuesAsText("status")).hasSize(6).containsOnly("healthy");
        assertThat(healthy.at("/scheduler/latest_scheduler_heartbeat").asText())
                .isEqualTo(MemoryReadings.TIME.toString());
        assertThat(healthy.at("/executor/executors").toString()).isEqualTo("[\"subprocess\"]");

        rest.schedulerHealthy = false;
        JsonNode stuck = rest.get("/api/v2/monitor/health", "HealthInfoResponse");
        assertThat(stuck.at("/scheduler/status").asText()).isEqualTo("unhealthy");
        assertThat(stuck.at("/metadatabase/status").asText()).isEqualTo("healthy");

        rest.schedulerHealthy = true;
        rest.readings.away = true;
        JsonNode away = rest.get("/api/v2/monitor/health", "HealthInfoResponse");
        assertThat(away.at("/metadatabase/status").asText()).isEqualTo("unhealthy");
        assertThat(away.at("/scheduler/status").asText()).isEqualTo("unhealthy");
    }

    @Test
    void readinessNamesTheFirstCause() throws Exception {
        rest.report = new Doctor.Report(false,
                List.of(new Doctor.Entry("store", new Finding(Finding.Level.WARNING, "w", "e", "a")),
                        new Doctor.Entry("store",
                                new Finding(Finding.Level.BLOCKING, "the database is away", "e", "a")),
                        new Doctor.Entry("x", new Finding(Finding.Level.BLOCKING, "second", "e", "a"))));
        HttpResponse<String> ready = rest.send(rest.anonymous("/health/ready").GET());

        assertThat(ready.statusCode()).isEqualTo(503);
        assertThat(ready.body()).isEqualTo("{\"status\":\"not ready\",\"detail\":\"the database is away\"}");
        assertThat(rest.send(rest.anonymous("/health/live").GET()).statusCode()).isEqualTo(200);
        assertThat(rest.send(rest.anonymous("/health/nowhere").GET()).statusCode()).isEqualTo(404);
        assertThat(rest.send(rest.anonymous("/health/live").DELETE()).statusCode()).isEqualTo(405);
    }

    @Test
    void doctorsReportIsToldWhole() throws Exception {
        rest.report = new Doctor.Report(false, List.of(
                new Doctor.Entry("store", new Finding(Finding.Level.BLOCKING, "what", "evidence", "advice"))));

        assertThat(rest.get("/dexaflow/v1/doctor", null).toString()).isEqualTo(
                "{\"ready\":false,\"findings\":[{\"check\":\"store\",\"level\":\"blocking\",\"what\":\"what\","
                        + "\"evidence\":\"evidence\",\"advice\":\"advice\"}]}");
    }

    @Test
    void executorsAreListed() throws Exception {
        assertThat(rest.get("/dexaflow/v1/executors", null).toString()).isEqualTo(
                "{\"executors\":[{\"name\":\"subprocess\",\"bundle\":\"b/1\",\"default\":true,\"in_flight\":2}]}");
    }

    @Test
    void fileIsRun() throws Exception {
        JsonNode run = rest.post("/dexaflow/v1/runs", "{\"file\": \"/a/../b/ok.yaml\", \"conf\": {\"n\": 1}}", null);

        assertThat(run.toString()).isEqualTo("{\"dag_id\":\"sales\",\"dag_run_id\":\"manual__1\"}");
        assertThat(rest.control.files).containsExactly("/b/ok.yaml {\"n\":1}");
    }

    @Test
    void fileWithErrorsIs400WithALineForEach() throws Exception {
        assertThat(rest.detail(rest.post("/dexaflow/v1/runs", "{\"file\": \"/b/bad.yaml\"}"), 400))
                .isEqualTo("bad.yaml:1: one\nbad.yaml:2: two");
        assertThat(rest.post("/dexaflow/v1/runs", "{\"file\": \"/b/later.yaml\"}").statusCode()).isEqualTo(503);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"file\": \"relative.yaml\"}", "{\"file\": \"\"}"})
    void fileMustBeAnAbsolutePath(String body) throws Exception {
        assertThat(rest.detail(rest.post("/dexaflow/v1/runs", body), 400)).contains("absolute path");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"file\": \"/a\\u0000b\"}", "{\"file\": 1}", "{\"file\": \"/a\", \"conf\": 1}",
            "{\"file\": \"/a\", \"x\": 1}"})
    void badFileRequestIs422(String body) throws Exception {
        assertThat(rest.detail(rest.post("/dexaflow/v1/runs", body), 422)).isNotEmpty();
    }
}
