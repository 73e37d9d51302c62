// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.support;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/** The REST API of a host, called with its home's token. */
public final class Api implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final String base;
    private final String token;

    /**
     * @param base the base URL
     * @param token the bearer token; null for none
     */
    public Api(String base, String token) {
        this.base = base;
        this.token = token;
    }

    /** Asks for JSON, whatever comes. */
    public Answer ask(String path) {
        return send("GET", path, null, "application/json");
    }

    /** Gets JSON. */
    public JsonNode get(String path) {
        return ask(path).ok().json();
    }

    /** Gets text. */
    public Answer text(String path) {
        return send("GET", path, null, "text/plain");
    }

    /** Posts a value as JSON. */
    public Answer post(String path, Object body) {
        return send("POST", path, Json.write(body), "application/json");
    }

    /** Patches with a value as JSON. */
    public Answer patch(String path, Object body) {
        return send("PATCH", path, Json.write(body), "application/json");
    }

    private Answer send(String method, String path, String body, String accept) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path))
                .timeout(LIMIT)
                .header("Accept", accept);
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        if (body == null) {
            request.method(method, HttpRequest.BodyPublishers.noBody());
        } else {
            request.header("Content-Type", "application/json")
                    .method(method,
                            HttpRequest.BodyPublishers.ofString(body));
        }
        try {
            HttpResponse<byte[]> response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            return new Answer(response.statusCode(), response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(method + " " + base + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Runs one file, as {@code dexaflow run} does. */
    public RunKey run(java.nio.file.Path file, Map<String, Object> conf) {
        return keyOf(post("/dexaflow/v1/runs", Map.of("file", file.toString(), "conf", conf)).ok().json());
    }

    /** Starts a manual run of a DAG. */
    public RunKey trigger(String dagId, Map<String, Object> conf) {
        return keyOf(post("/api/v2/dags/" + escaped(dagId) + "/dagRuns", Map.of("conf", conf)).ok().json());
    }

    private static RunKey keyOf(JsonNode json) {
        return new RunKey(json.get("dag_id").asText(), json.get("dag_run_id").asText());
    }

    /** A run's state. */
    public String state(RunKey run) {
        return get(run.path()).get("state").asText();
    }

    /** A run's task instances. */
    public List<JsonNode> tasks(RunKey run) {
        return StreamSupport.stream(get(run.path() + "/taskInstances?limit=1000").get("task_instances").spliterator(),
                false).toList();
    }

    /** A task instance. */
    public JsonNode task(RunKey run, String taskId) {
        return get(run.path() + "/taskInstances/" + escaped(taskId));
    }

    /** A task instance's state; {@code none} before anything was decided, also before it was made. */
    public String taskState(RunKey run, String taskId) {
        Answer answer = ask(run.path() + "/taskInstances/" + escaped(taskId));
        JsonNode state = answer.status() == 404 && !state(run).isEmpty() ? null : answer.ok().json().get("state");
        return state == null || state.isNull() ? "none" : state.asText();
    }

    /** The log of a try, as text. */
    public String log(RunKey run, String taskId, int tryNumber) {
        return text(run.path() + "/taskInstances/" + escaped(taskId) + "/logs/" + tryNumber).ok().text();
    }

    /** An XCom value. */
    public JsonNode xcom(RunKey run, String taskId, String key) {
        return get(run.path() + "/taskInstances/" + escaped(taskId) + "/xcomEntries/" + escaped(key)).get("value");
    }

    /** Waits until a task instance is in this state. */
    public void awaitTask(RunKey run, String taskId, String state) {
        Waits.until(taskId + " of " + run + " is " + state, Waits.PATIENCE,
                () -> taskState(run, taskId).equals(state), () -> describe(run));
    }

    /** Waits for a run's verdict. */
    public String awaitEnd(RunKey run) {
        return awaitEnd(run, Waits.PATIENCE);
    }

    /** Waits for a run's verdict, for a time. */
    public String awaitEnd(RunKey run, Duration atMost) {
        Waits.until(run + " ends", atMost, () -> List.of("success", "failed").contains(state(run)),
                () -> describe(run));
        return state(run);
    }

    /** The run's task instances in a few words, for messages. */
    public String describe(RunKey run) {
        StringBuilder words = new StringBuilder(run + " is " + state(run));
        tasks(run).stream().limit(20).forEach(task -> words.append("\n  ").append(task));
        return words.toString();
    }

    /** An element of a path, escaped. */
    public static String escaped(String element) {
        return URLEncoder.encode(element, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public void close() {
        client.close();
    }
}
