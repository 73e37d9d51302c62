// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dexaflow.control.RunControl.TriggerRequest;
import io.dexaflow.model.RunState;
import io.dexaflow.model.TaskState;
import io.dexaflow.schedule.DataInterval;
import io.dexaflow.store.Condition;
import io.dexaflow.store.Condition.Attribute;
import io.dexaflow.store.Condition.Comparison;
import io.dexaflow.store.Readings.RunRow;
import io.dexaflow.store.Readings.TryRow;
import io.dexaflow.store.Readings.XComRow;
import io.dexaflow.store.TimeRange;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches for runs and task instances, and what is to be known of one. */
class SearchTest {

    private static final String ALL_RUNS = "/api/v2/dags/~/dagRuns";
    private static final String ALL_TASKS = ALL_RUNS + "/~/taskInstances";
    private static final String LOAD = Rest.RUNS + "/r1/taskInstances/load";
    private static final Instant DAY = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir private Path home;

    private Rest rest;

    @BeforeEach
    void start() throws Exception {
        rest = new Rest(home, true);
        rest.readings.addDag("sales", MemoryReadings.VERSION);
        RunRow run = rest.readings.addRun("sales", "r1", RunState.SUCCESS);
        rest.readings.addTask(run, "extract", TaskState.RUNNING, 1);
        rest.readings.addTask(run, "load", TaskState.NONE, 1);
    }

    @AfterEach
    void stop() throws Exception {
        rest.close();
    }

    @Test
    void filtersOfRunsArePassedOn() throws Exception {
        rest.get(ALL_RUNS + "?logical_date_gte=2026-01-01T00:00:00Z&duration_lt=1.5&run_id_pattern=a%7Cb&dag_version=1"
                + "&conf_contains=50%25&state=failed&order_by=-run_after&order_by=id", "DAGRunCollectionResponse");

        assertThat(rest.readings.runFilters.getLast().conditions()).containsExactlyInAnyOrder(
                new Condition.Within(Attribute.LOGICAL_DATE, new TimeRange(DAY, null)),
                new Condition.Lasts(Comparison.LT, 1.5), new Condition.Like(Attribute.RUN_ID, Set.of("%a%", "%b%")),
                new Condition.OneOf(Attribute.VERSION_NUMBER, Set.of("1")),
                new Condition.Like(Attribute.CONF, Set.of("%50\\%%")));
        assertThat(rest.readings.runFilters.getLast().states()).containsExactly(RunState.FAILED);
    }

    @Test
    void searchOfRunsComesInABody() throws Exception {
        JsonNode page = rest.post(ALL_RUNS + "/list", """
                {"dag_ids": ["sales"], "states": ["success"], "run_after_lt": "2027-01-01T00:00:00Z", "page_limit": 1,
                 "page_offset": 0, "order_by": "-id", "duration_gt": 0.5}""", "DAGRunCollectionResponse");

        assertThat(page.at("/dag_runs/0/dag_run_id").asText()).isEqualTo("r1");
        assertThat(rest.readings.runFilters.getLast().conditions())
                .contains(new Condition.OneOf(Attribute.DAG_ID, Set.of("sales")),
                        new Condition.Lasts(Comparison.GT, 0.5));
    }

    @Test
    void filtersOfTaskInstancesArePassedOn() throws Exception {
        rest.get(ALL_TASKS + "?task_id=load&pool=p&queue=default&map_index=-1&try_number=2&start_date_lt="
                + "2026-01-01T00:00:00Z", "TaskInstanceCollectionResponse");

        assertThat(rest.readings.taskFilters.getLast().dagId()).isNull();
        assertThat(rest.readings.taskFilters.getLast().conditions()).containsExactlyInAnyOrder(
                new Condition.OneOf(Attribute.TASK_ID, Set.of("load")),
                new Condition.OneOf(Attribute.POOL, Set.of("p")),
                new Condition.OneOf(Attribute.TRY_NUMBER, Set.of("2")),
                new Condition.Within(Attribute.START_DATE, new TimeRange(null, DAY)));
        assertThat(rest.get(ALL_TASKS + "?queue=other", null).path("total_entries").asInt()).isZero();
        assertThat(rest.get(ALL_TASKS + "?map_index=0", null).path("total_entries").asInt()).isZero();
    }

    @Test
    void searchOfTaskInstancesComesInABody() throws Exception {
        JsonNode page = rest.post(ALL_TASKS + "/list", """
                {"dag_ids": ["sales"], "dag_run_ids": ["r1"], "task_ids": ["load"], "state": [null, "running"],
                 "pool": null}""", "TaskInstanceCollectionResponse");

        assertThat(page.at("/task_instances").findValuesAsText("task_id")).containsExactly("load");
        assertThat(rest.get("/api/v2/dags/sales/dagRuns/~/taskInstances", "TaskInstanceCollectionResponse")
                .path("total_entries")
                .asInt()).isEqualTo(2);
        assertThat(rest.get("/api/v2/dags/nothing/dagRuns/~/taskInstances").statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"start_date_gte=yesterday", "duration_gt=x", "duration_gt=NaN", "limit=-1", "limit=x",
            "offset=-1", "state=nonsense"})
    void badFiltersAre422(String query) throws Exception {
        assertThat(rest.detail(rest.get(ALL_RUNS + "?" + query), 422)).isNotEmpty();
        assertThat(rest.detail(rest.get(ALL_TASKS + "?" + query), 422)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "{\"nonsense\": 1}", "{\"page_limit\": -1}", "{\"page_limit\": true}",
            "{\"dag_ids\": [{}]}", "{\"start_date_gte\": \"x\"}"})
    void badSearchesAre422(String body) throws Exception {
        assertThat(rest.detail(rest.post(ALL_RUNS + "/list", body), 422)).isNotEmpty();
        assertThat(rest.detail(rest.post(ALL_TASKS + "/list", body), 422)).isNotEmpty();
    }

    @Test
    void triggerTakesAnInterval() throws Exception {
        rest.post(Rest.RUNS, "{\"logical_date\": \"2026-01-01T00:00:00Z\", \"data_interval_start\":"
                + " \"2026-01-01T00:00:00Z\", \"data_interval_end\": \"2026-01-02T00:00:00Z\"}", "DAGRunResponse");

        assertThat(rest.control.triggered).containsExactly(new TriggerRequest("sales", null, DAY, null, null, "admin",
                new DataInterval(DAY, Instant.parse("2026-01-02T00:00:00Z"))));
        assertThat(rest.detail(rest.post(Rest.RUNS, "{\"data_interval_start\": \"2026-01-02T00:00:00Z\","
                + " \"data_interval_end\": \"2026-01-01T00:00:00Z\"}"), 422)).contains("before");
    }

    @Test
    void triesAreShown() throws Exception {
        rest.readings.tries.add(new TryRow(1, TaskState.FAILED, 3, "p", 1, "BashOperator", "subprocess",
                MemoryReadings.TIME, MemoryReadings.TIME, MemoryReadings.TIME, MemoryReadings.TIME.plusSeconds(2),
                "h"));
        rest.readings.tries.add(new TryRow(2, TaskState.NONE, 3, "p", 1, "BashOperator", null, null, null, null, null,
                null));

        for (String path : List.of(LOAD + "/tries", LOAD + "/-1/tries")) {
            JsonNode tries = rest.get(path, "TaskInstanceHistoryCollectionResponse");
            assertThat(tries.path("task_instances").findValuesAsText("state")).containsExactly("failed", "null");
            assertThat(rest.get(path + "/1", "TaskInstanceHistoryResponse").path("duration").asText())
                    .isEqualTo("2.000000");
            assertThat(rest.get(path + "/3").statusCode()).isEqualTo(404);
            assertThat(rest.get(path + "/x").statusCode()).isEqualTo(422);
        }
    }

    @Test
    void whatItWaitsForIsSaid() throws Exception {
        JsonNode waits = rest.get(LOAD + "/dependencies", "TaskDependencyCollectionResponse");

        assertThat(waits.at("/dependencies/0/reason").asText()).contains("extract").contains("running");
        assertThat(rest.get(Rest.RUNS + "/r1/taskInstances/extract/-1/dependencies", "TaskDependencyCollectionResponse")
                .at("/dependencies/0/reason")
                .asText()).contains("running");
    }

    @Test
    void linksAreShownAndWhatThereIsNotIsNotFound() throws Exception {
        assertThat(rest.get(LOAD + "/links", "ExtraLinkCollectionResponse").at("/extra_links/Docs").asText())
                .isEqualTo("https://example.com/d");
        for (String path : List.of(LOAD + "/listMapped", LOAD + "/externalLogUrl/1", LOAD + "/links?map_index=1",
                Rest.RUNS + "/r1/upstreamAssetEvents", LOAD + "/logs/1?map_index=0", LOAD + "/2")) {
            assertThat(rest.detail(rest.get(path), 404)).isNotEmpty();
        }
    }

    @Test
    void xcomEntriesAreEdited() throws Exception {
        String entries = LOAD + "/xcomEntries";
        JsonNode added = rest.valid(rest.post(entries, "{\"key\": \"k\", \"value\": {\"n\": 1.10}}"), 201,
                "XComResponseNative");

        assertThat(added.path("value").toString()).isEqualTo("{\"n\":1.10}");
        assertThat(rest.detail(rest.post(entries, "{\"key\": \"k\", \"value\": 1}"), 409)).contains("k");
        assertThat(rest.valid(rest.patch(entries + "/k", "{\"value\": null}"), 200, "XComResponseNative")
                .path("value")
                .isNull()).isTrue();
        assertThat(rest.patch(entries + "/other", "{\"value\": 1}").statusCode()).isEqualTo(404);
        assertThat(rest.delete(entries + "/k").statusCode()).isEqualTo(204);
        assertThat(rest.delete(entries + "/k").statusCode()).isEqualTo(404);
        assertThat(rest.store.events).extracting(event -> event.event())
                .containsExactly("create_xcom_entry", "update_xcom_entry", "delete_xcom_entry");
        for (String body : List.of("{}", "{\"key\": \"k\"}", "{\"value\": 1}", "{\"key\": \"\", \"value\": 1}",
                "{\"key\": \"k\", \"value\": NaN}", "{\"key\": \"k\", \"value\": \"\\u0000\"}")) {
            assertThat(rest.detail(rest.post(entries, body), 422)).isNotEmpty();
        }
    }

    @Test
    void aRunIsWaitedFor() throws Exception {
        rest.readings.xcoms.add(new XComRow("return_value", "load", MemoryReadings.TIME,
                "42"));
        HttpResponse<String> answer = rest.get(Rest.RUNS + "/r1/wait?interval=0.5&result=load&result=none");

        assertThat(answer.headers().firstValue("Content-Type")).hasValueSatisfying(
                type -> assertThat(type).startsWith("application/x-ndjson"));
        assertThat(answer.body()).isEqualTo("{\"state\":\"success\",\"results\":{\"load\":42,\"none\":null}}\n");
        for (String query : List.of("", "?interval=0", "?interval=-1", "?interval=x", "?interval=NaN")) {
            assertThat(rest.detail(rest.get(Rest.RUNS + "/r1/wait" + query), 422)).isNotEmpty();
        }
        assertThat(rest.get(Rest.RUNS + "/nothing/wait?interval=1").statusCode()).isEqualTo(404);
    }

    @Test
    void waitingSaysTheStateTimeAndAgain() throws Exception {
        RunRow live = rest.readings.addRun("sales", "live", RunState.RUNNING);
        try (ExecutorService waiting = Executors.newSingleThreadExecutor()) {
            Future<HttpResponse<String>> answer =
                    waiting.submit(() -> rest.get(Rest.RUNS + "/live/wait?interval=0.1"));
            await().until(() -> rest.readings.runReads.get() > 3);
            rest.readings.runs.remove(live);
            rest.readings.addRun("sales", "live", RunState.FAILED);

            List<String> lines = answer.get().body().lines().toList();
            assertThat(lines).hasSizeGreaterThan(2).startsWith("{\"state\":\"running\"}");
        }
    }
}
