// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.dags;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.rest.internal.http.Route;
import io.dexaflow.store.Readings;
import io.dexaflow.store.Readings.RunRow;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;

/** Waits for a run's end, and says its state time and again: a JSON object per line, as Airflow does. */
final class WaitResource {

    private static final String LINES = "application/x-ndjson";
    private static final double SHORTEST_SECONDS = 0.1;
    private static final double LONGEST_SECONDS = 3600;
    /** Each one that waits holds a thread of the server's. */
    private static final int MOST_WAITING = 50;

    private final Semaphore places = new Semaphore(MOST_WAITING);
    private final Readings readings;
    private final Finder finder;

    WaitResource(Readings readings) {
        this.readings = readings;
        this.finder = new Finder(readings);
    }

    List<Route> routes() {
        return List.of(Route.of("GET", Paths.RUN + "/wait", this::await));
    }

    private Reply await(Request request) {
        Duration interval = interval(request);
        List<String> results = request.query().texts("result");
        RunRow run = finder.run(request);
        return new Reply.Stream(LINES, Map.of(), out -> {
            if (!places.tryAcquire()) {
                throw Problem.of(503,
                        MOST_WAITING + " requests wait for runs already; ask for the run's state instead");
            }
            try {
                tell(run, interval, results, out);
            } finally {
                places.release();
            }
        });
    }

    private void tell(RunRow first, Duration interval, List<String> results, OutputStream out) throws IOException {
        Optional<RunRow> run = Optional.of(first);
        while (run.isPresent()) {
            out.write((Json.write(line(run.get(), results)) + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
            if (run.get().state().isFinished()) {
                return;
            }
            LockSupport.parkNanos(interval.toNanos());
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
            run = readings.run(first.dagId(), first.dagRunId());
        }
    }

    private ObjectNode line(RunRow run, List<String> results) {
        ObjectNode json = Json.object().put("state", run.state().wireName());
        if (run.state().isFinished() && !results.isEmpty()) {
            ObjectNode values = json.putObject("results");
            for (String task : results) {
                readings.xcom(run.id(), task, "return_value")
                        .ifPresentOrElse(entry -> values.set(task, Json.stored(entry.valueJson())),
                                () -> values.putNull(task));
            }
        }
        return json;
    }

    private static Duration interval(Request request) {
        String text = request.query().text("interval");
        if (text == null) {
            throw Problem.invalid("missing", List.of("query", "interval"), "Field required");
        }
        try {
            double seconds = Double.parseDouble(text);
            if (seconds > 0) {
                double bounded = Math.min(LONGEST_SECONDS, Math.max(SHORTEST_SECONDS, seconds));
                return Duration.ofMillis((long) (bounded * 1000));
            }
        } catch (NumberFormatException e) {
            // Refused below.
        }
        throw Problem.invalid("greater_than", List.of("query", "interval"), "interval must be a number above 0");
    }
}
