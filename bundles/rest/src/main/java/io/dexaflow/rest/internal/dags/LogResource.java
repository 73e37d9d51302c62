// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.dags;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.agent.AttemptLog;
import io.dexaflow.agent.AttemptLog.Chunk;
import io.dexaflow.model.AttemptId;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.rest.internal.http.Route;
import io.dexaflow.store.Readings;
import io.dexaflow.store.Readings.TaskRow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * Logs of tries: raw bytes as {@code text/plain}, an object per line as {@code application/x-ndjson}, and Airflow's
 * pieces with a continuation token as JSON. A token is how many bytes were read; it can be given to each of the three.
 */
final class LogResource {

    private static final int PIECE = 1024 * 1024;
    private static final int MOST_AT_ONCE = 8 * 1024 * 1024;
    /** A line costs the host far more than its bytes, and a log may be nothing but short ones. */
    private static final int MOST_LINES = 50_000;
    private static final String PLAIN = "text/plain";
    private static final String LINES = "application/x-ndjson";

    private final Readings readings;
    private final AttemptLog logs;
    private final Finder finder;

    LogResource(Readings readings, AttemptLog logs) {
        this.readings = readings;
        this.logs = logs;
        this.finder = new Finder(readings);
    }

    List<Route> routes() {
        return List.of(Route.of("GET", Paths.INSTANCE + "/logs/{try_number}", this::get));
    }

    /**
     * A try's log.
     *
     * @param attempts its executions, oldest first
     * @param over whether nothing more will come
     */
    private record TryLog(AttemptLog logs, String dagId, List<AttemptId> attempts, boolean over) {

        Chunk read(long from) {
            return logs.read(dagId, attempts, from, PIECE);
        }
    }

    private Reply get(Request request) {
        Mapped.check(request);
        int tryNumber = request.number("try_number");
        if (tryNumber < 0) {
            throw Problem.invalid("greater_than_equal", List.of("path", "try_number"), "must not be negative");
        }
        long from = from(request);
        TaskRow task = finder.task(request);
        if (tryNumber > task.tryNumber()) {
            throw Problem
                    .notFound("Task " + task.taskId() + " has had " + task.tryNumber() + " tries, not " + tryNumber);
        }
        List<AttemptId> attempts = readings.epochs(task.id(), tryNumber)
                .stream()
                .map(epoch -> new AttemptId(task.runId(), task.taskId(), tryNumber, epoch))
                .toList();
        boolean over = tryNumber < task.tryNumber() || task.state().isTerminal();
        TryLog log = new TryLog(logs, task.dagId(), attempts, over);
        return switch (wanted(request.accept())) {
            case PLAIN -> new Reply.Stream(PLAIN + "; charset=utf-8", Map.of(), out -> bytes(log, from, out));
            case LINES -> new Reply.Stream(LINES, Map.of(), out -> lines(log, from, out));
            default -> pieces(log, from, Boolean.TRUE.equals(request.query().flag("full_content")));
        };
    }

    private static void bytes(TryLog log, long from, OutputStream out) throws IOException {
        Chunk chunk;
        long place = from;
        do {
            chunk = log.read(place);
            out.write(chunk.bytes());
            place = chunk.next();
        } while (!chunk.end());
    }

    private static void lines(TryLog log, long from, OutputStream out) throws IOException {
        long place = from;
        Piece piece;
        do {
            piece = piece(log, place, PIECE, true);
            for (String line : piece.lines()) {
                out.write((Json.write(Json.object().put("event", line)) + "\n").getBytes(StandardCharsets.UTF_8));
            }
            place = piece.next();
        } while (!piece.end());
    }

    private static Reply pieces(TryLog log, long from, boolean full) {
        Piece piece = piece(log, from, full ? MOST_AT_ONCE : PIECE, log.over());
        ObjectNode json = Json.object();
        ArrayNode content = json.putArray("content");
        piece.lines().forEach(line -> content.addObject().put("event", line));
        boolean whole = piece.end() && log.over();
        return Reply.ok(json.put("continuation_token", whole ? null : Long.toString(piece.next())));
    }

    /**
     * Some lines of a log.
     *
     * @param next where the next ones begin
     * @param end whether nothing follows for now
     */
    private record Piece(List<String> lines, long next, boolean end) {}

    /** Reads whole lines; the last one counts as whole where nothing more comes, or where it is longer than a piece. */
    private static Piece piece(TryLog log, long from, int most, boolean lastIsWhole) {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        Chunk chunk;
        long place = from;
        do {
            chunk = log.read(place);
            read.writeBytes(chunk.bytes());
            place = chunk.next();
        } while (!chunk.end() && read.size() < most);
        byte[] bytes = read.toByteArray();
        int cut = chunk.end() && lastIsWhole ? bytes.length : lineEnd(bytes);
        if (cut == 0 && !chunk.end()) {
            cut = bytes.length;
        }
        int enough = endOfLine(bytes, cut, MOST_LINES);
        if (enough < cut) {
            return new Piece(split(new String(bytes, 0, enough, StandardCharsets.UTF_8)), place - bytes.length + enough,
                    false);
        }
        return new Piece(split(new String(bytes, 0, cut, StandardCharsets.UTF_8)), place - bytes.length + cut,
                chunk.end());
    }

    /** Where the n-th line ends; {@code length} where there are fewer. */
    private static int endOfLine(byte[] bytes, int length, int n) {
        int lines = 0;
        for (int i = 0; i < length; i++) {
            if (bytes[i] == '\n' && ++lines == n) {
                return i + 1;
            }
        }
        return length;
    }

    private static int lineEnd(byte[] bytes) {
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        return end;
    }

    private static List<String> split(String text) {
        if (text.isEmpty()) {
            return List.of();
        }
        String body = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        return List.of(body.split("\r?\n", -1));
    }

    private static String wanted(String accept) {
        for (String type : accept.split(",")) {
            if (type.strip().startsWith(PLAIN)) {
                return PLAIN;
            }
            if (type.strip().startsWith(LINES)) {
                return LINES;
            }
            if (type.strip().startsWith("application/json")) {
                return "";
            }
        }
        return "";
    }

    private static long from(Request request) {
        String token = request.query().text("token");
        try {
            long from = token == null || token.isEmpty() ? 0 : Long.parseLong(token);
            if (from >= 0) {
                return from;
            }
        } catch (NumberFormatException e) {
            // Refused below.
        }
        throw Problem.of(400, "token: use only what an answer gave as continuation_token");
    }
}
