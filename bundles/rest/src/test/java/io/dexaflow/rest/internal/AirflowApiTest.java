// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.itest.support.AirflowApi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The judge of all the others' answers. */
class AirflowApiTest {

    private static final String JSON = "application/json";

    @ParameterizedTest
    @CsvSource(delimiter = '|',
            textBlock = """
                    GET    | /api/v2/version              | 200 | {"version": "1", "git_version": null}
                    GET    | /api/v2/pools/a%20b?x=1      | 404 | {"detail": "no"}
                    GET    | /api/v2/pools                | 503 | {"detail": "not now"}
                    GET    | /api/v2/nowhere              | 404 | {"detail": "no"}
                    GET    | /api/v2/eventLogs            | 422 | {"detail": [{"type": "x", "loc": ["query", "limit"], "msg": "m"}]}
                    """)
    void goodAnswersHaveNoFault(String method, String path, int status, String body) {
        assertThat(AirflowApi.faults(method, path, status, JSON, body)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET    | /api/v2/version              | 200 | {"version": null}
            GET    | /api/v2/version              | 200 | {}
            GET    | /api/v2/version              | 200 | nonsense
            GET    | /api/v2/version              | 201 | {"version": "1"}
            GET    | /api/v2/nowhere              | 200 | {}
            POST   | /api/v2/version              | 200 | {"version": "1"}
            GET    | /api/v2/pools                | 503 | {"error": "not now"}
            GET    | /api/v2/eventLogs/1          | 200 | {"event_log_id": 1, "event": "x", "when": "yesterday"}
            """)
    void otherAnswersHave(String method, String path, int status, String body) {
        assertThat(AirflowApi.faults(method, path, status, JSON, body)).isNotEmpty();
    }

    @Test
    void bodyAndTypeAreTheDocuments() {
        assertThat(AirflowApi.faults("DELETE", "/api/v2/pools/a", 204, null, "")).isEmpty();
        assertThat(AirflowApi.faults("DELETE", "/api/v2/pools/a", 204, JSON, "{}")).isNotEmpty();
        assertThat(AirflowApi.faults("GET", "/api/v2/version", 200, "text/html", "{\"version\": \"1\"}")).isNotEmpty();
    }
}
