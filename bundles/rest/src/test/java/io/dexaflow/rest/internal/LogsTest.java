// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dexaflow.model.AttemptId;
import io.dexaflow.model.RunState;
import io.dexaflow.model.TaskState;
import io.dexaflow.store.Readings.TaskRow;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogsTest {

    private static final String LOGS = Rest.RUNS + "/r1/taskInstances/load/logs/";

    @TempDir private Path home;

    private Rest rest;
    private TaskRow task;

    @BeforeEach
    void start() throws Exception {
        rest = new Rest(home, true);
        rest.readings.addDag("sales", MemoryReadings.VERSION);
        task = rest.readings.addTask(rest.readings.addRun("sales", "r1", RunState.RUNNING), "load", TaskState.RUNNING,
                2);
    }

    @AfterEach
    void stop() throws Exception {
        rest.close();
    }

    @Test
    void bytesAreKeptAsTheyCame() throws Exception {
        byte[] all = new byte[256];
        for (int i = 0; i < 256; i++) {
            all[i] = (byte) i;
        }
        log(2, 7, all);
        HttpResponse<byte[]> response =
                rest.sendForBytes(rest.request(LOGS + 2).header("Accept", "text/plain").GET());

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/plain");
        assertThat(response.body()).isEqualTo(all);
    }

    @Test
    void bytesThatAreNoTextAreReplacedInJson() throws Exception {
        log(1, 1, new byte[]{'a', (byte) 0xff, 'b', '\n', 0, '\n'});

        assertThat(rest.get(LOGS + 1, "TaskInstancesLogResponse").path("content").toString())
                .isEqualTo("[{\"event\":\"a\ufffdb\"},{\"event\":\"\\u0000\"}]");
    }

    @Test
    void finishedTryHasNoToken() throws Exception {
        log(1, 1, "one\r\ntwo\n\nlast".getBytes(UTF_8));
        JsonNode log = rest.get(LOGS + 1, "TaskInstancesLogResponse");

        assertThat(log.path("content").findValuesAsText("event")).containsExactly("one", "two", "", "last");
        assertThat(log.path("continuation_token").isNull()).isTrue();
    }

    @Test
    void runningTryIsReadOnFromItsToken() throws Exception {
        log(2, 7, "one\ntw".getBytes(UTF_8));
        JsonNode first = rest.get(LOGS + 2, "TaskInstancesLogResponse");
        assertThat(first.path("content").findValuesAsText("event")).containsExactly("one");

        log(2, 7, "one\ntwo\nthree\n".getBytes(UTF_8));
        JsonNode second = rest.get(LOGS + 2 + "?token=" + first.path("continuation_token").asText(),
                "TaskInstancesLogResponse");
        assertThat(second.path("content").findValuesAsText("event")).containsExactly("two", "three");
        JsonNode third = rest.get(LOGS + 2 + "?token=" + second.path("continuation_token").asText(),
                "TaskInstancesLogResponse");
        assertThat(third.path("content")).isEmpty();
        assertThat(third.path("continuation_token").asText()).isEqualTo("14");
        assertThat(rest.sendForBytes(rest.request(LOGS + 2 + "?token=8").header("Accept", "text/plain").GET()).body())
                .isEqualTo("three\n".getBytes(UTF_8));
    }

    @Test
    void longLogComesInPiecesOfWholeLines() throws Exception {
        String line = "x".repeat(999) + "\n";
        log(1, 1, line.repeat(3000).getBytes(UTF_8));
        int lines = 0;
        String token = "";
        do {
            JsonNode piece = rest.get(LOGS + 1 + "?token=" + token, "TaskInstancesLogResponse");
            assertThat(piece.path("content")).allMatch(it -> it.path("event").asText().length() == 999);
            lines += piece.path("content").size();
            token = piece.path("continuation_token").asText(null);
        } while (token != null);

        assertThat(lines).isEqualTo(3000);
        assertThat(rest.get(LOGS + 1 + "?full_content=true", "TaskInstancesLogResponse").path("content")).hasSize(3000);
    }

    @Test
    void lineLongerThanAPieceIsNotAnEndlessLoop() throws Exception {
        log(2, 7, "x".repeat(3_000_000).getBytes(UTF_8));
        long place = 0;
        for (int i = 0; i < 3; i++) {
            JsonNode piece = rest.get(LOGS + 2 + "?token=" + place, "TaskInstancesLogResponse");
            place = piece.path("continuation_token").asLong();
        }

        assertThat(place).isEqualTo(2 * 1024 * 1024);
    }

    @Test
    void linesComeAsObjects() throws Exception {
        log(2, 7, ("x".repeat(1_500_000) + "\n\"quoted\"\nlast").getBytes(UTF_8));
        HttpResponse<byte[]> response =
                rest.sendForBytes(rest.request(LOGS + 2).header("Accept", "application/x-ndjson").GET());
        List<String> lines = new String(response.body(), UTF_8).lines().toList();

        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/x-ndjson");
        assertThat(lines.getLast()).isEqualTo("{\"event\":\"last\"}");
        assertThat(new ObjectMapper().readTree(lines.get(lines.size() - 2)).path("event").asText())
                .isEqualTo("\"quoted\"");
    }

    @Test
    void executionsOfATryAreReadInTheirOrder() throws Exception {
        rest.readings.epochs.put(task.id() + "/1", List.of(1, 2));
        rest.logs.logs.put(new AttemptId(task.runId(), "load", 1, 2), "two\n".getBytes(UTF_8));
        rest.logs.logs.put(new AttemptId(task.runId(), "load", 1, 1), "one\n".getBytes(UTF_8));

        assertThat(rest.get(LOGS + 1, "TaskInstancesLogResponse").path("content").findValuesAsText("event"))
                .containsExactly("one", "two");
    }

    @Test
    void logThatIsNotThereYetIsEmpty() throws Exception {
        JsonNode log = rest.get(LOGS + 2, "TaskInstancesLogResponse");

        assertThat(log.path("content")).isEmpty();
        assertThat(log.path("continuation_token").asText()).isEqualTo("0");
        assertThat(rest.sendForBytes(rest.request(LOGS + 2).header("Accept", "text/plain").GET()).body()).isEmpty();
    }

    @Test
    void whatIsNotThereIsNotFound() throws Exception {
        assertThat(rest.get(LOGS + 3).statusCode()).isEqualTo(404);
        assertThat(rest.get(LOGS + "-1").statusCode()).isEqualTo(422);
        assertThat(rest.get(LOGS + "x").statusCode()).isEqualTo(422);
        assertThat(rest.get(Rest.RUNS + "/r1/taskInstances/nothing/logs/1").statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "-1", "1.5", "99999999999999999999"})
    void tokenThatNobodyGaveIsRefused(String token) throws Exception {
        assertThat(rest.detail(rest.get(LOGS + 2 + "?token=" + token), 400)).contains("token");
    }

    private void log(int tryNumber, int epoch, byte[] bytes) {
        rest.readings.epochs.put(task.id() + "/" + tryNumber, List.of(epoch));
        rest.logs.logs.put(new AttemptId(task.runId(), "load", tryNumber, epoch), bytes);
    }
}
