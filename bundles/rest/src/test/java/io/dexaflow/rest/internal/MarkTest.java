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
            "{\"new_state\": \"Success\"}", "{\"new_state\": 1}", "{\"note\": 1}",
            "{\"new_state\": \"failed\", \"x\": 1}", "{\"new_state\": \"failed\", \"dry_run\": true}",
            "{\"new_state\": \"failed\", \"include_downstream\": 1}"})
    void whatIsNoVerdictIs422(String body) throws Exception {
        assertThat(rest.detail(rest.patch(TASK, body), 422)).isNotEmpty();
        assertThat(rest.control.settled).isEmpty();
    }

    @Test
    void whatIsNotThereIsSaidAndWhatIsSoAlreadyIsLeftAlone() throws Exception {
        rest.readings.addTask(rest.readings.runs.getFirst(), "done", TaskState.SUCCESS, 1);
        String body = "{\"new_state\": \"success\"}";

        assertThat(rest.valid(rest.patch(Rest.RUNS + "/r1/taskInstances/done", body), 200,
                "TaskInstanceCollectionResponse").path("total_entries").asInt()).isZero();
        assertThat(rest.detail(rest.patch(Rest.RUNS + "/r1/taskInstances/nothing", body), 404)).contains("nothing");
        assertThat(rest.patch(Rest.RUNS + "/nothing/taskInstances/load", body).statusCode()).isEqualTo(404);
        assertThat(rest.patch(TASK + "?map_index=3", body).statusCode()).isEqualTo(404);
        assertThat(rest.control.settled).isEmpty();
    }

    @Test
    void verdictReachesAsFarAsIsAsked() throws Exception {
        rest.valid(rest.patch(TASK, "{\"new_state\": \"failed\", \"include_upstream\": true, \"include_past\": true}"),
                200, "TaskInstanceCollectionResponse");

        assertThat(rest.control.settled).containsExactly("sales r1 load FAILED admin"
                + " Reach[upstream=true, downstream=false, future=false, past=true]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/-1"})
    void dryRunMarksNothing(String index) throws Exception {
        JsonNode answer = rest.valid(rest.patch(TASK + index + "/dry_run", "{\"new_state\": \"failed\"}"), 200,
                "TaskInstanceCollectionResponse");

        assertThat(answer.at("/task_instances/0/task_id").asText()).isEqualTo("load");
        assertThat(rest.control.settled).isEmpty();
        assertThat(rest.store.events).isEmpty();
    }

    @Test
    void notesAreWrittenAndTakenAway() throws Exception {
        rest.valid(rest.patch(TASK, "{\"note\": \"why\"}"), 200, "TaskInstanceCollectionResponse");
        rest.valid(rest.patch(TASK, "{\"note\": null}"), 200, "TaskInstanceCollectionResponse");
        rest.valid(rest.patch(TASK + "?update_mask=note", "{\"note\": \"x\", \"new_state\": \"failed\"}"), 200,
                "TaskInstanceCollectionResponse");
        rest.valid(rest.patch(Rest.RUNS + "/r1", "{\"note\": \"of the run\"}"), 200, "DAGRunResponse");

        assertThat(rest.control.notes).containsExactly("load why", "load null", "load x", "r1 of the run");
        assertThat(rest.control.settled).isEmpty();
        assertThat(rest.detail(rest.patch(TASK, "{\"note\": \"" + "x".repeat(1001) + "\"}"), 422)).contains("note");
    }

    @Test
    void auditSaysWhoDidWhat() throws Exception {
        rest.patch(TASK, "{\"new_state\": \"failed\"}");

        assertThat(rest.store.events).singleElement().satisfies(event -> {
            assertThat(event.event()).isEqualTo("patch_task_instance");
            assertThat(event.owner()).isEqualTo("admin");
            assertThat(event.taskId()).isEqualTo("load");
            assertThat(event.extraJson()).contains("\"before\":{\"state\":\"running\"");
        });
    }
}
