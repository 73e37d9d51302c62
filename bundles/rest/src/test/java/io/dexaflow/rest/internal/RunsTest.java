// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dexaflow.control.RunControl.TriggerRequest;
import io.dexaflow.model.RunState;
import io.dexaflow.model.TaskState;
import io.dexaflow.store.Condition.Attribute;
import io.dexaflow.store.Condition;
import io.dexaflow.store.Readings.RunRow;
import io.dexaflow.store.Readings.TaskRow;
import io.dexaflow.store.Readings.XComFilter;
import io.dexaflow.store.Readings.XComRow;
import io.dexaflow.store.TimeRange;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunsTest {

    private static final String RUNS = Rest.RUNS;

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
    void runIsTriggered() throws Exception {
        JsonNode run = rest.post(RUNS, "{\"dag_run_id\": \"mine\", \"logical_date\": \"2026-02-28T01:00:00+01:00\","
                + " \"conf\": {\"n\": 1.10, \"t\": \"é🙂\"}, \"note\": \"why\"}", "DAGRunResponse");

        assertThat(run.path("dag_run_id").asText()).isEqualTo("mine");
        assertThat(rest.control.triggered).containsExactly(new TriggerRequest("sales", "mine",
                Instant.parse("2026-02-28T00:00:00Z"), "{\"n\":1.10,\"t\":\"é🙂\"}", "why", "admin"));
    }

    @Test
    void emptyBodyFieldsAreNoFields() throws Exception {
        rest.post(RUNS, "{\"logical_date\": null, \"conf\": null, \"dag_run_id\": null, \"note\": null,"
                + " \"run_after\": null}", "DAGRunResponse");
        rest.post(RUNS, "{}", "DAGRunResponse");

        assertThat(rest.control.triggered)
                .allMatch(it -> it.equals(new TriggerRequest("sales", null, null, null, null, "admin")))
                .hasSize(2);
    }

    @Test
    void refusalsOfTheSchedulerHaveTheirStatus() throws Exception {
        rest.post(RUNS, "{\"dag_run_id\": \"mine\"}", "DAGRunResponse");

        assertThat(rest.detail(rest.post(RUNS, "{\"dag_run_id\": \"mine\"}"), 409)).contains("mine");
        assertThat(rest.detail(rest.post("/api/v2/dags/nothing/dagRuns", "{}"), 404)).contains("nothing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "nonsense", "{\"conf\": []}", "{\"conf\": \"x\"}", "{\"dag_run_id\": 1}",
            "{\"logical_date\": \"yesterday\"}", "{\"logical_date\": \"2026-01-01\"}",
            "{\"logical_date\": \"+999999999-01-01T00:00:00Z\"}", "{\"logical_date\": 1}", "{\"note\": {}}",
            "{\"nonsense\": 1}", "{\"data_interval_start\": \"2026-01-01T00:00:00Z\"}",
            "{\"run_after\": \"2026-01-01T00:00:00Z\"}", "{\"partition_key\": \"x\"}"})
    void badTriggerIs422(String body) throws Exception {
        assertThat(rest.detail(rest.post(RUNS, body), 422)).isNotEmpty();
        assertThat(rest.control.triggered).isEmpty();
    }

    @ParameterizedTest
    @DisplayName("D20: what the database cannot hold is refused with a message")
    @ValueSource(strings = {"{\"conf\": {\"x\": \"\\u0000\"}}", "{\"conf\": {\"a\": [{\"\\u0000\": 1}]}}",
            "{\"conf\": {\"x\": \"\\ud800\"}}", "{\"conf\": {\"x\": NaN}}", "{\"conf\": {\"x\": Infinity}}",
            "{\"conf\": {\"x\": 1e999999}}", "{\"conf\": {\"x\": 1e-999999}}", "{\"note\": \"a\\u0000b\"}",
            "{\"dag_run_id\": \"a\\u0000b\"}"})
    void d20_valuesThatTheDatabaseCannotHoldAreRefused(String body) throws Exception {
        assertThat(rest.detail(rest.post(RUNS, body), 422)).isNotEmpty();
        assertThat(rest.control.triggered).isEmpty();
    }

    @Test
    void deepConfIsRefusedAndNotFatal() throws Exception {
        String deep = "{\"conf\": {\"x\": " + "[".repeat(100_000) + "]".repeat(100_000) + "}}";

        assertThat(rest.detail(rest.post(RUNS, deep), 422)).isNotEmpty();
    }

    @Test
    void runIsShownAsAirflowShowsIt() throws Exception {
        rest.readings.addRun("sales", "r1", RunState.SUCCESS);
        JsonNode run = rest.get(RUNS + "/r1", "DAGRunResponse");

        assertThat(run.path("state").asText()).isEqualTo("success");
        assertThat(run.path("duration").asText()).isEqualTo("1.500000");
        assertThat(run.path("conf").toString()).isEqualTo("{\"a\":1.10}");
        assertThat(run.path("run_type").asText()).isEqualTo("manual");
        assertThat(run.path("logical_date").isNull()).isTrue();
        assertThat(run.path("start_date").asText()).isEqualTo("2026-03-01T10:00:00.123456Z");
        assertThat(run.at("/dag_versions/0/version_number").asInt()).isEqualTo(1);
        assertThat(rest.detail(rest.get(RUNS + "/nothing"), 404)).contains("nothing");
    }

    @Test
    void runsAreListedAndFiltered() throws Exception {
        rest.readings.addDag("other", null);
        rest.readings.addRun("sales", "r1", RunState.SUCCESS);
        rest.readings.addRun("sales", "r2", RunState.FAILED);
        rest.readings.addRun("sales", "r3", RunState.QUEUED);
        rest.readings.addRun("other", "r4", RunState.SUCCESS);

        assertThat(ids(RUNS)).containsExactly("r1", "r2", "r3");
        assertThat(ids(RUNS + "?state=success&state=failed")).containsExactly("r1", "r2");
        assertThat(ids(RUNS + "?run_type=scheduled")).isEmpty();
        assertThat(ids("/api/v2/dags/~/dagRuns?state=SUCCESS")).containsExactly("r1", "r4");
        assertThat(ids(RUNS + "?limit=1&offset=1&order_by=-start_date")).containsExactly("r2");
        assertThat(rest.get("/api/v2/dags/nothing/dagRuns").statusCode()).isEqualTo(404);
        assertThat(rest.get(RUNS + "?state=nonsense").statusCode()).isEqualTo(422);
    }

    @Test
    void usersVerdictIsPassedOn() throws Exception {
        rest.readings.addRun("sales", "r1", RunState.RUNNING);
        rest.readings.addRun("sales", "r2", RunState.SUCCESS);

        rest.valid(rest.patch(RUNS + "/r1", "{\"state\": \"failed\"}"), 200, "DAGRunResponse");
        rest.valid(rest.patch(RUNS + "/r1?update_mask=state", "{\"state\": \"success\"}"), 200, "DAGRunResponse");
        assertThat(rest.control.settled).containsExactly("sales r1 FAILED admin", "sales r1 SUCCESS admin");
        assertThat(rest.detail(rest.patch(RUNS + "/r2", "{\"state\": \"failed\"}"), 409)).contains("finished");
        assertThat(rest.patch(RUNS + "/nothing", "{\"state\": \"failed\"}").statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"state\": null}", "{\"state\": \"queued\"}", "{\"state\": \"running\"}",
            "{\"state\": 1}", "{\"note\": 1}", "{\"state\": \"failed\", \"x\": 1}"})
    void badVerdictIs422(String body) throws Exception {
        rest.readings.addRun("sales", "r1", RunState.RUNNING);

        assertThat(rest.detail(rest.patch(RUNS + "/r1", body), 422)).isNotEmpty();
        assertThat(rest.control.settled).isEmpty();
    }

    @Test
    void taskInstancesAreShownAsAirflowShowsThem() throws Exception {
        RunRow run = rest.readings.addRun("sales", "r1", RunState.RUNNING);
        rest.readings.addTask(run, "extract", TaskState.FAILED, 2);
        rest.readings.addTask(run, "load", TaskState.NONE, 1);
        JsonNode list = rest.get(RUNS + "/r1/taskInstances", "TaskInstanceCollectionResponse");
        JsonNode extract = rest.get(RUNS + "/r1/taskInstances/extract", "TaskInstanceResponse");

        assertThat(list.path("total_entries").asInt()).isEqualTo(2);
        assertThat(list.at("/task_instances/1/state").isNull()).isTrue();
        assertThat(extract.path("failure_reason").asText()).isEqualTo("exit code 7");
        assertThat(extract.path("exit_code").asInt()).isEqualTo(7);
        assertThat(extract.path("duration").asText()).isEqualTo("90.000000");
        assertThat(extract.path("map_index").asInt()).isEqualTo(-1);
        assertThat(extract.at("/dag_version/version_number").asInt()).isEqualTo(1);
        rest.get(RUNS + "/r1/taskInstances/extract/-1", "TaskInstanceResponse");
        assertThat(rest.get(RUNS + "/r1/taskInstances/extract/0").statusCode()).isEqualTo(404);
        assertThat(rest.get(RUNS + "/r1/taskInstances/nothing").statusCode()).isEqualTo(404);
        assertThat(rest.get(RUNS + "/nothing/taskInstances").statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({"state=none,1", "state=failed,1", "state=failed&state=no_status,2", "state=running,0"})
    void taskInstancesAreFilteredByState(String query, int rows) throws Exception {
        RunRow run = rest.readings.addRun("sales", "r1", RunState.RUNNING);
        rest.readings.addTask(run, "extract", TaskState.FAILED, 2);
        rest.readings.addTask(run, "load", TaskState.NONE, 1);

        assertThat(rest.get(RUNS + "/r1/taskInstances?" + query, "TaskInstanceCollectionResponse")
                .path("task_instances")).hasSize(rows);
    }

    @Test
    @DisplayName("D19: pages of a long list repeat nothing and lose nothing")
    void d19_pagesAreWhole() throws Exception {
        RunRow run = rest.readings.addRun("sales", "r1", RunState.RUNNING);
        for (int i = 0; i < 300; i++) {
            rest.readings.addTask(run, "t" + i, TaskState.RUNNING, 1);
        }
        Set<String> ids = new HashSet<>();
        for (int offset = 0; offset < 300; offset += 100) {
            JsonNode page = rest.get(RUNS + "/r1/taskInstances?limit=100&offset=" + offset,
                    "TaskInstanceCollectionResponse");
            ids.addAll(page.path("task_instances").findValuesAsText("task_id"));
            assertThat(page.path("total_entries").asInt()).isEqualTo(300);
        }

        assertThat(ids).hasSize(300);
        assertThat(rest.get(RUNS + "/r1/taskInstances?limit=0", null).path("task_instances")).isEmpty();
        assertThat(rest.get(RUNS + "/r1/taskInstances?limit=-1").statusCode()).isEqualTo(422);
        assertThat(rest.get(RUNS + "/r1/taskInstances?limit=100000", null).path("task_instances")).hasSize(300);
    }

    @Test
    void xcomEntriesAreListedWithoutAndFoundWithTheirValues() throws Exception {
        TaskRow task = rest.readings.addTask(rest.readings.addRun("sales", "r1", RunState.RUNNING), "extract",
                TaskState.SUCCESS, 1);
        rest.readings.xcoms.add(new XComRow("return_value", task.taskId(), MemoryReadings.TIME, "{\"n\":1.10}"));
        rest.readings.xcoms.add(new XComRow("a key/with", task.taskId(), MemoryReadings.TIME, "null"));
        String entries = RUNS + "/r1/taskInstances/extract/xcomEntries";
        JsonNode list = rest.get(entries, "XComCollectionResponse");

        assertThat(list.path("xcom_entries").findValuesAsText("key")).containsExactly("return_value", "a key/with");
        assertThat(list.at("/xcom_entries/0").has("value")).isFalse();
        assertThat(rest.get(entries + "/return_value", "XComResponseNative").path("value").toString())
                .isEqualTo("{\"n\":1.10}");
        assertThat(rest.get(entries + "/return_value?stringify=true", "XComResponseString").path("value").asText())
                .isEqualTo("{\"n\":1.10}");
        assertThat(rest.get(entries + "/nothing").statusCode()).isEqualTo(404);
        assertThat(rest.get(RUNS + "/r1/taskInstances/nothing/xcomEntries").statusCode()).isEqualTo(404);
        assertThat(rest.get(entries + "?map_index_filter=x").statusCode()).isEqualTo(422);
    }

    @Test
    void xcomEntriesAreFilteredAndListedAcrossRuns() throws Exception {
        rest.readings.addTask(rest.readings.addRun("sales", "r1", RunState.RUNNING), "extract", TaskState.SUCCESS, 1);
        rest.readings.xcoms.add(new XComRow("k", "extract", MemoryReadings.TIME, "1"));
        JsonNode list = rest.get("/api/v2/dags/~/dagRuns/~/taskInstances/~/xcomEntries?xcom_key_pattern=a%7Cb"
                + "&xcom_key=k&run_id_pattern=r&logical_date_lt=2026-01-01T00:00:00Z&map_index_filter=-1",
                "XComCollectionResponse");

        assertThat(list.path("xcom_entries").findValuesAsText("run_id")).containsExactly("r1");
        XComFilter filter = rest.readings.xcomFilters.getLast();
        assertThat(filter).extracting(XComFilter::dagId, XComFilter::dagRunId, XComFilter::taskId).containsOnlyNulls();
        assertThat(filter.conditions()).containsExactlyInAnyOrder(
                new Condition.Like(Attribute.XCOM_KEY, Set.of("%a%", "%b%")),
                new Condition.Like(Attribute.RUN_ID, Set.of("%r%")),
                new Condition.OneOf(Attribute.XCOM_KEY, Set.of("k")),
                new Condition.Within(Attribute.LOGICAL_DATE,
                        new TimeRange(null, Instant.parse("2026-01-01T00:00:00Z"))));
        rest.get("/api/v2/dags/~/dagRuns/~/taskInstances/~/xcomEntries?map_index_filter=3", "XComCollectionResponse");
        assertThat(rest.readings.xcomFilters.getLast().conditions())
                .containsExactly(new Condition.OneOf(Attribute.XCOM_KEY, Set.of()));
        assertThat(rest.get("/api/v2/dags/nobody/dagRuns/~/taskInstances/~/xcomEntries").statusCode()).isEqualTo(404);
    }

    private List<String> ids(String path) throws Exception {
        return rest.get(path, "DAGRunCollectionResponse").path("dag_runs").findValuesAsText("dag_run_id");
    }
}
