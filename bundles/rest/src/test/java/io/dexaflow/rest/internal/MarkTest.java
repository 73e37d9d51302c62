// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dexaflow.model.RunState;
import io.dexaflow.model.TaskState;
import io.dexaflow.store.Readings.RunRow;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A user's verdict on a task instance, as Airflow's API has it (R19, R242). */
class MarkTest {

    private static final String TASK = Rest.RUNS + "/r1/taskInstances/load";

    @TempDir private Path home;

    private Rest rest;

    @BeforeEach
    void start() throws Exception {
        rest = new Rest(home, true);
        rest.readings.addDag("sales", MemoryReadings.VERSION);
        RunRow run = rest.readings.addRun("sales", "r1", RunState.RUNNING);
        rest.readings.addTask(run, "load", TaskState.RUNNING, 1);
    }

    @AfterEach
    void stop() throws Exception {
        rest.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"success", "failed", "skipped"})
    void verdictIsPassedOnAndTheInstanceAnswered(String state) throws Exception {
        JsonNode answer = rest.valid(rest.patch(TASK, "{\"new_state\": \"" + state + "\"}"), 200,
                "TaskInstanceCollectionResponse");

        assertThat(answer.path("total_entries").asInt()).isEqualTo(1);
        assertThat(answer.at("/task_instances/0/task_id").asText()).isEqualTo("load");
        assertThat(answer.at("/task_instances/0/dag_version/version_number").asInt()).isEqualTo(1);
        assertThat(rest.control.settled).containsExactly("sales r1 load " + TaskState.ofWire(state) + " admin");
    }

    @Test
    void defaultsOfTheSchemaAreTaken() throws Exception {
        rest.valid(rest.patch(TASK, "{\"new_state\": \"failed\", \"note\": null, \"include_upstream\": false,"
                + " \"include_downstream\": false, \"include_future\": false, \"include_past\": false}"), 200,
                "TaskInstanceCollectionResponse");

        assertThat(rest.control.settled).hasSize(1);
    }

    @Test
    void unmappedIndexIsTheSameInstance() throws Exception {
        rest.valid(rest.patch(TASK + "/-1", "{\"new_state\": \"failed\"}"), 200, "TaskInstanceCollectionResponse");

        assertThat(rest.control.settled).containsExactly("sales r1 load FAILED admin");
        assertThat(rest.patch(TASK + "/0", "{\"new_state\": \"failed\"}").statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "", "{\"new_state\": null}", "{\"new_state\": \"running\"}",
            "{\"new_state\": \"Success\"}", "{\"new_state\": 1}", "{\"note\": \"x\"}",
            "{\"new_state\": \"failed\", \"x\": 1}", "{\"new_state\": \"failed\", \"dry_run\": true}",
            "{\"new_state\": \"failed\", \"include_downstream\": true}"})
    void whatIsNoVerdictIs422(String body) throws Exception {
        assertThat(rest.detail(rest.patch(TASK, body), 422)).isNotEmpty();
        assertThat(rest.control.settled).isEmpty();
    }

    @Test
    void whatIsNotThereOrForbidsItIsSaid() throws Exception {
        rest.readings.addTask(rest.readings.runs.getFirst(), "done", TaskState.SUCCESS, 1);
        String body = "{\"new_state\": \"success\"}";

        assertThat(rest.detail(rest.patch(Rest.RUNS + "/r1/taskInstances/done", body), 409)).contains("done");
        assertThat(rest.detail(rest.patch(Rest.RUNS + "/r1/taskInstances/nothing", body), 404)).contains("nothing");
        assertThat(rest.patch(Rest.RUNS + "/nothing/taskInstances/load", body).statusCode()).isEqualTo(404);
    }
}
