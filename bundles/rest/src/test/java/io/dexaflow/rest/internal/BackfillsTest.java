// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dexaflow.schedule.ScheduledRun;
import io.dexaflow.store.EventLedger.EventRow;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Backfills of the DAG {@code sales}, which runs daily at five in London; it is ten o'clock on the first of March. */
class BackfillsTest {

    private static final String BACKFILLS = "/api/v2/backfills";
    private static final String RANGE =
            "\"dag_id\": \"sales\", \"from_date\": \"2026-02-26T05:00:00Z\", \"to_date\": \"2026-02-28T05:00:00Z\"";

    @TempDir Path home;
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
    void bothBoundsAreLogicalDatesAndTheDefaultsAreAirflows() throws Exception {
        JsonNode made = rest.post(BACKFILLS, "{" + RANGE + ", \"dag_run_conf\": {\"a\": 1}}", "BackfillResponse");

        assertThat(made.path("max_active_runs").asInt()).isEqualTo(10);
        assertThat(made.path("reprocess_behavior").asText()).isEqualTo("none");
        assertThat(made.path("dag_run_conf").toString()).isEqualTo("{\"a\":1}");
        assertThat(rest.backfills.runs).extracting(ScheduledRun::logicalDate)
                .containsExactly(day(26), day(27), day(28));
        assertThat(rest.store.events).extracting(EventRow::event).containsExactly("create_backfill");
        assertThat(rest.get(BACKFILLS + "?dag_id=sales", "BackfillCollectionResponse").at("/backfills/0"))
                .isEqualTo(made);
        assertThat(rest.get(BACKFILLS + "?dag_id=other", "BackfillCollectionResponse").path("total_entries").asInt())
                .isZero();
        assertThat(rest.get(BACKFILLS + "/1", "BackfillResponse")).isEqualTo(made);
        assertThat(rest.detail(rest.post(BACKFILLS, "{" + RANGE + "}"), 409)).contains("already a running backfill");
    }

    @Test
    void dryRunSaysWhatWouldBeMadeInItsOrderAndMakesNothing() throws Exception {
        rest.backfills.taken.add(day(27));

        JsonNode dry = rest.post(BACKFILLS + "/dry_run", "{" + RANGE + ", \"run_backwards\": true}",
                "DryRunBackfillCollectionResponse");

        assertThat(dry.path("backfills").findValuesAsText("logical_date"))
                .containsExactly("2026-02-28T05:00:00Z", "2026-02-26T05:00:00Z");
        assertThat(rest.backfills.backfills).isEmpty();
        assertThat(rest.store.events).isEmpty();
    }

    @Test
    void backfillIsPausedGoesOnAndIsCancelledOnce() throws Exception {
        rest.post(BACKFILLS, "{" + RANGE + "}");

        assertThat(put("/1/pause", 200, "BackfillResponse").path("is_paused").asBoolean()).isTrue();
        assertThat(put("/1/unpause", 200, "BackfillResponse").path("is_paused").asBoolean()).isFalse();
        assertThat(put("/1/cancel", 200, "BackfillResponse").path("completed_at").isNull()).isFalse();
        for (String verb : new String[]{"pause", "unpause", "cancel"}) {
            put("/1/" + verb, 409, "HTTPExceptionResponse");
            put("/2/" + verb, 404, "HTTPExceptionResponse");
        }
        assertThat(rest.get(BACKFILLS + "/2").statusCode()).isEqualTo(404);
        assertThat(rest.get(BACKFILLS + "/x").statusCode()).isEqualTo(422);
        assertThat(rest.get(BACKFILLS).statusCode()).isEqualTo(422);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "{\"dag_id\": \"sales\", \"from_date\": \"2026-02-26T05:00:00Z\"} | 422 | to_date",
            "{\"dag_id\": \"sales\", \"from_date\": \"2026-02-26T05:00:00Z\", \"to_date\": \"2026-02-25T05:00:00Z\"} | 422 | before",
            "{\"dag_id\": \"sales\", \"from_date\": \"2027-02-26T05:00:00Z\", \"to_date\": \"2027-02-27T05:00:00Z\"} | 422 | future",
            "{\"dag_id\": \"sales\", \"from_date\": \"1926-02-26T05:00:00Z\", \"to_date\": \"2026-02-27T05:00:00Z\"} | 422 | 10000",
            "{\"dag_id\": \"gone\", \"from_date\": \"2026-02-26T05:00:00Z\", \"to_date\": \"2026-02-27T05:00:00Z\"} | 404 | gone",
            "{\"x\": 1} | 422 | x", "{RANGE, \"max_active_runs\": 0} | 422 | 1 or more",
            "{RANGE, \"reprocess_behavior\": \"all\"} | 422 | completed",
            "{RANGE, \"run_on_latest_version\": false} | 422 | newest"})
    void whatCannotBeIsRefusedWithWords(String body, int status, String words) throws Exception {
        for (String path : new String[]{BACKFILLS, BACKFILLS + "/dry_run"}) {
            assertThat(rest.detail(rest.post(path, body.replace("RANGE", RANGE)), status)).contains(words);
        }
        assertThat(rest.backfills.backfills).isEmpty();
    }

    private JsonNode put(String path, int status, String schema) throws Exception {
        HttpResponse<String> answer =
                rest.send(rest.request(BACKFILLS + path).PUT(HttpRequest.BodyPublishers.noBody()));
        return rest.valid(answer, status, schema);
    }

    private static Instant day(int day) {
        return Instant.parse("2026-02-" + day + "T05:00:00Z");
    }
}
