// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.dexaflow.control.ExecutorDirectory.ExecutorInfo;
import io.dexaflow.control.Gate.GateStatus;
import io.dexaflow.control.SchedulerHealth;
import io.dexaflow.diagnosis.Doctor;
import io.dexaflow.itest.support.AirflowApi;
import io.dexaflow.rest.internal.admin.ConfigServlet;
import io.dexaflow.rest.internal.admin.EventLogsServlet;
import io.dexaflow.rest.internal.admin.JobsServlet;
import io.dexaflow.rest.internal.admin.PluginsServlet;
import io.dexaflow.rest.internal.admin.PoolsServlet;
import io.dexaflow.rest.internal.admin.VariablesServlet;
import io.dexaflow.rest.internal.backfills.BackfillsServlet;
import io.dexaflow.rest.internal.dags.DagFactsServlet;
import io.dexaflow.rest.internal.dags.DagsServlet;
import io.dexaflow.rest.internal.dags.StoredDags;
import io.dexaflow.rest.internal.host.DoctorServlet;
import io.dexaflow.rest.internal.host.ExecutorsServlet;
import io.dexaflow.rest.internal.host.GateServlet;
import io.dexaflow.rest.internal.host.HealthServlet;
import io.dexaflow.rest.internal.host.HostServlet;
import io.dexaflow.rest.internal.host.ImportErrorsServlet;
import io.dexaflow.rest.internal.host.ProbeServlet;
import io.dexaflow.rest.internal.host.ReapersServlet;
import io.dexaflow.rest.internal.host.RunFileServlet;
import io.dexaflow.rest.internal.host.WhyServlet;
import io.dexaflow.rest.internal.http.Audit;
import io.dexaflow.rest.internal.http.ResourceServlet;
import io.dexaflow.rest.internal.http.RestHost;
import jakarta.servlet.Servlet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** The API on a real server with the paths it has in the host, everything behind it in memory. */
final class Rest {

    static final String RUNS = "/api/v2/dags/sales/dagRuns";

    final MemoryReadings readings = new MemoryReadings();
    final MemoryCatalog catalog = new MemoryCatalog(readings);
    final MemoryStore store = new MemoryStore(readings);
    final MemoryBackfills backfills = new MemoryBackfills(readings);
    final Audit audit = new Audit(store.eventLedger());
    final MemoryControl control = new MemoryControl(readings);
    final MemoryLog logs = new MemoryLog();
    final String token;
    volatile Doctor.Report report = new Doctor.Report(true, List.of());
    volatile boolean schedulerHealthy = true;
    final MemoryMaintenance maintenance = new MemoryMaintenance();
    volatile GateStatus gate = new GateStatus(false, "", 0, null, false, List.of("leadership"), false, null);

    private final JsonMapper json = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();
    private final HttpClient client = HttpClient.newHttpClient();
    private final Server server = new Server();
    private final ServletContextHandler context = new ServletContextHandler("/");
    final RestHost host;

    /**
     * @param whole whether all parts are there, or only what needs nothing
     */
    Rest(Path home, boolean whole) throws Exception {
        host = new RestHost(home, "0.1.0", "/dags", "127.0.0.1");
        token = Files.readString(home.resolve("token")).strip();
        ServerConnector connector = new ServerConnector(server, 1, 1);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        add(context, new HostServlet(host), "/api/*", "/dexaflow/*");
        add(context, new ProbeServlet(whole ? () -> report : null), "/health/*");
        if (whole) {
            add(context, new DagsServlet(host, new StoredDags(readings, new OneDag(), catalog, audit), control, logs),
                    "/api/v2/dags/*");
            addAdmin();
            add(context, new HealthServlet(host, readings, health(),
                    () -> List.of(new ExecutorInfo("subprocess", "b/1", true, 2)), maintenance), "/api/v2/monitor/*");
            add(context, new RunFileServlet(host, control), "/dexaflow/v1/runs/*");
            add(context, new DoctorServlet(host, () -> report), "/dexaflow/v1/doctor");
            add(context, new ExecutorsServlet(host, () -> List.of(new ExecutorInfo("subprocess", "b/1", true, 2))),
                    "/dexaflow/v1/executors");
            add(context, new GateServlet(host, () -> gate), "/dexaflow/v1/gate");
            add(context, new ReapersServlet(host, maintenance), "/dexaflow/v1/reapers");
            add(context, new WhyServlet(host, maintenance), "/dexaflow/v1/why/*");
        }
        server.setHandler(context);
        server.start();
    }

    private void addAdmin() {
        add(new ImportErrorsServlet(host, catalog), "/api/v2/importErrors/*");
        add(new DagFactsServlet(host, catalog), "/api/v2/dagSources/*", "/api/v2/dagStats/*", "/api/v2/dagTags/*");
        add(new PoolsServlet(host, store.poolLedger(), audit), "/api/v2/pools/*");
        add(new BackfillsServlet(host, backfills, new OneDag(), () -> MemoryReadings.TIME, audit),
                "/api/v2/backfills/*");
        add(new VariablesServlet(host, store.variableLedger(), audit), "/api/v2/variables/*");
        add(new EventLogsServlet(host, store.eventLedger()), "/api/v2/eventLogs/*");
        add(new JobsServlet(host, readings, health()), "/api/v2/jobs/*");
        add(new ConfigServlet(host, Framework.configurations()), "/api/v2/config/*");
        add(new PluginsServlet(host, Framework.bundles()), "/api/v2/plugins/*");
    }

    /** Adds a part. */
    void add(Servlet servlet, String... patterns) {
        add(context, servlet, patterns);
    }

    /** The parts that are there. */
    List<ResourceServlet> parts() throws Exception {
        List<ResourceServlet> parts = new ArrayList<>();
        for (ServletHolder holder : context.getServletHandler().getServlets()) {
            if (holder.getServlet() instanceof ResourceServlet part) {
                parts.add(part);
            }
        }
        return parts;
    }

    private static void add(ServletContextHandler context, Servlet servlet, String... patterns) {
        ServletHolder holder = new ServletHolder(servlet);
        for (String pattern : patterns) {
            context.addServlet(holder, pattern);
        }
    }

    private SchedulerHealth health() {
        return new SchedulerHealth() {
            @Override
            public boolean healthy() {
                return schedulerHealthy;
            }

            @Override
            public Optional<Instant> latestTick() {
                return Optional.of(MemoryReadings.TIME);
            }
        };
    }

    /** Reads JSON, which must be as a schema of Airflow's has it. */
    JsonNode get(String path, String schema) throws Exception {
        return valid(send(request(path).GET()), 200, schema);
    }

    JsonNode post(String path, String body, String schema) throws Exception {
        return valid(send(request(path).POST(HttpRequest.BodyPublishers.ofString(body))), 200, schema);
    }

    HttpResponse<String> post(String path, String body) throws Exception {
        return send(request(path).POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    HttpResponse<String> patch(String path, String body) throws Exception {
        return send(request(path).method("PATCH", HttpRequest.BodyPublishers.ofString(body)));
    }

    HttpResponse<String> delete(String path) throws Exception {
        return send(request(path).DELETE());
    }

    HttpResponse<String> get(String path) throws Exception {
        return send(request(path).GET());
    }

    /** The detail of an error, which must be as Airflow's API has it. */
    String detail(HttpResponse<String> response, int status) throws Exception {
        JsonNode body = valid(response, status, status == 422 ? "HTTPValidationError" : "HTTPExceptionResponse");
        return status == 422 ? body.at("/detail/0/msg").asText() : body.path("detail").asText();
    }

    JsonNode valid(HttpResponse<String> response, int status, String schema) throws Exception {
        if (response.statusCode() != status) {
            throw new AssertionError(response.statusCode() + " " + response.body());
        }
        JsonNode body = json.readTree(response.body());
        List<String> errors = schema == null ? List.of() : AirflowApi.faultsOf(schema, response.body());
        if (!errors.isEmpty()) {
            throw new AssertionError(errors + " in " + body);
        }
        return body;
    }

    HttpRequest.Builder request(String path) {
        return anonymous(path).header("Authorization", "Bearer " + token);
    }

    HttpRequest.Builder anonymous(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                .header("Content-Type", "application/json")
                .timeout(Duration.ofSeconds(30));
    }

    /** Sends a request of Airflow's API or ours; an answer of the former is as Airflow's document has it. */
    HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        HttpRequest sent = request.build();
        HttpResponse<String> answer = client.send(sent, HttpResponse.BodyHandlers.ofString());
        if (sent.uri().getPath().startsWith("/api/v2/") && !sent.method().equals("HEAD")) {
            AirflowApi.check(sent.method(), sent.uri().getRawPath(), answer.statusCode(),
                    answer.headers().firstValue("Content-Type").orElse(null), answer.body());
        }
        return answer;
    }

    HttpResponse<byte[]> sendForBytes(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    /** Sends a request line and headers as they are; returns the status. */
    int raw(String requestLine, String... headers) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port())) {
            socket.setSoTimeout(10_000);
            String request = requestLine + "\r\n" + String.join("\r\n", headers) + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            socket.getInputStream().transferTo(answer);
            return Integer.parseInt(answer.toString(StandardCharsets.ISO_8859_1).split(" ")[1]);
        }
    }

    private int port() {
        return ((ServerConnector) server.getConnectors()[0]).getLocalPort();
    }

    void close() throws Exception {
        server.stop();
        client.close();
    }
}
