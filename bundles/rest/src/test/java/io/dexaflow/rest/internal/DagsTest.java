// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dexaflow.model.RunState;
import io.dexaflow.store.DagCatalog.DagQuery;
import io.dexaflow.store.DagCatalog.Runs;
import io.dexaflow.store.DagCatalog.Tags;
import io.dexaflow.store.Readings.ImportErrorRow;
import io.dexaflow.store.TimeRange;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DagsTest {

    private static final String DAGS = "/api/v2/dags";
    private static final String SALES = DAGS + "/sales";

    @TempDir private Path home;

    private Rest rest;

    @BeforeEach
    void start() throws Exception {
        rest = new Rest(home, true);
        rest.readings.addDag("sales", MemoryReadings.VERSION);
        rest.readings.addDag("other", null);
    }

    @AfterEach
    void stop() throws Exception {
        rest.close();
    }

    @Test
    void dagsAreListed() throws Exception {
        rest.readings.errors.add(new ImportErrorRow(5, MemoryReadings.TIME, "/dags/team/sales.yaml", "broken"));
        JsonNode list = rest.get(DAGS, "DAGCollectionResponse");
        JsonNode sales = list.at("/dags/0");

        assertThat(list.path("total_entries").asInt()).isEqualTo(2);
        assertThat(sales.path("dag_id").asText()).isEqualTo("sales");
        assertThat(sales.path("description").asText()).isEqualTo("Loads");
        assertThat(sales.path("timetable_summary").asText()).isEqualTo("0 5 * * *");
        assertThat(sales.path("relative_fileloc").asText()).isEqualTo("team/sales.yaml");
        assertThat(sales.path("has_import_errors").asBoolean()).isTrue();
        assertThat(sales.path("tags").findValuesAsText("name")).containsExactly("a", "b");
        assertThat(list.at("/dags/1/has_import_errors").asBoolean(true)).isFalse();
        assertThat(list.at("/dags/1/timetable_summary").isNull()).isTrue();
    }

    @Test
    void filtersReachTheStore() throws Exception {
        rest.get(DAGS + "?dag_id_pattern=sal&paused=false&exclude_stale=false&tags=a&tags=b&tags_match_mode=all"
                + "&has_import_errors=true&last_dag_run_state=failed&dag_run_state=running&dag_display_name_pattern=x%7Cy"
                + "&dag_run_start_date_gte=2026-01-01T00:00:00Z&dag_run_end_date_lte=2026-01-02T00:00:00Z",
                "DAGCollectionResponse");
        rest.get(DAGS + "?dag_id_pattern=~", "DAGCollectionResponse");

        assertThat(rest.catalog.queries)
                .containsExactly(new DagQuery(List.of("%sal%"), List.of("%x%", "%y%"), false, true,
                        true, new Tags(Set.of("a", "b"), true),
                        new Runs(RunState.FAILED, Set.of(RunState.RUNNING),
                                new TimeRange(Instant.parse("2026-01-01T00:00:00Z"), null),
                                new TimeRange(null, Instant.parse("2026-01-02T00:00:00.000001Z")))),
                        DagQuery.ALL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"owners=me", "bundle_name=x", "bundle_version=x", "has_asset_schedule=true",
            "asset_dependency=x", "is_favorite=true"})
    void whatNoDagHasIsOnNoDag(String query) throws Exception {
        assertThat(rest.get(DAGS + "?" + query, "DAGCollectionResponse").path("total_entries").asInt()).isZero();
    }

    @Test
    void nextRunIsTold() throws Exception {
        JsonNode sales = rest.get(SALES, "DAGResponse");
        assertThat(sales.path("next_dagrun_logical_date").asText()).isEqualTo("2026-03-02T05:00:00Z");
        assertThat(sales.path("next_dagrun_run_after").asText()).isEqualTo("2026-03-03T05:00:00Z");
        assertThat(rest.get(DAGS + "/other", "DAGResponse").path("next_dagrun_run_after").isNull()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"limit=0,0", "limit=1,1", "limit=100000,2", "limit=99999999999,2", "offset=1,1", "offset=5,0",
            "order_by=-dag_id,2", "limit=1&offset=1,1", "unknown=1,2"})
    void pagesAreAsWanted(String query, int rows) throws Exception {
        JsonNode list = rest.get(DAGS + "?" + query, "DAGCollectionResponse");

        assertThat(list.path("dags")).hasSize(rows);
        assertThat(list.path("total_entries").asInt()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"limit=-1", "offset=-1", "limit=x", "limit=1.5", "limit=", "paused=maybe",
            "limit=-99999999999", "tags_match_mode=some", "last_dag_run_state=x",
            "dag_run_start_date_gte=yesterday"})
    void badQueryIs422(String query) throws Exception {
        assertThat(rest.detail(rest.get(DAGS + "?" + query), 422)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"order_by=nonsense", "timetable_type=x"})
    void whatIsNotHeededIsRefused(String query) throws Exception {
        assertThat(rest.detail(rest.get(DAGS + "?" + query), 400)).isNotEmpty();
    }

    @Test
    void dagIsFoundOrNot() throws Exception {
        assertThat(rest.get(SALES, "DAGResponse").path("dag_id").asText()).isEqualTo("sales");
        assertThat(rest.get(DAGS + "/other", "DAGResponse").path("dag_id").asText()).isEqualTo("other");
        assertThat(rest.detail(rest.get(DAGS + "/nothing"), 404)).contains("nothing");
    }

    @Test
    void detailsTellTheRest() throws Exception {
        rest.readings.addRun("sales", "r1", RunState.RUNNING);
        rest.readings.addRun("sales", "r2", RunState.SUCCESS);
        rest.readings.addRun("other", "r3", RunState.RUNNING);
        JsonNode details = rest.get(SALES + "/details", "DAGDetailsResponse");

        assertThat(details.path("active_runs_count").asInt()).isEqualTo(1);
        assertThat(details.path("timezone").asText()).isEqualTo("Europe/London");
        assertThat(details.at("/params/region/value").asText()).isEqualTo("emea");
        assertThat(details.at("/latest_dag_version/version_number").asInt()).isEqualTo(1);
        rest.get(DAGS + "/other/details", "DAGDetailsResponse");
    }

    @Test
    void dagIsPausedAndUnpaused() throws Exception {
        assertThat(rest.valid(rest.patch(SALES, "{\"is_paused\": true}"), 200, "DAGResponse")
                .path("is_paused")
                .asBoolean()).isTrue();
        assertThat(rest.valid(rest.patch(SALES + "?update_mask=is_paused", "{\"is_paused\": false}"), 200,
                "DAGResponse").path("is_paused").asBoolean(true)).isFalse();
        assertThat(rest.patch(DAGS + "/nothing", "{\"is_paused\": true}").statusCode()).isEqualTo(404);
        assertThat(rest.patch(SALES + "?update_mask=owners", "{\"is_paused\": true}").statusCode()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{}", "{\"is_paused\": null}", "{\"is_paused\": \"yes\"}", "{\"is_paused\": true, \"x\": 1}",
                    "[]", "", "nonsense", "{\"is_paused\": true} x", "null", "1"})
    void badPatchIs422(String body) throws Exception {
        assertThat(rest.detail(rest.patch(SALES, body), 422)).isNotEmpty();
    }

    @Test
    void tasksAreListedByIdAndFound() throws Exception {
        JsonNode list = rest.get(SALES + "/tasks", "TaskCollectionResponse");
        JsonNode load = rest.get(SALES + "/tasks/load", "TaskResponse");

        assertThat(list.path("tasks").findValuesAsText("task_id")).containsExactly("extract", "load");
        assertThat(list.at("/tasks/0/downstream_task_ids").toString()).isEqualTo("[\"load\"]");
        assertThat(load.path("retry_delay").toString())
                .isEqualTo("{\"__type\":\"TimeDelta\",\"days\":0,\"seconds\":1,\"microseconds\":500000}");
        assertThat(load.path("execution_timeout").toString())
                .isEqualTo("{\"__type\":\"TimeDelta\",\"days\":1,\"seconds\":3600,\"microseconds\":0}");
        assertThat(rest.get(SALES + "/tasks?order_by=-task_id", "TaskCollectionResponse")
                .at("/tasks/0/task_id")
                .asText()).isEqualTo("load");
        assertThat(rest.get(SALES + "/tasks?order_by=ui_color").statusCode()).isEqualTo(400);
        assertThat(rest.get(SALES + "/tasks/nothing").statusCode()).isEqualTo(404);
        assertThat(rest.get(DAGS + "/nothing/tasks").statusCode()).isEqualTo(404);
        assertThat(rest.get(DAGS + "/other/tasks", "TaskCollectionResponse").path("total_entries").asInt()).isZero();
    }

    @Test
    void versionThatIsGoneLeavesTheDagReadable() throws Exception {
        rest.readings.addDag("gone", new UUID(9, 9));

        rest.get(DAGS + "/gone", "DAGResponse");
        rest.get(DAGS + "/gone/details", "DAGDetailsResponse");
    }

    @Test
    void importErrorsAreListed() throws Exception {
        rest.readings.errors.add(new ImportErrorRow(5, MemoryReadings.TIME, "/dags/a.yaml", "a.yaml:1: bad"));
        JsonNode list = rest.get("/api/v2/importErrors?limit=10", "ImportErrorCollectionResponse");

        assertThat(list.at("/import_errors/0/stack_trace").asText()).isEqualTo("a.yaml:1: bad");
        assertThat(rest.get("/api/v2/importErrors?order_by=nonsense").statusCode()).isEqualTo(400);
        assertThat(rest.get("/api/v2/importErrors?filename_pattern=b", "ImportErrorCollectionResponse")
                .path("total_entries")
                .asInt()).isZero();
        assertThat(rest.get("/api/v2/importErrors/5", "ImportErrorResponse")).isEqualTo(list.at("/import_errors/0"));
        assertThat(rest.get("/api/v2/importErrors/6").statusCode()).isEqualTo(404);
    }
}
