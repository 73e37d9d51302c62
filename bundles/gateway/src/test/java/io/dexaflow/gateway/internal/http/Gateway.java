// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dexaflow.control.RunControl;
import io.dexaflow.gateway.internal.MemoryAttempts;
import io.dexaflow.gateway.internal.OneDag;
import io.dexaflow.gateway.internal.SettableClock;
import io.dexaflow.gateway.internal.TestLadder;
import io.dexaflow.gateway.internal.log.FileAttemptLog;
import io.dexaflow.gateway.internal.spec.SpecBook;
import io.dexaflow.gateway.internal.token.JwtAgentTokens;
import io.dexaflow.model.AttemptId;
import io.dexaflow.model.Command;
import io.dexaflow.model.Dag;
import io.dexaflow.model.SecretRef;
import io.dexaflow.model.Task;
import io.dexaflow.model.Work;
import io.dexaflow.trail.Decision;
import io.dexaflow.trail.DecisionTrail;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The agents' HTTP end on a real server with few threads, everything behind it in memory. */
final class Gateway {

    static final UUID VERSION = new UUID(0, 3);
    static final String WORKER = "w-1";

    /** The server's own threads; waiting workers must not need them. */
    private static final int SERVER_THREADS = 8;

    final SettableClock clock = new SettableClock();
    final MemoryAttempts ledger = new MemoryAttempts(clock);
    final Told told = new Told();
    final Woken woken = new Woken();
    final AssignmentSources sources = new AssignmentSources();
    final JwtAgentTokens tokens;
    final AgentServlet servlet;

    private final ObjectMapper json = new ObjectMapper();
    private final HttpClient client = HttpClient.newHttpClient();
    private final Server server;

    Gateway(Path home) throws Exception {
        tokens = new JwtAgentTokens(home.resolve("auth.key"), new TestLadder(Duration.ofHours(24)), clock);
        SpecBook specs = new SpecBook(ledger, new OneDag(VERSION, dag()), new FileAttemptLog(home.resolve("logs")),
                new SpecBook.Settings(home.resolve("scratch"), 1000, List.of("PATH")));
        servlet = new AgentServlet(tokens, ledger, specs, sources, new SchedulerLink(woken.control(), told));
        server = new Server(new QueuedThreadPool(SERVER_THREADS));
        ServerConnector connector = new ServerConnector(server, 1, 1);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler("/");
        ServletHolder holder = new ServletHolder(servlet);
        holder.setAsyncSupported(true);
        context.addServlet(holder, "/agent/v1/*");
        server.setHandler(context);
        server.start();
    }

    private static Dag dag() {
        Work work = new Work(new Command(List.of("run", "{{ try_number }}"), null), Map.of("REGION", "emea"),
                Map.of("P", new SecretRef("DB", null, null), "F", new SecretRef(null, "/s", null), "K",
                        new SecretRef(null, null, new SecretRef.KubernetesSecretKey("n", "k"))),
                "/srv", Duration.ofSeconds(600));
        Work broken = new Work(new Command(List.of("{{ xcom('a', 'b') }}"), null), Map.of(), Map.of(), null, null);
        return new Dag("sales", null, null, null, null, Map.of(), null,
                List.of(new Task("load", work, List.of(), null, null, null, null),
                        new Task("broken", broken, List.of(), null, null, null, null)));
    }

    String workerToken() {
        return tokens.forWorker(WORKER, "subprocess");
    }

    /** Makes an attempt live and returns its token. */
    String start(AttemptId attempt) {
        ledger.start(attempt, VERSION, "{}", null);
        return token(attempt);
    }

    String token(AttemptId attempt) {
        return tokens.forAttempt(attempt, new UUID(7, 7), clock.now());
    }

    JsonNode ok(String path, String body) throws Exception {
        HttpResponse<String> response = post(path, workerToken(), body);
        if (response.statusCode() != 200) {
            throw new AssertionError(response.statusCode() + " " + response.body());
        }
        return json.readTree(response.body());
    }

    HttpResponse<String> post(String path, String token, String body) throws IOException, InterruptedException {
        return send(request(path, token).POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpRequest.Builder request(String path, String token) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + "/agent/v1" + path))
                        .header("Content-Type", "application/json")
                        .timeout(Duration.ofSeconds(30));
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    private int port() {
        return ((ServerConnector) server.getConnectors()[0]).getLocalPort();
    }

    void close() throws Exception {
        servlet.stop();
        sources.stop();
        server.stop();
        client.close();
    }

    /** Remembers which runs it was told of; nothing else of it is asked. */
    static final class Woken {

        final List<List<UUID>> calls = new CopyOnWriteArrayList<>();

        @SuppressWarnings("unchecked")
        RunControl control() {
            return (RunControl) Proxy.newProxyInstance(Gateway.class.getClassLoader(), new Class<?>[]{RunControl.class},
                    (proxy, method, arguments) -> {
                        if (!method.getName().equals("wake")) {
                            throw new UnsupportedOperationException(method.getName());
                        }
                        calls.add((List<UUID>) arguments[0]);
                        return null;
                    });
        }
    }

    /** Remembers what it was told was written. */
    static final class Told implements DecisionTrail {

        final List<Decision> written = new CopyOnWriteArrayList<>();
        volatile boolean broken;

        @Override
        public void record(List<Decision> decisions) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void written(List<Decision> decisions) {
            if (broken) {
                throw new IllegalStateException("the scheduler is being swapped");
            }
            written.addAll(decisions);
        }
    }
}
