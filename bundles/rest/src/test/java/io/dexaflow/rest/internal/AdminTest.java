// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dexaflow.model.RunState;
import io.dexaflow.store.EventLedger.EventFilter;
import io.dexaflow.store.EventLedger.EventRow;
import io.dexaflow.store.EventLedger.Exact;
import io.dexaflow.store.EventLedger.Like;
import io.dexaflow.store.Readings.LeaderRow;
import io.dexaflow.store.TimeRange;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pools, variables, the audit, jobs, configuration and plugins; every answer is checked against Airflow's document. */
class AdminTest {

    private static final String POOLS = "/api/v2/pools";
    private static final String VARIABLES = "/api/v2/variables";
    private static final String EVENTS = "/api/v2/eventLogs";

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
    void poolSaysWhatIsTaken() throws Exception {
        JsonNode pool = rest.get(POOLS + "/default_pool", "PoolResponse");

        assertThat(pool.path("slots").asInt()).isEqualTo(128);
        assertThat(pool.path("occupied_slots").asInt()).isEqualTo(5);
        assertThat(pool.path("open_slots").asInt()).isEqualTo(123);
        assertThat(pool.path("scheduled_slots").asInt()).isEqualTo(1);
        assertThat(rest.get(POOLS + "?pool_name_pattern=default", "PoolCollectionResponse")
                .path("total_entries")
                .asInt()).isEqualTo(1);
        assertThat(rest.get(POOLS + "/nothing").statusCode()).isEqualTo(404);
    }

    @Test
    void poolIsMadeChangedAndTakenAway() throws Exception {
        JsonNode made = rest.valid(rest.post(POOLS, "{\"name\": \"a\", \"slots\": 3, \"description\": \"x\"}"), 201,
                "PoolResponse");
        assertThat(made.path("open_slots").asInt()).isEqualTo(3);
        assertThat(rest.detail(rest.post(POOLS, "{\"name\": \"a\", \"slots\": 3}"), 409)).contains("a");

        JsonNode changed = rest.valid(rest.patch(POOLS + "/a", "{\"slots\": -1, \"description\": null}"), 200,
                "PoolResponse");
        assertThat(changed.path("open_slots").asInt()).isEqualTo(-1);
        assertThat(changed.path("description").isNull()).isTrue();
        assertThat(rest.valid(rest.patch(POOLS + "/a?update_mask=slots", "{\"slots\": 5, \"description\": \"y\"}"), 200,
                "PoolResponse").path("description").isNull()).isTrue();
        assertThat(rest.patch(POOLS + "/a", "{\"pool\": \"default_pool\"}").statusCode()).isEqualTo(409);
        assertThat(rest.valid(rest.patch(POOLS + "/a", "{\"pool\": \"b\"}"), 200, "PoolResponse").path("name").asText())
                .isEqualTo("b");

        assertThat(rest.delete(POOLS + "/b").statusCode()).isEqualTo(204);
        assertThat(rest.delete(POOLS + "/b").statusCode()).isEqualTo(404);
        assertThat(rest.store.events).extracting(EventRow::event)
                .containsExactly("post_pool", "patch_pool", "patch_pool", "patch_pool", "delete_pool");
        assertThat(rest.store.events.get(1).extraJson()).isEqualTo(
                "{\"before\":{\"name\":\"a\",\"slots\":3,\"description\":\"x\",\"include_deferred\":false},"
                        + "\"after\":{\"name\":\"a\",\"slots\":-1,\"description\":null,\"include_deferred\":false}}");
    }

    @Test
    void defaultPoolStays() throws Exception {
        assertThat(rest.detail(rest.delete(POOLS + "/default_pool"), 400)).contains("Default Pool");
        assertThat(rest.patch(POOLS + "/default_pool", "{\"pool\": \"x\"}").statusCode()).isEqualTo(400);
        assertThat(rest.patch(POOLS + "/default_pool", "{\"description\": \"x\"}").statusCode()).isEqualTo(400);
        assertThat(rest.patch(POOLS + "/default_pool", "{\"slots\": 64}").statusCode()).isEqualTo(200);
        assertThat(rest.store.pools.get("default_pool").slots()).isEqualTo(64);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{}", "{\"name\": \"a\"}", "{\"slots\": 1}", "{\"name\": \"a\", \"slots\": 0}", "[]", "x",
                    "{\"name\": \"a\", \"slots\": -2}", "{\"name\": \"a\", \"slots\": 1.5}",
                    "{\"name\": \"a\", \"slots\": \"1\"}", "{\"name\": \" \", \"slots\": 1}",
                    "{\"name\": \"a\\u0000\", \"slots\": 1}", "{\"name\": \"a\", \"slots\": 1, \"x\": 1}",
                    "{\"name\": \"a\", \"slots\": 99999999999}", "{\"name\": \"a\", \"slots\": NaN}",
                    "{\"name\": \"a\", \"slots\": 1, \"team_name\": \"t\"}"})
    void badPoolIs422(String body) throws Exception {
        assertThat(rest.detail(rest.post(POOLS, body), 422)).isNotEmpty();
        assertThat(rest.store.pools).hasSize(1);
    }

    @Test
    void poolsAreChangedInBulk() throws Exception {
        JsonNode answer = rest.valid(rest.patch(POOLS, """
                {"actions": [
                  {"action": "create", "entities": [{"name": "a", "slots": 1}, {"name": "b", "slots": 2}]},
                  {"action": "create", "action_on_existence": "skip",
                   "entities": [{"name": "a", "slots": 9}, {"name": "c", "slots": 3}]},
                  {"action": "create", "action_on_existence": "overwrite", "entities": [{"name": "b", "slots": 8}]},
                  {"action": "create", "entities": [{"name": "d", "slots": 1}, {"name": "a", "slots": 1}]},
                  {"action": "update", "entities": [{"name": "c", "slots": 4, "description": "x"}],
                   "update_mask": ["slots"]},
                  {"action": "delete", "entities": ["b", {"name": "default_pool", "slots": 1}]},
                  {"action": "delete", "action_on_non_existence": "skip", "entities": ["nothing"]}]}"""), 200,
                "BulkResponse");

        assertThat(answer.at("/create/success").toString()).isEqualTo("[\"a\",\"b\",\"c\",\"b\"]");
        assertThat(answer.at("/create/errors/0/status_code").asInt()).isEqualTo(409);
        assertThat(answer.at("/update/success").toString()).isEqualTo("[\"c\"]");
        assertThat(answer.at("/delete/success").toString()).isEqualTo("[\"b\"]");
        assertThat(answer.at("/delete/errors/0/status_code").asInt()).isEqualTo(400);
        assertThat(rest.store.pools).containsOnlyKeys("a", "c", "default_pool");
        assertThat(rest.store.pools.get("a").slots()).isEqualTo(1);
        assertThat(rest.store.pools.get("c").description()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"actions\": 1}", "{\"actions\": [1]}", "{\"actions\": [{\"action\": \"x\"}]}",
            "{\"actions\": [{\"action\": \"create\"}]}", "{\"actions\": [{\"action\": \"create\", \"entities\": [1]}]}",
            "{\"actions\": [{\"action\": \"create\", \"entities\": [{\"name\": \"n\", \"slots\": 1}]},"
                    + " {\"action\": \"create\", \"entities\": [{\"name\": \"m\"}]}]}",
            "{\"actions\": [{\"action\": \"delete\", \"entities\": [\"a\", \"a\"]}]}",
            "{\"actions\": [{\"action\": \"delete\", \"action_on_non_existence\": \"x\", \"entities\": []}]}"})
    void badBulkIs422AndDoesNothing(String body) throws Exception {
        assertThat(rest.detail(rest.patch(POOLS, body), 422)).isNotEmpty();
        assertThat(rest.store.pools).hasSize(1);
    }

    @Test
    void variableIsMadeChangedAndTakenAway() throws Exception {
        assertThat(rest.valid(rest.post(VARIABLES, "{\"key\": \"a\", \"value\": {\"n\": 1.10}}"), 201,
                "VariableResponse").path("value").asText()).isEqualTo("{\"n\":1.10}");
        assertThat(rest.post(VARIABLES, "{\"key\": \"a\", \"value\": 1}").statusCode()).isEqualTo(409);
        assertThat(
                rest.valid(rest.patch(VARIABLES + "/a", "{\"key\": \"a\", \"value\": \"v\", \"description\": \"d\"}"),
                        200, "VariableResponse").path("value").asText())
                .isEqualTo("v");
        assertThat(rest.valid(rest.patch(VARIABLES + "/a?update_mask=description",
                "{\"key\": \"a\", \"value\": \"w\", \"description\": \"e\"}"), 200, "VariableResponse")
                .path("value")
                .asText()).isEqualTo("v");
        assertThat(rest.patch(VARIABLES + "/a", "{\"key\": \"b\", \"value\": 1}").statusCode()).isEqualTo(400);
        assertThat(rest.patch(VARIABLES + "/a?update_mask=x", "{\"key\": \"a\", \"value\": 1}").statusCode())
                .isEqualTo(400);
        assertThat(rest.get(VARIABLES + "/b").statusCode()).isEqualTo(404);
        assertThat(rest.delete(VARIABLES + "/a").statusCode()).isEqualTo(204);
        assertThat(rest.delete(VARIABLES + "/a").statusCode()).isEqualTo(404);
        assertThat(rest.store.events).extracting(EventRow::event)
                .containsExactly("post_variable", "patch_variable", "patch_variable", "delete_variable");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            db_password | plain                          | ***
            MY_API_KEY  | {"a": 1}                       | ***
            config      | {"password": "p", "a": [{"token": "t"}]} | {"password":"***","a":[{"token":"***"}]}
            url         | https://u:p@host/?token=x&a=1  | https://u:***@host/?token=***&a=1
            plain       | {"a": 1.10}                    | {"a": 1.10}
            """)
    void whatLooksSecretIsMasked(String key, String value, String shown) throws Exception {
        rest.valid(rest.post(VARIABLES, "{\"key\": \"" + key + "\", \"value\": \"" + value.replace("\"", "\\\"")
                + "\"}"), 201, "VariableResponse");

        assertThat(rest.store.variables.get(key).value()).isEqualTo(value);
        assertThat(rest.get(VARIABLES + "/" + key, "VariableResponse").path("value").asText()).isEqualTo(shown);
        assertThat(rest.get(VARIABLES, "VariableCollectionResponse").at("/variables/0/value").asText())
                .isEqualTo(shown);
        assertThat(rest.store.events.getFirst().extraJson()).doesNotContain(value.replace("\"", "\\\""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"key\": \"a\"}", "{\"value\": 1}", "{\"key\": \"\", \"value\": 1}",
            "{\"key\": 1, \"value\": 1}", "{\"key\": \"a\", \"value\": 1, \"x\": 1}",
            "{\"key\": \"a\", \"value\": \"\\u0000\"}"})
    void badVariableIs422(String body) throws Exception {
        assertThat(rest.detail(rest.post(VARIABLES, body), 422)).isNotEmpty();
        assertThat(rest.store.variables).isEmpty();
    }

    @Test
    void variablesAreChangedInBulk() throws Exception {
        JsonNode answer = rest.valid(rest.patch(VARIABLES, "{\"actions\": [{\"action\": \"create\", \"entities\": ["
                + "{\"key\": \"a\", \"value\": 1}]}, {\"action\": \"delete\", \"entities\": [\"b\"]}]}"), 200,
                "BulkResponse");

        assertThat(answer.at("/create/success/0").asText()).isEqualTo("a");
        assertThat(answer.at("/delete/errors/0/status_code").asInt()).isEqualTo(404);
    }

    @Test
    void whatOperatorsDoIsWrittenDown() throws Exception {
        rest.patch("/api/v2/dags/sales", "{\"is_paused\": true}");

        JsonNode event = rest.get(EVENTS, "EventLogCollectionResponse").at("/event_logs/0");
        assertThat(event.path("event").asText()).isEqualTo("patch_dag");
        assertThat(event.path("owner").asText()).isEqualTo("admin");
        assertThat(event.path("dag_id").asText()).isEqualTo("sales");
        assertThat(event.path("extra").asText())
                .isEqualTo("{\"before\":{\"is_paused\":false},\"after\":{\"is_paused\":true}}");
        assertThat(rest.get(EVENTS + "/1", "EventLogResponse")).isEqualTo(event);
        assertThat(rest.get(EVENTS + "/2").statusCode()).isEqualTo(404);
        assertThat(rest.get(EVENTS + "/x").statusCode()).isEqualTo(422);
    }

    @Test
    void whatCannotBeWrittenDownIsDoneAllTheSame() throws Exception {
        rest.store.eventsAway = true;

        assertThat(rest.patch("/api/v2/dags/sales", "{\"is_paused\": true}").statusCode()).isEqualTo(200);
        assertThat(rest.readings.dag("sales").orElseThrow().paused()).isTrue();
    }

    @Test
    void filtersOfEventsReachTheStore() throws Exception {
        rest.get(
                EVENTS + "?dag_id=d&run_id=r&task_id=t&try_number=2&owner=o&event=e&included_events=i&excluded_events=x"
                        + "&excluded_events=y&after=2026-01-01T00:00:00Z&before=2026-01-02T00:00:00%2B01:00"
                        + "&dag_id_pattern=a%7Cb&run_id_pattern=~",
                "EventLogCollectionResponse");
        assertThat(rest.get(EVENTS + "?map_index=0", "EventLogCollectionResponse").path("total_entries").asInt())
                .isZero();

        assertThat(rest.store.eventFilters).containsExactly(new EventFilter(new Exact("d", "r", "t", 2, "o", "e"),
                new Like(List.of("%a%", "%b%"), List.of(), List.of(), List.of(), List.of()), Set.of("i"),
                Set.of("x", "y"), new TimeRange(Instant.parse("2026-01-01T00:00:00Z"),
                        Instant.parse("2026-01-01T23:00:00Z"))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"try_number=x", "after=yesterday", "before=2026-01-01", "map_index=1.5", "limit=-1",
            "after=-99999-01-01T00:00:00Z"})
    void badFilterOfEventsIs422(String query) throws Exception {
        assertThat(rest.detail(rest.get(EVENTS + "?" + query), 422)).isNotEmpty();
    }

    @Test
    void leaderIsTheOneJob() throws Exception {
        assertThat(rest.get("/api/v2/jobs", "JobCollectionResponse").path("total_entries").asInt()).isZero();

        rest.readings.leader = new LeaderRow("host:12", 7, MemoryReadings.TIME);
        JsonNode job = rest.get("/api/v2/jobs?job_type=SchedulerJob&job_state=running&is_alive=true&hostname=host",
                "JobCollectionResponse").at("/jobs/0");
        assertThat(job.path("id").asInt()).isEqualTo(7);
        assertThat(job.path("hostname").asText()).isEqualTo("host");
        assertThat(job.path("latest_heartbeat").asText()).isEqualTo(MemoryReadings.TIME.toString());
        for (String none : List.of("is_alive=false", "job_type=TriggererJob", "hostname=x", "executor_class=x",
                "end_date_gte=2026-01-01T00:00:00Z", "start_date_lt=2026-01-01T00:00:00Z", "offset=1")) {
            assertThat(rest.get("/api/v2/jobs?" + none, "JobCollectionResponse").path("jobs")).as(none).isEmpty();
        }
        assertThat(rest.get("/api/v2/jobs?order_by=nonsense").statusCode()).isEqualTo(400);
    }

    @Test
    @DisplayName("DAGs are deleted only without unfinished runs, and the answer says what becomes of the file")
    void dagIsDeleted() throws Exception {
        rest.readings.addRun("sales", "r1", RunState.RUNNING);
        assertThat(rest.detail(rest.delete("/api/v2/dags/sales"), 409)).contains("sales");
        rest.readings.runs.clear();

        HttpResponse<String> gone = rest.delete("/api/v2/dags/sales");
        assertThat(gone.statusCode()).isEqualTo(200);
        assertThat(gone.body()).contains("/dags/team/sales.yaml", "brings it back");
        assertThat(rest.delete("/api/v2/dags/sales").statusCode()).isEqualTo(404);
        assertThat(rest.store.events).extracting(EventRow::event).containsExactly("delete_dag");
    }

    @Test
    void dagsArePausedInBulk() throws Exception {
        JsonNode answer = rest.valid(rest.patch("/api/v2/dags?dag_id_pattern=sal", "{\"is_paused\": true}"), 200,
                "DAGCollectionResponse");

        assertThat(answer.path("total_entries").asInt()).isEqualTo(1);
        assertThat(answer.at("/dags/0/is_paused").asBoolean()).isTrue();
        assertThat(rest.readings.dag("other").orElseThrow().paused()).isFalse();
        assertThat(rest.store.events).extracting(EventRow::dagId).containsExactly("sales");
        assertThat(rest.patch("/api/v2/dags", "{}").statusCode()).isEqualTo(422);
    }

    @Test
    void sourceIsThereAsJsonAndAsText() throws Exception {
        JsonNode source = rest.get("/api/v2/dagSources/sales?version_number=1", "DAGSourceResponse");
        assertThat(source.path("content").asText()).isEqualTo("dag_id: sales\n");
        assertThat(source.path("version_number").asInt()).isEqualTo(1);
        assertThat(rest.send(rest.request("/api/v2/dagSources/sales").header("Accept", "text/plain").GET()).body())
                .isEqualTo("dag_id: sales\n");
        assertThat(rest.send(rest.request("/api/v2/dagSources/sales").header("Accept", "image/png").GET()).statusCode())
                .isEqualTo(406);
        assertThat(rest.get("/api/v2/dagSources/sales?version_number=2").statusCode()).isEqualTo(404);
        assertThat(rest.get("/api/v2/dagSources/sales?version_number=x").statusCode()).isEqualTo(422);
        assertThat(rest.get("/api/v2/dagSources/nothing").statusCode()).isEqualTo(404);
    }

    @Test
    void statsCountRunsByTheirState() throws Exception {
        rest.readings.addRun("sales", "r1", RunState.RUNNING);
        rest.readings.addRun("sales", "r2", RunState.RUNNING);

        JsonNode all = rest.get("/api/v2/dagStats", "DagStatsCollectionResponse");
        assertThat(all.path("total_entries").asInt()).isEqualTo(2);
        JsonNode sales = rest.get("/api/v2/dagStats?dag_ids=sales&dag_ids=nothing", "DagStatsCollectionResponse");
        assertThat(sales.at("/dags/0/stats").toString()).isEqualTo("[{\"state\":\"queued\",\"count\":0},"
                + "{\"state\":\"running\",\"count\":2},{\"state\":\"success\",\"count\":0},"
                + "{\"state\":\"failed\",\"count\":0}]");
    }

    @Test
    void tagsAndVersionsAreListed() throws Exception {
        assertThat(rest.get("/api/v2/dagTags?order_by=-name", "DAGTagCollectionResponse").path("tags").toString())
                .isEqualTo("[\"a\",\"b\"]");
        assertThat(rest.get("/api/v2/dags/sales/dagVersions", "DAGVersionCollectionResponse")
                .path("total_entries")
                .asInt()).isEqualTo(1);
        assertThat(rest.get("/api/v2/dags/sales/dagVersions?bundle_name=x", "DAGVersionCollectionResponse")
                .path("total_entries")
                .asInt()).isZero();
        assertThat(rest.get("/api/v2/dags/sales/dagVersions/1", "DagVersionResponse").path("id").asText())
                .isEqualTo(MemoryReadings.VERSION.toString());
        assertThat(rest.get("/api/v2/dags/sales/dagVersions/2").statusCode()).isEqualTo(404);
        assertThat(rest.get("/api/v2/dags/sales/dagVersions/x").statusCode()).isEqualTo(422);
        assertThat(rest.get("/api/v2/dags/nothing/dagVersions").statusCode()).isEqualTo(404);
        rest.readings.dags.clear();
        rest.readings.addDag("b", new UUID(1, 1));
        assertThat(rest.get("/api/v2/dags/~/dagVersions", "DAGVersionCollectionResponse").path("total_entries").asInt())
                .isEqualTo(1);
    }

    @Test
    void configurationIsMasked() throws Exception {
        JsonNode config = rest.get("/api/v2/config", "Config");
        assertThat(config.at("/sections/0").toString()).isEqualTo("{\"name\":\"io.dexaflow.store-postgres\","
                + "\"options\":[{\"key\":\"database.password\",\"value\":\"***\"},"
                + "{\"key\":\"database.url\",\"value\":\"jdbc:postgresql://h/db?user=u&password=***\"}]}");
        assertThat(rest.get("/api/v2/config?section=io.dexaflow.store-postgres", "Config").path("sections")).hasSize(1);
        assertThat(rest.get("/api/v2/config?section=x").statusCode()).isEqualTo(404);
        String option = "/api/v2/config/section/io.dexaflow.store-postgres/option/";
        assertThat(rest.get(option + "database.password", "Config").at("/sections/0/options/0/value").asText())
                .isEqualTo("***");
        assertThat(rest.get(option + "nothing").statusCode()).isEqualTo(404);
        assertThat(rest.send(rest.request("/api/v2/config").header("Accept", "text/plain").GET()).body())
                .startsWith("[io.dexaflow.store-postgres]\ndatabase.password = ***\n");
    }

    @Test
    void bundlesOfOursArePlugins() throws Exception {
        JsonNode plugins = rest.get("/api/v2/plugins", "PluginCollectionResponse");
        assertThat(plugins.path("plugins").findValuesAsText("name")).containsExactly("com.example.executor",
                "io.dexaflow.api");
        assertThat(rest.get("/api/v2/plugins?limit=1&offset=1", "PluginCollectionResponse")
                .at("/plugins/0/source")
                .asText())
                .isEqualTo("io.dexaflow.api/1.2.3");
        rest.get("/api/v2/plugins/importErrors", "PluginImportErrorCollectionResponse");
    }

    @ParameterizedTest
    @CsvSource({"DELETE,/api/v2/eventLogs/1", "PATCH,/api/v2/jobs", "POST,/api/v2/dagTags", "DELETE,/api/v2/pools",
            "POST,/api/v2/pools/a", "POST,/api/v2/config"})
    void otherMethodsAre405(String method, String path) throws Exception {
        assertThat(rest.detail(rest.send(rest.request(path)
                .method(method, java.net.http.HttpRequest.BodyPublishers.noBody())), 405)).isNotEmpty();
    }

    @Test
    void databaseAwayIs503() throws Exception {
        rest.readings.away = true;
        for (String path : List.of(POOLS, VARIABLES, EVENTS, "/api/v2/jobs", "/api/v2/dagTags", "/api/v2/importErrors",
                "/api/v2/dags", "/api/v2/dags/sales/dagVersions")) {
            assertThat(rest.get(path).statusCode()).as(path).isEqualTo(503);
        }
    }
}
