// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.lite;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.dexaflow.itest.support.Clock;
import io.dexaflow.itest.support.Command;
import io.dexaflow.itest.support.Dags;
import io.dexaflow.itest.support.Homes;
import io.dexaflow.itest.support.Leftovers;
import io.dexaflow.itest.support.LiteHost;
import io.dexaflow.itest.support.Place;
import io.dexaflow.itest.support.RunKey;
import io.dexaflow.itest.support.Waits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Who asked to be called about a failure is called, once (R53, R54, contract 9). */
class CallbacksIT {

    @RegisterExtension static final LiteHost host = LiteHost.fresh("callbacks");

    private final List<String> calls = new CopyOnWriteArrayList<>();
    private volatile int answer = 204;
    private HttpServer hook;

    @BeforeEach
    void listen() throws IOException {
        hook = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        hook.createContext("/", this::hear);
        hook.start();
    }

    @AfterEach
    void close() {
        hook.stop(0);
    }

    private void hear(HttpExchange exchange) throws IOException {
        calls.add(exchange.getRequestURI() + " "
                + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        exchange.sendResponseHeaders(answer, -1);
        exchange.close();
    }

    private String callback(String path) {
        return "on_failure_callback: {url: \"http://127.0.0.1:" + hook.getAddress().getPort() + path + "\"}";
    }

    @Test
    @DisplayName("R53: task and DAG call once each for the final failure, not for the try before, and why says so")
    void finalFailureIsCalledAboutOnce() {
        RunKey run = host.run("hooked", callback("/dag") + "\n"
                + Dags.oneTask("hooked", "exit 3", "retries: 1", "retry_delay_seconds: 1", callback("/task?secret=x")));
        assertThat(host.api().awaitEnd(run)).isEqualTo("failed");

        Waits.until("both are called", () -> calls.size() == 2, calls::toString);
        Waits.throughout("and nobody twice", Duration.ofSeconds(3), () -> calls.size() == 2);
        assertThat(calls).anySatisfy(call -> assertThat(call).startsWith("/task?secret=x {")
                .contains("\"dag_id\":\"hooked\"", "\"task_id\":\"t\"", "\"try_number\":2", "\"state\":\"failed\"",
                        "\"log_url\":\"http://127.0.0.1:"))
                .anySatisfy(call -> assertThat(call).startsWith("/dag {").contains("\"reason\":\"failed: t\""));
        assertThat(host.dexaflow("why", run.dagId(), run.runId(), "t").run().out()).contains("callback_delivered")
                .doesNotContain("secret");
    }

    @Test
    @DisplayName("R54: who answers 500 is called again after two minutes, and after the fifth time no more")
    void failedCallIsRepeated() {
        answer = 500;
        RunKey run = host.run("stubborn", callback("/") + "\n" + Dags.oneTask("stubborn", "false"));
        assertThat(host.api().awaitEnd(run)).isEqualTo("failed");
        for (int attempt = 1; attempt <= 5; attempt++) {
            int expected = attempt;
            Waits.until("attempt " + attempt, () -> labels(run) == expected, calls::toString);
            new Clock(host).move(Duration.ofMinutes(2));
        }
        Waits.throughout("no sixth", Duration.ofSeconds(3), () -> calls.size() == 5);
        assertThat(host.rows().one("select state, attempts from dexaflow.callback where dag_id = 'stubborn'"))
                .containsEntry("state", "dropped")
                .containsEntry("attempts", 5);
    }

    private static long labels(RunKey run) {
        return host.rows()
                .number("select count(*) from dexaflow.decision where dag_id = ? and actor = 'callbacks'", run.dagId());
    }

    @Test
    @DisplayName("R19: a user's verdict on the run calls for the run and for the task that was running")
    void userVerdictIsCalledAbout() {
        RunKey run = host.run("ended", callback("/dag") + "\n" + Dags.oneTask("ended", "sleep 300", callback("/task")));
        host.api().awaitTask(run, "t", "running");

        host.api().patch(run.path(), Map.of("state", "failed")).ok();

        Waits.until("both are called", () -> calls.size() == 2, calls::toString);
    }

    @Test
    @DisplayName("contract 9: a callback command runs through the executor and is told of the failure")
    void commandRunsThroughTheExecutor() throws IOException {
        Path file = host.place().tmp().resolve("told");
        String command =
                "on_failure_callback: {command: [\"bash\", \"-c\", \"echo \\\"$1 $DEXAFLOW_PARAMS\\\" > " + file
                        + "\", \"x\", \"{{ task_id }} {{ run_id }}\"]}";
        RunKey run = host.run("commanded", Dags.oneTask("commanded", "false", command));
        assertThat(host.api().awaitEnd(run)).isEqualTo("failed");

        Waits.until("the command has run", () -> host.rows()
                .number("select count(*) from dexaflow.dag_run where dag_id = 'commanded~on_failure'"
                        + " and state = 'success'")
                == 1,
                () -> host.rows()
                        .list("select * from dexaflow.task_instance where dag_id like 'commanded%'")
                        .toString());
        assertThat(Files.readString(file)).startsWith("t " + run.runId() + " {").contains("\"dag_id\":\"commanded\"");
    }

    @Test
    void hostForOneRunCallsBeforeItStops() {
        Path file =
                Dags.write(host.place().files(), "alone", callback("/alone") + "\n" + Dags.oneTask("alone", "false"));
        Place place = Homes.fresh("callbacks-alone");
        try {
            assertThat(Command.dexaflow(place, "run", file).onHome().run().exitCode()).isEqualTo(1);
        } finally {
            Leftovers.end(place);
            Homes.remove(place);
        }

        assertThat(calls).singleElement().satisfies(call -> assertThat(call).startsWith("/alone {"));
    }
}
