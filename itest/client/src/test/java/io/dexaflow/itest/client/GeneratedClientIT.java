// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dexaflow.itest.client.airflow.ApiClient;
import io.dexaflow.itest.client.airflow.ApiException;
import io.dexaflow.itest.client.airflow.api.DagRunApi;
import io.dexaflow.itest.client.airflow.api.TaskInstanceApi;
import io.dexaflow.itest.client.airflow.api.XComApi;
import io.dexaflow.itest.client.airflow.model.ClearTaskInstancesBody;
import io.dexaflow.itest.client.airflow.model.ClearTaskInstancesBodyTaskIdsInner;
import io.dexaflow.itest.client.airflow.model.DAGRunResponse;
import io.dexaflow.itest.client.airflow.model.DagRunState;
import io.dexaflow.itest.client.airflow.model.PatchTaskInstanceBody;
import io.dexaflow.itest.client.airflow.model.TaskInstanceCollectionResponse;
import io.dexaflow.itest.client.airflow.model.TaskInstanceResponse;
import io.dexaflow.itest.client.airflow.model.TaskInstanceState;
import io.dexaflow.itest.client.airflow.model.TriggerDAGRunPostBody;
import io.dexaflow.itest.support.Dags;
import io.dexaflow.itest.support.LiteHost;
import io.dexaflow.itest.support.Waits;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A client that a generator makes of Airflow's document drives a host: nothing in it knows Dexaflow. */
class GeneratedClientIT {

    private static final String DAG = "generated";

    @RegisterExtension static final LiteHost host = LiteHost.fresh("generated");

    private static DagRunApi runs;
    private static TaskInstanceApi tasks;
    private static XComApi xcoms;

    @BeforeAll
    static void signIn() throws Exception {
        String token = Files.readString(host.place().home().resolve("token")).strip();
        ApiClient client = new ApiClient();
        client.updateBaseUri(host.server().api());
        client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
        runs = new DagRunApi(client);
        tasks = new TaskInstanceApi(client);
        xcoms = new XComApi(client);
        Dags.write(host.place().dags(), DAG, """
                dag_id: generated
                params: {word: none}
                tasks:
                  - task_id: say
                    env: {WORD: "{{ params.word }}"}
                    bash: 'echo "the word is $WORD"; echo "{\\"word\\": \\"$WORD\\"}" > "$DEXAFLOW_RETURN_VALUE_FILE"'
                  - task_id: after
                    depends_on: [say]
                    command: ["true"]
                """);
        Waits.until("the DAG is imported", Waits.PATIENCE,
                () -> host.api().ask("/api/v2/dags/" + DAG).status() == 200);
    }

    @Test
    @DisplayName("Trigger, wait, read states, log and XCom, clear, mark, delete")
    void wholeLifeOfARun() throws ApiException {
        DAGRunResponse triggered = runs.triggerDagRun(DAG,
                new TriggerDAGRunPostBody().dagRunId("one").conf(Map.of("word", "hello")));
        assertThat(triggered.getDagRunId()).isEqualTo("one");
        assertThat(triggered.getConf()).containsEntry("word", "hello");

        awaitSuccess();
        assertThat(task("say").getState()).isEqualTo(TaskInstanceState.SUCCESS);
        assertThat(task("after").getTryNumber()).isEqualTo(1);
        assertThat(tasks.getLog(DAG, "one", "say", 1, true, null, null, "application/json").getContent().toString())
                .contains("the word is hello");
        assertThat(xcoms.getXcomEntry(DAG, "say", "one", "return_value", null, null, null)
                .getXComResponseNative()
                .getValue()).isEqualTo(Map.of("word", "hello"));

        TaskInstanceCollectionResponse cleared = tasks.postClearTaskInstances(DAG,
                new ClearTaskInstancesBody().dagRunId("one")
                        .dryRun(false)
                        .onlyFailed(false)
                        .taskIds(List.of(new ClearTaskInstancesBodyTaskIdsInner("after"))));
        assertThat(cleared.getTaskInstances()).extracting(TaskInstanceResponse::getTaskId).containsExactly("after");
        awaitSuccess();
        assertThat(task("say").getTryNumber()).isEqualTo(1);
        assertThat(task("after").getTryNumber()).isEqualTo(2);

        tasks.patchTaskInstance(DAG, "one", "after", new PatchTaskInstanceBody().newState(TaskInstanceState.FAILED),
                null,
                List.of("new_state"));
        assertThat(task("after").getState()).isEqualTo(TaskInstanceState.FAILED);

        runs.deleteDagRun(DAG, "one");
        assertThatThrownBy(() -> runs.getDagRun(DAG, "one")).isInstanceOfSatisfying(ApiException.class,
                error -> assertThat(error.getCode()).isEqualTo(404));
    }

    private static TaskInstanceResponse task(String taskId) throws ApiException {
        return tasks.getTaskInstance(DAG, "one", taskId);
    }

    private static void awaitSuccess() throws ApiException {
        runs.waitDagRunUntilFinished(DAG, "one", new BigDecimal("0.2"), null);
        assertThat(runs.getDagRun(DAG, "one").getState()).isEqualTo(DagRunState.SUCCESS);
    }
}
