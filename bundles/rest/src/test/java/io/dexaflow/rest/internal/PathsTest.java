// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** D18: ids in paths either work completely or are refused, and nothing makes the host fail. */
class PathsTest {

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

    @ParameterizedTest
    @DisplayName("D18: a run with this id is created and found again by its encoded path")
    @ValueSource(strings = {"a+b:c~d", "🙂", "manual__2026-03-01T10:00:00+00:00", "a b", "a?b", "a#b", "a;b=c", "a&b=c",
            "ünïcödé", "...", "a..b", "{x}", "[x]", "a|b", "\"'<>", "-1", "日本語", "a,b@c!$*()"})
    void d18_runIdWorksCompletely(String id) throws Exception {
        rest.post(Rest.RUNS, body(id), "DAGRunResponse");

        assertThat(rest.get(Rest.RUNS + "/" + encoded(id), "DAGRunResponse").path("dag_run_id").asText()).isEqualTo(id);
        assertThat(rest.get(Rest.RUNS + "/" + encoded(id) + "/taskInstances", "TaskInstanceCollectionResponse")
                .path("total_entries")
                .asInt()).isZero();
    }

    @Test
    void plusIsAPlusInAPathAndASpaceInAQuery() throws Exception {
        rest.post(Rest.RUNS, body("a+b:c~d"), "DAGRunResponse");

        assertThat(rest.get(Rest.RUNS + "/a+b:c~d").statusCode()).isEqualTo(200);
        rest.get("/api/v2/dags?dag_id_pattern=a+b%2B%C3%A9");
        assertThat(rest.catalog.queries.getLast().patterns().getFirst()).isEqualTo("%a b+é%");
    }

    @ParameterizedTest
    @DisplayName("D18: an id that no path can carry is refused with 422")
    @ValueSource(strings = {"", "a/b", "a%2Fb", "..", ".", "~", "a\\b", "a\nb", "a\u0000b", "a\u007fb", "a\u0085b",
            "a\u2028b", " a", "a ", "%"})
    void d18_runIdIsRefused(String id) throws Exception {
        assertThat(rest.detail(rest.post(Rest.RUNS, body(id)), 422)).isNotEmpty();
        assertThat(rest.control.triggered).isEmpty();
    }

    @Test
    void longestRunIdHas250Characters() throws Exception {
        String longest = "x".repeat(250);
        rest.post(Rest.RUNS, body(longest), "DAGRunResponse");

        assertThat(rest.get(Rest.RUNS + "/" + longest).statusCode()).isEqualTo(200);
        assertThat(rest.post(Rest.RUNS, body("x".repeat(251))).statusCode()).isEqualTo(422);
        assertThat(rest.post(Rest.RUNS, body("x".repeat(300))).statusCode()).isEqualTo(422);
    }

    @ParameterizedTest
    @DisplayName("D18: no path makes the host fail")
    @ValueSource(strings = {"a/b", "a%2Fb", "a%252Fb", "..", "%2e%2e", "../..", "%", "%zz", "%ff", "%00", "%C2%85",
            "a%5Cb", "a\\b", "//", "a//b", ";", "a;b/c", "%ED%A0%80", "%C0%AF", "%F0%9F%98%80",
            "?limit=%zz", "?limit=%ff", "?a=b&&=&x", "?%00=1"})
    void d18_noPathMakesTheHostFail(String tail) throws Exception {
        for (String base : new String[]{Rest.RUNS + "/", "/api/v2/dags/", "/api/v2/", "/dexaflow/v1/", "/health/",
                "/api/v2/dags/sales/tasks/"}) {
            assertThat(rest.raw("GET " + base + tail + " HTTP/1.1", "Host: localhost",
                    "Authorization: Bearer " + rest.token)).isBetween(200, 499);
        }
    }

    @Test
    void pathOf300CharactersIsNotFound() throws Exception {
        assertThat(rest.get(Rest.RUNS + "/" + "x".repeat(300)).statusCode()).isEqualTo(404);
    }

    @Test
    void climbingPathReachesNothing() throws Exception {
        HttpResponse<String> response = rest.send(rest.anonymous("/api/v2/version").GET());
        assertThat(response.statusCode()).isEqualTo(200);

        assertThat(rest.raw("GET /api/v2/version/../dags HTTP/1.1", "Host: localhost")).isIn(401, 404);
        assertThat(rest.raw("GET /api/v2/monitor/../dags HTTP/1.1", "Host: localhost")).isIn(401, 404);
        assertThat(rest.raw("GET /health/../api/v2/dags HTTP/1.1", "Host: localhost")).isIn(401, 404);
    }

    private static String body(String id) {
        return JsonNodeFactory.instance.objectNode().put("dag_run_id", id).toString();
    }

    private static String encoded(String id) {
        return URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
