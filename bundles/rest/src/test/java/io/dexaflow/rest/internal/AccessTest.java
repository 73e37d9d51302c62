// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.rest.internal.http.RestHost;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessTest {

    @TempDir private Path home;

    private Rest rest;

    @BeforeEach
    void start() throws Exception {
        rest = new Rest(home, true);
        rest.readings.addDag("sales", MemoryReadings.VERSION);
    }

    @AfterEach
    void stop() throws Exception {
        rest.close();
    }

    @Test
    void tokenIsMadeOnceAndForItsOwnerOnly() throws Exception {
        Path file = home.resolve("token");
        String token = Files.readString(file).strip();

        assertThat(Base64.getUrlDecoder().decode(token)).hasSize(32);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        new RestHost(home, null, null, null);
        assertThat(Files.readString(file).strip()).isEqualTo(token);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/v2/dags", "/api/v2/dags/sales", "/api/v2/importErrors", "/dexaflow/v1/doctor",
            "/dexaflow/v1/executors", "/dexaflow/v1/runs", "/api/v2/nowhere", "/api/v2/dags/sales/nowhere"})
    void everythingElseNeedsTheToken(String path) throws Exception {
        HttpResponse<String> response = rest.send(rest.anonymous(path).GET());

        assertThat(rest.detail(response, 401)).startsWith("Not authenticated");
        assertThat(response.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
        assertThat(rest.send(rest.anonymous(path).header("Authorization", "Bearer wrong").GET()).statusCode())
                .isEqualTo(401);
        assertThat(rest.send(rest.anonymous(path).header("Authorization", "Basic " + rest.token).GET()).statusCode())
                .isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/v2/version", "/api/v2/monitor/health", "/health/live", "/health/ready"})
    void versionHealthAndProbesAreOpen(String path) throws Exception {
        assertThat(rest.send(rest.anonymous(path).GET()).statusCode()).isEqualTo(200);
    }

    @Test
    void schemeOfTheTokenIsReadInAnyCase() throws Exception {
        assertThat(rest.send(rest.anonymous("/api/v2/dags").header("Authorization", "bearer " + rest.token).GET())
                .statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({"localhost,200", "localhost:8088,200", "127.0.0.1:1,200", "127.1.2.3,200", "[::1]:8088,200",
            "LOCALHOST,200", "evil.example,403", "127.0.0.1.evil.example,403", "localhost.evil.example:8088,403",
            "10.0.0.1,403", "[::2],403"})
    void onlyNamesOfThisMachineAreHosts(String name, int status) throws Exception {
        assertThat(rest.raw("GET /api/v2/version HTTP/1.1", "Host: " + name)).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({"http://localhost,200", "http://127.0.0.1,200", "http://[::1],200", "http://localhost:3000,403",
            "http://evil.example,403", "null,403", "http://localhost.evil.example,403",
            "https://127.0.0.1.evil.example,403", "x y,403"})
    void pageOfAnotherSiteCannotDriveTheHost(String origin, int status) throws Exception {
        assertThat(rest.raw("GET /api/v2/dags HTTP/1.1", "Host: localhost", "Origin: " + origin,
                "Authorization: Bearer " + rest.token)).isEqualTo(status);
        assertThat(rest.raw("GET /health/live HTTP/1.1", "Host: 10.0.0.1")).isEqualTo(200);
    }

    @Test
    void whatAFormCouldSendIsNotRead() throws Exception {
        HttpResponse<String> response = rest.send(rest.request(Rest.RUNS)
                .setHeader("Content-Type", "text/plain")
                .POST(HttpRequest.BodyPublishers.ofString("{}")));

        assertThat(rest.detail(response, 422)).contains("application/json");
    }

    @ParameterizedTest
    @CsvSource({"POST,/api/v2/version", "DELETE,/api/v2/dags", "PUT,/api/v2/dags", "POST,/dexaflow/v1/doctor",
            "GET,/dexaflow/v1/runs", "POST,/api/v2/importErrors", "OPTIONS,/api/v2/dags"})
    void otherMethodsAreNotAllowed(String method, String path) throws Exception {
        HttpResponse<String> response =
                rest.send(rest.request(path).method(method, HttpRequest.BodyPublishers.ofString("{}")));

        assertThat(rest.detail(response, 405)).startsWith("Method Not Allowed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/v2/nowhere", "/api/v2", "/api", "/api/v1/dags", "/dexaflow/v2/x", "/dexaflow",
            "/api/v2/dags/sales/nowhere", "/api/v2/dags/sales/dagRuns/r/taskInstances/t/nowhere",
            "/api/v2/monitor/nowhere", "/api/v2/importErrors/1/x", "/api/v2/assets", "/api/v2/version/x"})
    void anythingElseIsNotFoundInWords(String path) throws Exception {
        assertThat(rest.detail(rest.get(path), 404)).startsWith("Not Found");
    }

    @Test
    void bodyThatIsTooLongIsRefused() throws Exception {
        String body = "{\"note\": \"" + "x".repeat(10 * 1024 * 1024) + "\"}";

        assertThat(rest.detail(rest.post(Rest.RUNS, body), 413)).contains("10485760");
        HttpResponse<String> chunked = rest.send(rest.request(Rest.RUNS)
                .POST(HttpRequest.BodyPublishers
                        .ofInputStream(() -> new ByteArrayInputStream(body.getBytes()))));
        assertThat(chunked.statusCode()).isEqualTo(413);
    }

    @Test
    void headIsAnsweredWithoutABody() throws Exception {
        HttpResponse<String> response =
                rest.send(rest.request("/api/v2/dags").method("HEAD", HttpRequest.BodyPublishers.noBody()));

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEmpty();
    }

    @Test
    void storeThatIsAwayIs503WithoutItsWords() throws Exception {
        rest.readings.away = true;
        HttpResponse<String> response = rest.get("/api/v2/dags");

        assertThat(rest.detail(response, 503)).contains("database");
        assertThat(response.headers().firstValue("Retry-After")).isPresent();
    }

    @Test
    void partsThatAreMissingAnswer503AndHealthSaysUnhealthy(@TempDir Path other) throws Exception {
        Rest partial = new Rest(other, false);
        try {
            for (String path : new String[]{"/api/v2/dags", "/api/v2/dags/a/dagRuns/b/taskInstances/c/logs/1",
                    "/api/v2/importErrors", "/dexaflow/v1/doctor", "/dexaflow/v1/ladder"}) {
                assertThat(partial.detail(partial.get(path), 503)).contains("starting");
            }
            assertThat(partial.detail(partial.post("/dexaflow/v1/runs", "{}"), 503)).contains("starting");
            assertThat(partial.get("/api/v2/monitor/health", "HealthInfoResponse").at("/metadatabase/status").asText())
                    .isEqualTo("unhealthy");
            assertThat(partial.get("/api/v2/version", "VersionInfo").path("version").asText()).isEqualTo("0.1.0");
            assertThat(partial.send(partial.anonymous("/health/live").GET()).statusCode()).isEqualTo(200);
            assertThat(partial.send(partial.anonymous("/health/ready").GET()).statusCode()).isEqualTo(503);
            assertThat(partial.get("/api/v2/nowhere").statusCode()).isEqualTo(404);
        } finally {
            partial.close();
        }
    }
}
