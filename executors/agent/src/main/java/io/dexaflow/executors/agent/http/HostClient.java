// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Sends requests to the host, over the JDK's own keep-alive connections, and sorts the answers. It waits for nothing and
 * repeats nothing but a request whose token or address turned out to be old: its callers decide when to try again.
 */
public final class HostClient {

    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration ANSWER = Duration.ofSeconds(30);
    private static final int LONGEST_ANSWER = 64 << 20;
    private static final int LONGEST_WORDS = 300;

    private final ServerAddress address;
    private final WorkerToken token;
    private final String agent;

    /**
     * @param address where the host is
     * @param token the worker's token
     * @param version the agent's version
     */
    public HostClient(ServerAddress address, WorkerToken token, String version) {
        this.address = address;
        this.token = token;
        this.agent = "dexaflow-agent/" + version;
    }

    /** The worker's token, to be renewed with what the host gives. */
    public WorkerToken token() {
        return token;
    }

    /** Whether a host wrote its address since it was last looked at: there is no need to wait any longer. */
    public boolean hostHasComeUp() {
        return address.rewritten();
    }

    /** Whether the host is known to have stopped, and no other has come up. */
    public boolean hostIsGone() {
        return address.hostIsGone();
    }

    /** Posts a JSON body. */
    public Answer post(String path, Object body) {
        return post(path, body, Duration.ZERO);
    }

    /** Posts a JSON body to an end that may keep the request open for a while. */
    public Answer post(String path, Object body, Duration keptOpen) {
        byte[] content = Json.bytes(body);
        Answer answer = once(path, content, keptOpen);
        boolean elsewhere = !(answer instanceof Answer.Ok) && address.reread();
        if (elsewhere) {
            token.addressChanged();
        }
        boolean newToken = answer instanceof Answer.Unauthorised && token.reread();
        if (elsewhere || newToken) {
            answer = once(path, content, keptOpen);
        }
        if (!(answer instanceof Answer.Ok) && address.hostIsGone()) {
            return new Answer.Later("the host is not running");
        }
        return answer;
    }

    private Answer once(String path, byte[] content, Duration keptOpen) {
        String bearer = token.current();
        if (bearer == null) {
            return new Answer.Unauthorised();
        }
        if (address.url() == null) {
            return new Answer.Later("no host has written its address yet");
        }
        try {
            HttpURLConnection connection = (HttpURLConnection) URI.create(address.url() + path)
                    .toURL()
                    .openConnection(Proxy.NO_PROXY);
            prepare(connection, bearer, keptOpen);
            try (OutputStream out = connection.getOutputStream()) {
                out.write(content);
            }
            return sort(connection, bearer);
        } catch (IOException | IllegalArgumentException failed) {
            return new Answer.Later(failed.toString());
        }
    }

    private void prepare(HttpURLConnection connection, String bearer, Duration keptOpen) throws IOException {
        connection.setRequestMethod("POST");
        connection.setDoOutput(true);
        connection.setInstanceFollowRedirects(false);
        connection.setUseCaches(false);
        connection.setConnectTimeout((int) CONNECT.toMillis());
        connection.setReadTimeout((int) ANSWER.plus(keptOpen).toMillis());
        connection.setRequestProperty("Content-Type", "application/json");
        connection.setRequestProperty("Accept", "application/json");
        connection.setRequestProperty("User-Agent", agent);
        connection.setRequestProperty("Authorization", "Bearer " + bearer);
    }

    private Answer sort(HttpURLConnection connection, String bearer) throws IOException {
        int status = connection.getResponseCode();
        byte[] body = body(connection, status);
        switch (status) {
            case 200 -> {
                try {
                    return new Answer.Ok(Json.object(body));
                } catch (IOException notOurs) {
                    return new Answer.Later("the answer is not what a host says: " + notOurs.getMessage());
                }
            }
            case 401 -> {
                token.refuse(bearer);
                return new Answer.Unauthorised();
            }
            case 400, 403, 413, 422 -> {
                return new Answer.Refused(words(status, body));
            }
            // 404 too: a host whose gateway is just being replaced has no such path for a moment.
            default -> {
                return new Answer.Later(words(status, body));
            }
        }
    }

    /** Reads it whole, or the connection could not be used again. */
    private static byte[] body(HttpURLConnection connection, int status) throws IOException {
        try (InputStream in = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            return in == null ? new byte[0] : in.readNBytes(LONGEST_ANSWER);
        }
    }

    private static String words(int status, byte[] body) {
        String text = new String(body, 0, Math.min(body.length, LONGEST_WORDS), StandardCharsets.UTF_8).strip();
        return text.isEmpty() ? "status " + status : "status " + status + ": " + text;
    }
}
