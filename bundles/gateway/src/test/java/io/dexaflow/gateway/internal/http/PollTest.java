// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dexaflow.agent.AssignmentSource;
import io.dexaflow.agent.Assignments;
import io.dexaflow.agent.WorkerPoll;
import io.dexaflow.executor.Attempt;
import io.dexaflow.gateway.internal.TestLadder;
import io.dexaflow.model.AttemptFacts;
import io.dexaflow.model.AttemptId;
import io.dexaflow.model.Command;
import io.dexaflow.model.Task;
import io.dexaflow.model.Work;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PollTest {

    private static final UUID RUN = new UUID(0, 1);
    private static final Map<String, Object> SUBPROCESS = Map.of("dexaflow.executor", "subprocess");

    @TempDir private Path home;

    private Gateway gateway;
    private final List<WorkerPoll> polls = new CopyOnWriteArrayList<>();
    private final List<Duration> waits = new CopyOnWriteArrayList<>();
    private final CountDownLatch open = new CountDownLatch(1);

    @BeforeEach
    void start() throws Exception {
        gateway = new Gateway(home);
    }

    @AfterEach
    void stop() throws Exception {
        open.countDown();
        gateway.close();
    }

    @Test
    void workersWordReachesItsExecutor() throws Exception {
        gateway.sources.add(answering(Assignments.NONE), SUBPROCESS);
        gateway.ok("/poll",
                """
                        {"worker": "w-1", "version": "0.1.0", "pid": 4711, "start_ticks": 88123, "boot_id": "3f", "hostname": "h",
                         "free": 96, "draining": true, "wait_seconds": 20,
                         "running": [{"run": "%1$s", "task": "a", "try": 1, "epoch": 1}],
                         "acks": [{"run": "%1$s", "task": "b", "try": 1, "epoch": 2, "accepted": true, "reason": "x"},
                                  {"run": "%1$s", "task": "c", "try": 1, "epoch": 3, "accepted": false, "reason": "full"},
                                  {"run": "%1$s", "task": "d", "try": 1, "epoch": 4}]}"""
                        .formatted(RUN));

        assertThat(polls).containsExactly(new WorkerPoll(
                new WorkerPoll.Worker("w-1", "0.1.0", 4711, 88123, "3f", "h"), 96, true,
                List.of(new AttemptId(RUN, "a", 1, 1)),
                List.of(new WorkerPoll.Ack(new AttemptId(RUN, "b", 1, 2), true, null),
                        new WorkerPoll.Ack(new AttemptId(RUN, "c", 1, 3), false, "full"),
                        new WorkerPoll.Ack(new AttemptId(RUN, "d", 1, 4), false, "the agent gave no reason"))));
        assertThat(waits).containsExactly(Duration.ofSeconds(20));
    }

    @Test
    void workerIsToldWhatToDo() throws Exception {
        Task task = new Task("load", new Work(new Command(List.of("true"), null), null, null, null, null), null, null,
                null, null, null);
        Attempt attempt = new Attempt(new AttemptId(RUN, "load", 1, 1),
                new AttemptFacts(new UUID(0, 9), "sales", "manual__1", Gateway.VERSION, 1, "{}", null, null, null),
                task,
                "the-token");
        gateway.sources.add(
                answering(new Assignments(List.of(attempt), List.of(new AttemptId(RUN, "b", 2, 3)), true)),
                SUBPROCESS);
        gateway.ledger.away = true;
        JsonNode answer = gateway.ok("/poll", "{\"worker\": \"w-1\"}");

        JsonNode told = answer.path("assignments").path(0);
        assertThat(told.path("task_instance").asText()).isEqualTo(new UUID(0, 9).toString());
        assertThat(told.path("run").asText()).isEqualTo(RUN.toString());
        assertThat(told.path("token").asText()).isEqualTo("the-token");
        assertThat(told.path("spec").path("argv").toString())
                .as("what to run, from the claim's own words: the store is not asked")
                .isEqualTo("[\"run\",\"1\"]");
        assertThat(answer.path("stops").toString())
                .isEqualTo("[{\"run\":\"" + RUN + "\",\"task\":\"b\",\"try\":2,\"epoch\":3}]");
        assertThat(answer.path("drain").asBoolean()).isTrue();
    }

    @Test
    void workersTokenIsRenewedOnceHalfOfItsLifeIsOver() throws Exception {
        gateway.sources.add(answering(Assignments.NONE), SUBPROCESS);
        String token = gateway.workerToken();
        Duration life = new TestLadder(Duration.ofHours(24)).tokenLifetime();
        assertThat(answerTo(token).has("worker_token")).isFalse();

        gateway.clock.pass(life.dividedBy(2));
        String renewed = answerTo(token).path("worker_token").asText();
        gateway.clock.pass(life.dividedBy(2).plusSeconds(1));

        assertThat(gateway.tokens.read(token)).isEmpty();
        assertThat(gateway.tokens.read(renewed)).isPresent();
    }

    @Test
    void executorIsTheOneThatTheTokenNames() throws Exception {
        gateway.sources.add(answering(Assignments.NONE), Map.of("dexaflow.executor", "other"));
        gateway.sources.add(answering(new Assignments(List.of(), List.of(), true)), SUBPROCESS);

        assertThat(gateway.ok("/poll", "{\"worker\": \"w-1\"}").path("drain").asBoolean()).isTrue();
    }

    @Test
    void workerOfAnAbsentExecutorIsToldNothing() throws Exception {
        JsonNode answer = gateway.ok("/poll", "{\"worker\": \"w-1\", \"free\": 1}");

        assertThat(answer.path("assignments").isEmpty()).isTrue();
        assertThat(answer.path("drain").asBoolean(true)).isFalse();
    }

    @Test
    void acknowledgementIsNotLostOnAnAbsentExecutor() throws Exception {
        HttpResponse<String> response = gateway.post("/poll", gateway.workerToken(),
                "{\"worker\": \"w-1\", \"acks\": [{\"run\": \"" + RUN
                        + "\", \"task\": \"b\", \"try\": 1, \"epoch\": 2, \"accepted\": true}]}");

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.headers().firstValue("Retry-After")).isPresent();
    }

    @Test
    void executorThatComesBackIsFoundWhileTheWorkerWaits() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<JsonNode> answer = threads.submit(() -> gateway.ok("/poll", "{\"worker\": \"w-1\"}"));
            gateway.sources.add(answering(new Assignments(List.of(), List.of(), true)), SUBPROCESS);

            assertThat(answer.get(10, TimeUnit.SECONDS).path("drain").asBoolean()).isTrue();
        }
    }

    @Test
    void swappedExecutorIsReplacedByItsSuccessor() throws Exception {
        AssignmentSource old = answering(Assignments.NONE);
        AssignmentSource successor = answering(new Assignments(List.of(), List.of(), true));
        gateway.sources.add(old, SUBPROCESS);
        gateway.sources.add(successor, SUBPROCESS);
        assertThat(gateway.ok("/poll", "{\"worker\": \"w-1\"}").path("drain").asBoolean()).isTrue();

        gateway.sources.remove(successor, SUBPROCESS);
        assertThat(gateway.ok("/poll", "{\"worker\": \"w-1\"}").path("drain").asBoolean(true)).isFalse();
    }

    @Test
    void manyWaitingWorkersHoldNoneOfTheServersThreads() throws Exception {
        gateway.sources.add(waiting(), SUBPROCESS);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<JsonNode>> waiting = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                waiting.add(threads.submit(() -> gateway.ok("/poll", "{\"worker\": \"w-1\", \"wait_seconds\": 20}")));
            }
            await().until(() -> polls.size() == 50);

            assertThat(gateway.ok("/heartbeats", "{\"worker\": \"w-1\", \"beats\": []}").has("results")).isTrue();
            open.countDown();
            for (Future<JsonNode> answer : waiting) {
                assertThat(answer.get(10, TimeUnit.SECONDS).has("assignments")).isTrue();
            }
        }
    }

    @Test
    void stoppingHostTellsThoseWhoWaitToAskAgain() throws Exception {
        gateway.sources.add(waiting(), SUBPROCESS);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<HttpResponse<String>> answer = threads.submit(() -> gateway.post("/poll", gateway.workerToken(),
                    "{\"worker\": \"w-1\", \"wait_seconds\": 20}"));
            await().until(() -> polls.size() == 1);
            gateway.servlet.stop();

            assertThat(answer.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(503);
            assertThat(answer.get().headers().firstValue("Retry-After")).isPresent();
            assertThat(gateway.post("/poll", gateway.workerToken(), "{\"worker\": \"w-1\"}").statusCode())
                    .isEqualTo(503);
        }
    }

    @Test
    void waitIsBounded() throws Exception {
        gateway.sources.add(answering(Assignments.NONE), SUBPROCESS);
        gateway.ok("/poll", "{\"worker\": \"w-1\", \"wait_seconds\": 100000}");
        gateway.ok("/poll", "{\"worker\": \"w-1\", \"wait_seconds\": -5}");

        assertThat(waits).containsExactly(Duration.ofSeconds(30), Duration.ZERO);
    }

    @Test
    void executorThatFailsIsAnInternalErrorWithoutItsWords() throws Exception {
        gateway.sources.add((poll, atMost) -> {
            throw new IllegalStateException("secret words");
        }, SUBPROCESS);
        HttpResponse<String> response = gateway.post("/poll", gateway.workerToken(), "{\"worker\": \"w-1\"}");

        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.body()).doesNotContain("secret");
    }

    private JsonNode answerTo(String token) throws Exception {
        return new ObjectMapper().readTree(gateway.post("/poll", token, "{\"worker\": \"w-1\"}").body());
    }

    private AssignmentSource answering(Assignments told) {
        return (poll, atMost) -> {
            polls.add(poll);
            waits.add(atMost);
            return told;
        };
    }

    private AssignmentSource waiting() {
        return (poll, atMost) -> {
            polls.add(poll);
            open.await();
            return Assignments.NONE;
        };
    }
}
