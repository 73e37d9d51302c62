// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.dexaflow.model.RunState;
import io.dexaflow.rest.internal.http.Caller;
import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.Query;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.rest.internal.http.RestHost;
import io.dexaflow.trail.Decision;
import io.dexaflow.trail.Decision.Kind;
import io.dexaflow.trail.Observer.RunMove;
import io.dexaflow.trail.Subject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventsServletTest {

    private static final Subject RUN = Subject.run(new UUID(0, 1), "sales", "manual__1");
    private static final Subject TASK = new Subject(new UUID(0, 1), new UUID(0, 2), "sales", "manual__1", "load", 1, 3);
    private static final Decision MOVE =
            new Decision("planner", "scheduled", Kind.TRANSITION, TASK, "", Map.of("from", "none", "to", "scheduled"));

    @TempDir Path home;

    private EventsServlet servlet;

    @BeforeEach
    void open() {
        servlet = new EventsServlet(new RestHost(home, "1", null, "127.0.0.1"),
                () -> Instant.parse("2026-11-30T12:00:00Z"));
    }

    @Test
    void readerIsToldOfRunsTasksAndDecisions() throws Exception {
        Reader reader = new Reader("");
        servlet.moved(List.of(new RunMove(RUN, RunState.QUEUED, RunState.RUNNING)));
        servlet.decided(List.of(MOVE,
                new Decision("agent", "report_success", Kind.TRANSITION, TASK, "exit code 0", Map.of()),
                new Decision("agent-lost", "agent_lost_process_alive", Kind.DEFERRAL, TASK, "it lives", Map.of())));

        reader.awaitText("it lives");
        assertThat(reader.text()).startsWith("retry: 2000\n\n")
                .contains(
                        """
                                event: run
                                data: {"at":"2026-11-30T12:00:00Z","dag_id":"sales","dag_run_id":"manual__1","from":"queued","to":"running"}

                                """,
                        "event: task\n", "\"task_id\":\"load\",\"try_number\":1,\"epoch\":3", "\"to\":\"scheduled\"",
                        "\"label\":\"report_success\",\"words\":\"exit code 0\",\"to\":\"success\"",
                        "event: decision\n");
        reader.end();
    }

    @Test
    void readerOfOneDagHearsOfNoOther() throws Exception {
        Reader reader = new Reader("dag_id=other");
        servlet.decided(List.of(MOVE));
        servlet.moved(List.of(
                new RunMove(Subject.run(new UUID(0, 9), "other", "r"), RunState.RUNNING, RunState.SUCCESS)));

        reader.awaitText("\"dag_id\":\"other\"");
        assertThat(reader.text()).doesNotContain("sales");
        reader.end();
    }

    @Test
    void readerThatDoesNotFetchIsToldHowMuchItLost() throws Exception {
        Subscription slow = new Subscription(dag -> true);
        for (int i = 0; i < 10_007; i++) {
            slow.tell(new Subscription.Event("task", "sales", "{\"n\":" + i + "}"));
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Thread thread = Thread.ofVirtual().start(() -> write(slow, out));
        await().until(() -> out.toString(StandardCharsets.UTF_8).contains("{\"n\":9999}"));
        slow.end();
        thread.join();

        assertThat(out.toString(StandardCharsets.UTF_8)).contains("event: lost\ndata: {\"events\": 7}\n\n")
                .doesNotContain("{\"n\":10000}");
    }

    @Test
    void thereAreNoMoreReadersThanTheServerCanBear() throws Exception {
        for (int i = 0; i < 16; i++) {
            ask("");
        }
        assertThatExceptionOfType(Problem.class).isThrownBy(() -> ask(""))
                .satisfies(
                        problem -> assertThat(problem.status()).isEqualTo(503));
    }

    private Reply.Stream ask(String query) throws Exception {
        return (Reply.Stream) servlet.routes()
                .getFirst()
                .handler()
                .answer(new Request(Map.of(), Query.of(query), "", new byte[0], new Caller("ann", null)));
    }

    private static void write(Subscription subscription, ByteArrayOutputStream out) {
        try {
            subscription.writeTo(out, Duration.ofSeconds(10));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private final class Reader {

        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private final Thread thread;

        Reader(String query) throws Exception {
            Reply.Stream stream = ask(query);
            thread = Thread.ofVirtual().start(() -> {
                try {
                    stream.writer().writeTo(out);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }

        String text() {
            return out.toString(StandardCharsets.UTF_8);
        }

        void awaitText(String part) {
            await().until(() -> text().contains(part));
        }

        void end() throws InterruptedException {
            servlet.stop();
            thread.join(Duration.ofSeconds(5));
            assertThat(thread.isAlive()).isFalse();
        }
    }
}
