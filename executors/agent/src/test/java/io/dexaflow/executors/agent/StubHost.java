// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.agent;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.dexaflow.executors.agent.http.Json;
import io.dexaflow.executors.agent.http.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** The host's side of the protocol, as a test wants it to behave. */
final class StubHost implements AutoCloseable {

    /** A report as it came. */
    record Report(String token, String state, JsonObject body, long nanos) {}

    final List<Report> reports = new CopyOnWriteArrayList<>();
    final List<JsonObject> acks = new CopyOnWriteArrayList<>();
    final List<JsonObject> polls = new CopyOnWriteArrayList<>();
    final List<List<String>> beats = new CopyOnWriteArrayList<>();
    final List<JsonObject> outputs = new CopyOnWriteArrayList<>();
    final List<JsonObject> registrations = new CopyOnWriteArrayList<>();
    final List<String> requests = new CopyOnWriteArrayList<>();
    final Map<String, Map<String, Object>> registered = new ConcurrentHashMap<>();

    /** A status other than 200 for a path, or null. */
    volatile Function<String, Integer> status = path -> null;
    volatile Function<Report, Map<String, Object>> onReport = report -> Map.of("acknowledged", true,
            "should_terminate", false);
    volatile Function<String, Map<String, Object>> onBeat = token -> Map.of("should_terminate", false, "token", token);
    volatile Function<JsonObject, Map<String, Object>> onOutputs = body -> Map.of("accepted", true);
    volatile String workerToken = "worker-token";

    private final List<Map<String, Object>> assignments = new ArrayList<>();
    private final List<Map<String, Object>> stops = new ArrayList<>();
    private boolean drain;
    private HttpServer server;
    private ExecutorService threads;

    StubHost() throws IOException {
        start(0);
    }

    private void start(int port) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        threads = Executors.newCachedThreadPool();
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    void writeServerJson(Path home) throws IOException {
        Files.write(home.resolve("server.json"), Json.bytes(Map.of("api", "http://127.0.0.1:" + port())));
    }

    /** The same, with the process that it says it is. */
    void writeServerJson(Path home, long pid) throws IOException {
        Files.write(home.resolve("server.json"), Json.bytes(Map.of("api", "http://127.0.0.1:" + port(), "pid", pid)));
    }

    /** Goes away and comes back at another port. */
    void move(Path home, Runnable meanwhile) throws IOException {
        server.stop(0);
        threads.shutdownNow();
        meanwhile.run();
        start(0);
        writeServerJson(home);
    }

    synchronized void assign(Map<String, Object> assignment) {
        assignments.add(assignment);
        notifyAll();
    }

    synchronized void stop(Map<String, Object> id) {
        stops.add(id);
        notifyAll();
    }

    synchronized void drain() {
        drain = true;
        notifyAll();
    }

    List<String> states(String token) {
        return reports.stream().filter(report -> report.token().equals(token)).map(Report::state).toList();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        byte[] request = exchange.getRequestBody().readAllBytes();
        requests.add(path);
        Integer other = status.apply(path);
        boolean authorised = ("Bearer " + workerToken).equals(exchange.getRequestHeaders().getFirst("Authorization"));
        int code = other != null ? other : authorised ? 200 : 401;
        byte[] answer = new byte[0];
        if (code == 200) {
            try {
                answer = Json.bytes(answer(path, Json.object(request)));
            } catch (RuntimeException malformed) {
                code = 400;
                answer = malformed.toString().getBytes();
            } catch (InterruptedException closing) {
                code = 503;
            }
        }
        exchange.sendResponseHeaders(code, answer.length == 0 ? -1 : answer.length);
        if (answer.length > 0) {
            exchange.getResponseBody().write(answer);
        }
        exchange.close();
    }

    private Map<String, Object> answer(String path, JsonObject body) throws InterruptedException {
        return switch (path) {
            case "/agent/v1/poll" -> poll(body);
            case "/agent/v1/register" -> register(body);
            case "/agent/v1/reports" -> Map.of("results", body.objects("reports").stream().map(item -> {
                Report report = new Report(item.text("token"), item.text("state"), item, System.nanoTime());
                reports.add(report);
                return onReport.apply(report);
            }).toList());
            case "/agent/v1/heartbeats" -> {
                List<String> tokens = body.objects("beats").stream().map(beat -> beat.text("token")).toList();
                beats.add(tokens);
                yield Map.of("results", tokens.stream().map(token -> onBeat.apply(token)).toList());
            }
            case "/agent/v1/outputs" -> {
                outputs.add(body);
                yield onOutputs.apply(body);
            }
            default -> throw new IllegalArgumentException(path);
        };
    }

    private Map<String, Object> register(JsonObject body) {
        registrations.add(body);
        return Map.of("attempts",
                body.objects("attempts").stream().map(attempt -> registered.get(attempt.text("token"))).toList());
    }

    private synchronized Map<String, Object> poll(JsonObject body) throws InterruptedException {
        polls.add(body);
        acks.addAll(body.objects("acks"));
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(body.integer("wait_seconds"));
        for (long left = 1; left > 0 && assignments.isEmpty() && stops.isEmpty() && !drain;) {
            left = end - System.nanoTime();
            if (left > 0) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        }
        Map<String, Object> answer = new LinkedHashMap<>();
        int given = Math.min(assignments.size(), Math.max(body.integer("free"), 0));
        List<Map<String, Object>> some = new ArrayList<>(assignments.subList(0, given));
        assignments.subList(0, given).clear();
        answer.put("assignments", some);
        answer.put("stops", new ArrayList<>(stops));
        stops.clear();
        answer.put("drain", drain);
        return answer;
    }
}
