// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.dexaflow.launcher.home.Home;
import io.dexaflow.launcher.home.ProcessStamp;
import io.dexaflow.launcher.home.ServerFile;
import io.dexaflow.launcher.home.ServerInfo;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A home with a host that answers what a test tells it to; the last answer of a path is repeated. */
public final class FakeHost implements AutoCloseable {

    private record Reply(int status, String body) {}

    private final Map<String, Deque<Reply>> replies = new ConcurrentHashMap<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    private final Home home;

    /** Starts on a free port. */
    public FakeHost(Path folder) throws IOException {
        home = new Home(folder);
        server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        Files.writeString(home.token(), "secret\n");
        ServerFile.write(home, new ServerInfo("lite", ProcessStamp.ofThisProcess(), "http://127.0.0.1:"
                + server.getAddress().getPort(), null, "", ""));
    }

    /** Its home. */
    public Home home() {
        return home;
    }

    /** What came in, as {@code GET /path body}. */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    /** Has an answer for a path; several are given one after the other. */
    public FakeHost says(String path, int status, String body) {
        replies.computeIfAbsent(path, any -> new ArrayDeque<>()).add(new Reply(status, body));
        return this;
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getRawPath();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        requests.add((exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body).strip());
        Reply reply = next(path);
        if (!"Bearer secret".equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            reply = new Reply(401, "{\"detail\": \"no token\"}");
        }
        byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(reply.status(), bytes.length == 0 ? -1 : bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    private synchronized Reply next(String path) {
        Deque<Reply> known = replies.get(path);
        if (known == null) {
            return new Reply(404, "{\"detail\": \"nothing at " + path + "\"}");
        }
        return known.size() > 1 ? known.poll() : known.peek();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
