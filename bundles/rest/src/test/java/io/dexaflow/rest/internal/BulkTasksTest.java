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

/** Verdicts and notes on several task instances at once, as Airflow's API has it. */
class BulkTasksTest {

    private static final String INSTANCES = Rest.RUNS + "/r1/taskInstances";
    private static final String EVERYWHERE = "/api/v2/dags/~/dagRuns/~/taskInstances";

    @TempDir private Path home;

    private Rest rest;

    @BeforeEach
    void start() throws Exception {
        rest = new Rest(home, true);
        rest.readings.addDag("sales", MemoryReadings.VERSION);
        RunRow run = rest.readings.addRun("sales", "r1", RunState.RUNNING);
        rest.readings.addTask(run, "extract", TaskState.RUNNING, 1);
        rest.readings.addTask(run, "load", TaskState.RUNNING, 1);
    }

    @AfterEach
    void stop() throws Exception {
        rest.close();
    }

    private JsonNode bulk(String path, String action) throws Exception {
        return rest.valid(rest.patch(path, "{\"actions\": [" + action + "]}"), 200, "BulkResponse");
    }

    private static String update(String entities, String more) {
        return "{\"action\": \"update\", \"entities\": [" + entities + "]" + more + "}";
    }

    private static String entity(String taskId, String more) {
        return "{\"task_id\": \"" + taskId + "\", " + more + "}";
    }

    @Test
    void eachEntityGetsItsOwnVerdict() throws Exception {
        JsonNode answer = bulk(INSTANCES, update(entity("extract", "\"new_state\": \"success\"") + ", "
                + entity("load", "\"new_state\": \"failed\", \"map_index\": -1, \"note\": \"why\""), ""));

        assertThat(answer.at("/update/success")).extracting(JsonNode::asText)
                .containsExactly("sales.r1.extract[-1]", "sales.r1.load[-1]");
        assertThat(answer.at("/update/errors")).isEmpty();
        assertThat(rest.control.settled).containsExactly("sales r1 extract SUCCESS admin",
                "sales r1 load FAILED admin");
        assertThat(rest.control.notes).containsExactly("load why");
        assertThat(rest.store.events).extracting(event -> event.event() + " " + event.taskId())
                .containsExactly("patch_task_instance extract", "patch_task_instance load");
    }

    @Test
    void unknownOneFailsItsActionWholeOrIsSkipped() throws Exception {
        String entities = entity("load", "\"new_state\": \"failed\"") + ", "
                + entity("nothing", "\"new_state\": \"failed\"");
        JsonNode failed = bulk(INSTANCES, update(entities, ""));

        assertThat(failed.at("/update/errors/0/status_code").asInt()).isEqualTo(404);
        assertThat(failed.at("/update/errors/0/error").asText()).contains("nothing").doesNotContain("load");
        assertThat(rest.control.settled).isEmpty();

        JsonNode skipped = bulk(INSTANCES, update(entities, ", \"action_on_non_existence\": \"skip\""));
        assertThat(skipped.at("/update/success")).extracting(JsonNode::asText).containsExactly("sales.r1.load[-1]");
        assertThat(rest.control.settled).containsExactly("sales r1 load FAILED admin");
    }

    @Test
    void wildcardsLeaveItToTheBodyAndMasksToTheirFields() throws Exception {
        bulk(EVERYWHERE, update(entity("load", "\"dag_id\": \"sales\", \"dag_run_id\": \"r1\","
                + " \"new_state\": \"failed\", \"note\": \"x\""), ", \"update_mask\": [\"note\"]"));

        assertThat(rest.control.settled).isEmpty();
        assertThat(rest.control.notes).containsExactly("load x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"create", "delete"})
    void taskInstancesAreNeitherMadeNorTakenAway(String action) throws Exception {
        String entity = entity("load", "\"new_state\": \"failed\"");
        JsonNode answer = bulk(INSTANCES, "{\"action\": \"" + action + "\", \"entities\": [" + entity + "]}");

        assertThat(answer.at("/" + action + "/errors/0/status_code").asInt()).isEqualTo(405);
        assertThat(answer.at("/" + action + "/success")).isEmpty();
        assertThat(rest.control.settled).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"new_state\": \"running\"", "\"x\": 1", "\"note\": 1", "\"map_index\": -1",
            "\"new_state\": \"failed\", \"dag_id\": \"other\""})
    void nothingIsDoneWhenOneEntityIsWrong(String wrong) throws Exception {
        String body = "{\"actions\": [" + update(entity("extract", "\"new_state\": \"failed\"") + ", "
                + entity("load", wrong), "") + "]}";

        assertThat(rest.detail(rest.patch(INSTANCES, body), 422)).isNotEmpty();
        assertThat(rest.control.settled).isEmpty();
    }

    @Test
    void bodyOfAWildcardPathMustSayWhich() throws Exception {
        String body = "{\"actions\": [" + update(entity("load", "\"new_state\": \"failed\""), "") + "]}";

        assertThat(rest.detail(rest.patch(EVERYWHERE, body), 422)).contains("dag_id");
    }
}
