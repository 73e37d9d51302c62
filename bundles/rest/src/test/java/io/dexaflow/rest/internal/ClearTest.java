// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dexaflow.control.RunControl.ClearRequest;
import io.dexaflow.control.TaskSelection;
import io.dexaflow.control.TaskSelection.Reach;
import io.dexaflow.model.RunState;
import io.dexaflow.model.TaskState;
import io.dexaflow.store.Readings.RunRow;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clearing and deleting, as Airflow's API has it (R241). */
class ClearTest {

    private static final String CLEAR = "/api/v2/dags/sales/clearTaskInstances";
    private static final Set<TaskState> FAILED =
            Set.of(TaskState.FAILED, TaskState.UPSTREAM_FAILED, TaskState.UP_FOR_RETRY);

    @TempDir private Path home;

    private Rest rest;

    @BeforeEach
    void start() throws Exception {
        rest = new Rest(home, true);
        rest.readings.addDag("sales", MemoryReadings.VERSION);
        RunRow run = rest.readings.addRun("sales", "r1", RunState.FAILED);
        rest.readings.addTask(run, "extract", TaskState.SUCCESS, 1);
        rest.readings.addTask(run, "load", TaskState.FAILED, 1);
    }

    @AfterEach
    void stop() throws Exception {
        rest.close();
    }

    @Test
    void defaultsAreAirflows() throws Exception {
        JsonNode answer = rest.post(CLEAR, "{}", "TaskInstanceCollectionResponse");

        assertThat(answer.at("/task_instances").findValuesAsText("task_id")).containsExactly("load");
        assertThat(rest.control.cleared).containsExactly(new ClearRequest(
                new TaskSelection("sales", null, Set.of(), Reach.NONE, null, null), FAILED, true, true, "admin"));
        assertThat(rest.store.events).isEmpty();
    }

    @Test
    void allThatIsAskedForIsPassedOn() throws Exception {
        rest.post(CLEAR, """
                {"dry_run": false, "task_ids": ["load", ["extract", -1]], "dag_run_id": "r1", "only_failed": false,
                 "include_upstream": true, "include_downstream": true, "include_future": true, "include_past": true,
                 "reset_dag_runs": false}""", "TaskInstanceCollectionResponse");
        rest.post(CLEAR, """
                {"only_failed": false, "only_running": true, "start_date": "2026-01-01T00:00:00Z",
                 "end_date": "2026-01-02T00:00:00Z"}""", "TaskInstanceCollectionResponse");

        assertThat(rest.control.cleared).containsExactly(
                new ClearRequest(new TaskSelection("sales", "r1", Set.of("load", "extract"),
                        new Reach(true, true, true, true), null, null), Set.of(), false, false, "admin"),
                new ClearRequest(new TaskSelection("sales", null, Set.of(), Reach.NONE,
                        Instant.parse("2026-01-01T00:00:00Z"), Instant.parse("2026-01-02T00:00:00Z")),
                        Set.of(TaskState.RUNNING), true, true, "admin"));
        assertThat(rest.store.events).singleElement()
                .satisfies(event -> assertThat(event.event()).isEqualTo("post_clear_task_instances"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{\"dry_run\": 1}", "{\"task_ids\": []}", "{\"task_ids\": [1]}",
            "{\"task_ids\": \"load\"}", "{\"only_running\": true}", "{\"nonsense\": 1}",
            "{\"dag_run_id\": \"r1\", \"start_date\": \"2026-01-01T00:00:00Z\"}", "{\"include_past\": true}",
            "{\"start_date\": \"2026-01-02T00:00:00Z\", \"end_date\": \"2026-01-01T00:00:00Z\"}",
            "{\"start_date\": \"yesterday\"}", "{\"run_on_latest_version\": true}"})
    void whatMakesNoSenseIs422(String body) throws Exception {
        assertThat(rest.detail(rest.post(CLEAR, body), 422)).isNotEmpty();
        assertThat(rest.control.cleared).isEmpty();
    }

    @Test
    void whatIsNotThereIs404() throws Exception {
        assertThat(rest.detail(rest.post(CLEAR, "{\"task_ids\": [\"nothing\"]}"), 404)).contains("nothing");
        assertThat(rest.detail(rest.post(CLEAR, "{\"task_ids\": [[\"load\", 2]]}"), 404)).contains("2");
        assertThat(rest.post("/api/v2/dags/nothing/clearTaskInstances", "{}").statusCode()).isEqualTo(404);
        assertThat(rest.post(Rest.RUNS + "/nothing/clear", "{}").statusCode()).isEqualTo(404);
    }

    @Test
    void aRunningTaskCanBeSpared() throws Exception {
        rest.readings.addTask(rest.readings.runs.getFirst(), "live", TaskState.RUNNING, 1);
        String body = "{\"only_failed\": false, \"dry_run\": false, \"prevent_running_task\": true}";

        assertThat(rest.detail(rest.post(CLEAR, body), 409)).contains("live");
        assertThat(rest.control.cleared).allMatch(ClearRequest::dryRun);
    }

    @Test
    void aRunIsClearedAndAnswered() throws Exception {
        JsonNode dry = rest.post(Rest.RUNS + "/r1/clear", "{}", "TaskInstanceCollectionResponse");
        JsonNode run = rest.post(Rest.RUNS + "/r1/clear", "{\"dry_run\": false, \"only_failed\": true}",
                "DAGRunResponse");

        assertThat(dry.path("total_entries").asInt()).isEqualTo(2);
        assertThat(run.path("dag_run_id").asText()).isEqualTo("r1");
        assertThat(rest.control.cleared).extracting(ClearRequest::states).containsExactly(Set.of(), FAILED);
        assertThat(rest.store.events).extracting(event -> event.event() + " " + event.extraJson())
                .containsExactly("clear_dag_run {\"before\":null,\"after\":{\"cleared\":1,\"task_ids\":[\"load\"]}}");
    }

    @Test
    void aFinishedRunIsDeleted() throws Exception {
        rest.readings.addRun("sales", "live", RunState.RUNNING);

        assertThat(rest.detail(rest.delete(Rest.RUNS + "/live"), 409)).contains("live");
        assertThat(rest.delete(Rest.RUNS + "/r1").statusCode()).isEqualTo(204);
        assertThat(rest.delete(Rest.RUNS + "/r1").statusCode()).isEqualTo(404);
        assertThat(rest.store.events).singleElement()
                .satisfies(event -> assertThat(event.event()).isEqualTo("delete_dag_run"));
    }
}
