// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.lite;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dexaflow.itest.support.AirflowApi;
import io.dexaflow.itest.support.Answer;
import io.dexaflow.itest.support.Api;
import io.dexaflow.itest.support.Command;
import io.dexaflow.itest.support.Dags;
import io.dexaflow.itest.support.LiteHost;
import io.dexaflow.itest.support.Result;
import io.dexaflow.itest.support.RunKey;
import io.dexaflow.itest.support.Waits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Schedules, and what an operator does to DAGs and runs, on a running host. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OperateIT {

    @RegisterExtension static final LiteHost host = LiteHost.fresh("operate");

    private static void inFolder(String dagId, String yaml) {
        Dags.write(host.place().dags(), dagId, "dag_id: " + dagId + "\n" + yaml);
        Waits.until("the DAG " + dagId + " is imported", Waits.PATIENCE,
                () -> host.api().ask("/api/v2/dags/" + dagId).status() == 200);
    }

    private static List<String> runIds(String dagId) {
        List<String> ids = new ArrayList<>();
        host.api()
                .get("/api/v2/dags/" + dagId + "/dagRuns?order_by=logical_date")
                .path("dag_runs")
                .forEach(run -> ids.add(run.path("dag_run_id").asText()));
        return ids;
    }

    @Test
    // Last: it moves the clock by a day.
    @Order(Integer.MAX_VALUE)
    @DisplayName("R63: a schedule without catchup makes the newest interval's run, a paused one none, and time brings the next")
    void scheduleMakesRuns() {
        inFolder("daily", """
                schedule: "0 0 * * *"
                start_date: 2026-01-01T00:00:00Z
                tasks: [{task_id: t, command: [sh, -c, "echo for $DEXAFLOW_LOGICAL_DATE"]}]
                """);
        Waits.until("the newest run is there", () -> runIds("daily").size() == 1);
        RunKey first = new RunKey("daily", runIds("daily").getFirst());
        assertThat(first.runId()).matches("scheduled__\\d{4}-\\d\\d-\\d\\dT00:00:00\\+00:00");
        assertThat(host.api().awaitEnd(first)).isEqualTo("success");
        assertThat(host.api().log(first, "t", 1)).contains("for " + first.runId().substring(11, 21));

        assertThat(host.dexaflow("pause", "daily").run().out()).contains("daily is paused.");
        host.rows().change("update dexaflow.clock set shift = shift + interval '1 day'");
        Waits.throughout("a paused schedule makes no run", Duration.ofSeconds(3),
                () -> runIds("daily").size() == 1);
        assertThat(host.dexaflow("unpause", "daily", "--json").run().out()).contains("\"is_paused\" : false");
        Waits.until("the next run is there", () -> runIds("daily").size() == 2);
        host.rows().change("delete from dexaflow.dag_run where run_id = ?", runIds("daily").getLast());
        Waits.throughout("a deleted run does not come again", Duration.ofSeconds(3),
                () -> runIds("daily").size() == 1);
    }

    @Test
    void clearExecutesAnewWhatItNames() throws Exception {
        Path count = host.place().files().resolve("count");
        RunKey run = host.run("cleared", """
                dag_id: cleared
                tasks:
                  - {task_id: a, command: [sh, -c, "echo a >> %1$s"]}
                  - {task_id: b, command: [sh, -c, "echo b >> %1$s; test $(grep -c b %1$s) -gt 1"], depends_on: [a]}
                  - {task_id: c, command: [sh, -c, "echo c >> %1$s"], depends_on: [b]}
                """.formatted(count));
        assertThat(host.api().awaitEnd(run)).isEqualTo("failed");

        Result plan = host.dexaflow("clear", run.dagId(), run.runId(), "b", "--downstream", "--dry-run").run();
        assertThat(plan.out().lines()).containsExactlyInAnyOrder("Would clear b", "Would clear c");
        assertThat(host.api().state(run)).isEqualTo("failed");
        assertThat(host.dexaflow("clear", run.dagId(), run.runId(), "nosuch").run().exitCode()).isEqualTo(2);
        Result cleared = host.dexaflow("clear", run.dagId(), run.runId(), "b", "--downstream").run();
        assertThat(cleared.out().lines()).containsExactlyInAnyOrder("Cleared b", "Cleared c");

        assertThat(host.api().awaitEnd(run)).isEqualTo("success");
        assertThat(Files.readAllLines(count)).containsExactly("a", "b", "b", "c");
        assertThat(host.dexaflow("why", run.dagId(), run.runId(), "b").run().out())
                .contains("user admin cleared it, to be executed anew (clear)");
        assertThat(host.dexaflow("clear", run.dagId(), run.runId(), "--only-failed").run().out())
                .contains("There is nothing to clear.");
    }

    @Test
    @DisplayName("Fifty clients that trigger at once lose nothing and double nothing, even where two ask for the same run")
    void fiftyClientsTriggerAtOnce() throws Exception {
        Path done = host.place().files().resolve("crowd-done");
        inFolder("crowd", "tasks: [{task_id: t, command: [sh, -c, 'echo $DEXAFLOW_RUN_ID >> " + done + "']}]\n");
        List<Callable<Answer>> clients = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            Map<String, Object> body = new HashMap<>(Map.of("dag_run_id", "r" + i / 2));
            body.put("logical_date", null);
            clients.add(() -> host.api().post("/api/v2/dags/crowd/dagRuns", body));
        }

        Map<Integer, Integer> answers = new TreeMap<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Answer> answer : threads.invokeAll(clients)) {
                answers.merge(answer.get().status(), 1, Integer::sum);
            }
        }

        assertThat(answers).isEqualTo(Map.of(200, 25, 409, 25));
        assertThat(runIds("crowd")).hasSize(25).doesNotHaveDuplicates();
        for (String run : runIds("crowd")) {
            assertThat(host.api().awaitEnd(new RunKey("crowd", run))).isEqualTo("success");
        }
        assertThat(Files.readAllLines(done)).containsExactlyInAnyOrderElementsOf(runIds("crowd"));
    }

    @Test
    @DisplayName("A backfill makes the runs of its range in its order, one at a time if so asked, each once")
    void backfillRunsItsRangeOnce() throws Exception {
        Path done = host.place().files().resolve("late-done");
        inFolder("late", "schedule: '0 5 * * *'\ntasks: [{task_id: t, command: [sh, -c, 'echo $DEXAFLOW_RUN_ID >> "
                + done + "']}]\n");
        Map<String, Object> range = Map.of("dag_id", "late", "from_date", "2026-02-26T05:00:00Z", "to_date",
                "2026-02-28T05:00:00Z", "run_backwards", true, "max_active_runs", 1);

        completed(range);

        List<String> runs = runIds("late").stream().filter(id -> id.startsWith("backfill__")).toList();
        assertThat(runs).hasSize(3);
        assertThat(inOrder(done)).isEqualTo(runs.reversed());

        completed(range);
        assertThat(inOrder(done)).as("what has been run is not run again").isEqualTo(runs.reversed());

        inFolder("by-hand", "tasks: [{task_id: t, command: [\"true\"]}]\n");
        Map<String, Object> other = new HashMap<>(range);
        other.put("dag_id", "by-hand");
        Answer refused = host.api().post("/api/v2/backfills", other);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.json().path("detail").asText()).contains("by-hand has no schedule");
    }

    private static void completed(Map<String, Object> range) {
        String path =
                "/api/v2/backfills/" + host.api().post("/api/v2/backfills", range).ok().json().path("id").asText();
        Waits.until("the backfill is completed", Waits.PATIENCE,
                () -> !host.api().get(path).path("completed_at").isNull());
    }

    private static List<String> inOrder(Path done) throws IOException {
        return Files.readAllLines(done).stream().filter(id -> id.startsWith("backfill__")).toList();
    }

    @Test
    @DisplayName("D18: a path that cannot be is answered in JSON, wherever its escapes lead")
    void pathsThatCannotBeAreAnsweredInJson() {
        for (String id : List.of("a%2Fb", "a%252Fb", "%2e%2e", "a%5Cb", "a;b", "%F0%9F%98%80", "%c0%ae",
                "x".repeat(300))) {
            Answer answer = host.api().ask("/api/v2/dags/late/dagRuns/" + id);
            assertThat(answer.status()).as(id).isBetween(400, 499);
            assertThat(answer.json().path("detail").asText()).as(id).isNotBlank();
        }
    }

    @Test
    void completionIsAScriptThatBashReads() throws Exception {
        String script = Command.dexaflow(host.place(), "completion").run().out();
        assertThat(script).contains("unpause", "--only-failed");
        Path file = Files.writeString(host.place().files().resolve("completion.sh"), script);
        assertThat(new ProcessBuilder("bash", "-n", file.toString()).inheritIO().start().waitFor()).isZero();
    }

    @Test
    @DisplayName("contract 4: answers of the running host are those of Airflow's document")
    void answersAreAirflows() {
        inFolder("shaped", "tags: [x]\ntasks: [{task_id: t, command: [\"true\"]}]\n");
        RunKey run = host.api().trigger("shaped", Map.of());
        assertThat(host.api().awaitEnd(run)).isEqualTo("success");
        String dag = "/api/v2/dags/shaped";
        String ofRun = dag + "/dagRuns/" + Api.escaped(run.runId());
        for (String path : List.of("/api/v2/dags", dag, dag + "/details", dag + "/tasks", dag + "/tasks/t",
                dag + "/dagVersions", dag + "/dagVersions/1", "/api/v2/dagStats", "/api/v2/dagTags",
                "/api/v2/dagSources/shaped", dag + "/dagRuns", "/api/v2/dags/~/dagRuns", ofRun,
                ofRun + "/taskInstances", "/api/v2/dags/~/dagRuns/~/taskInstances", ofRun + "/taskInstances/t",
                ofRun + "/taskInstances/t/tries", ofRun + "/taskInstances/t/dependencies",
                ofRun + "/taskInstances/t/logs/1", ofRun + "/taskInstances/t/xcomEntries", "/api/v2/importErrors",
                "/api/v2/pools", "/api/v2/pools/default_pool", "/api/v2/variables", "/api/v2/eventLogs",
                "/api/v2/jobs", "/api/v2/plugins", "/api/v2/version", "/api/v2/monitor/health",
                "/api/v2/config", dag + "/nosuch", "/api/v2/assets")) {
            Answer answer = host.api().ask(path);
            assertThat(answer.status()).as(path).isLessThan(500);
            if (answer.status() != 404) {
                AirflowApi.check("GET", path, answer.status(), "application/json", answer.text());
            }
        }
        JsonNode events = host.api().get("/api/v2/eventLogs?dag_id=shaped");
        assertThat(events.path("total_entries").asInt()).isNotZero();
    }
}
