// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.client;

import com.fasterxml.jackson.jr.ob.JSON;
import io.dexaflow.launcher.CommandException;
import io.dexaflow.launcher.ExitCode;
import io.dexaflow.launcher.home.Home;
import io.dexaflow.launcher.home.ServerFile;
import io.dexaflow.launcher.home.ServerInfo;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The running host's API, as the local admin. Refusals become {@link CommandException}s: 2 for what the caller got
 * wrong, 3 when nobody answers, 4 when the host cannot do it now.
 */
public final class Api {

    private static final int PAGE = 1000;
    private static final int CONNECT_MILLIS = 5_000;
    private static final int READ_MILLIS = 60_000;

    private final String base;
    private final String token;

    private Api(String base, String token) {
        this.base = base;
        this.token = token;
    }

    /**
     * The API of the host that runs on this home.
     *
     * @throws CommandException with exit code 3 when there is none
     */
    public static Api of(Home home) {
        return of(home, ServerFile.require(home));
    }

    /** The API of this host. */
    public static Api of(Home home, ServerInfo server) {
        try {
            return new Api(server.api(), Files.readString(home.token()).strip());
        } catch (IOException e) {
            throw new CommandException(ExitCode.NO_HOST, "the token of the home cannot be read: " + e.getMessage());
        }
    }

    /** An element of a path, escaped. */
    public static String escaped(String element) {
        return URLEncoder.encode(element, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** The path of a run. */
    public static String pathOf(RunKey run) {
        return "/api/v2/dags/" + escaped(run.dagId()) + "/dagRuns/" + escaped(run.dagRunId());
    }

    /** Reads JSON. */
    public Map<String, Object> get(String path) {
        return json(send("GET", path, null, "application/json"));
    }

    /**
     * Copies a text as it comes, however long it is.
     *
     * @return how many bytes it had
     * @throws CommandException when the host does not answer, or refuses
     */
    public long copyText(String path, OutputStream to) {
        return send("GET", path, null, "text/plain", in -> in.transferTo(to));
    }

    /**
     * The end of a text, however long it is.
     *
     * @param most the most bytes
     * @throws CommandException when the host does not answer, or refuses
     */
    public byte[] endOfText(String path, int most) {
        return send("GET", path, null, "text/plain", in -> {
            byte[] end = new byte[0];
            for (byte[] piece = in.readNBytes(most); piece.length > 0; piece = in.readNBytes(most)) {
                byte[] both = Arrays.copyOf(end, end.length + piece.length);
                System.arraycopy(piece, 0, both, end.length, piece.length);
                end = Arrays.copyOfRange(both, Math.max(0, both.length - most), both.length);
            }
            return end;
        });
    }

    /**
     * Reads bytes as they come.
     *
     * @throws CommandException when the host does not answer, refuses, or breaks off
     */
    public <T> T read(String path, Reader<T> reader) {
        return send("GET", path, null, "*/*", reader);
    }

    /** Sends JSON and reads JSON. */
    public Map<String, Object> post(String path, Map<String, Object> body) {
        return json(send("POST", path, body, "application/json"));
    }

    /** Changes something and reads JSON. {@link HttpURLConnection} has no PATCH, so this one pays for a bigger client. */
    public Map<String, Object> patch(String path, Map<String, Object> body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + path))
                .timeout(Duration.ofMillis(READ_MILLIS))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .method("PATCH", HttpRequest.BodyPublishers.ofString(text(body)))
                .build();
        try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
            if (response.statusCode() >= 400) {
                throw refusal(response.statusCode(), response.body());
            }
            return json(response.body());
        } catch (IOException e) {
            throw gone(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandException(ExitCode.INTERRUPTED, "interrupted");
        }
    }

    /**
     * Reads a whole list, page by page.
     *
     * @param path the list's path, with its query if it has one
     * @param member the name of the list in the answer
     * @param most how many rows to read at most
     */
    public Map<String, Object> list(String path, String member, int most) {
        List<Object> rows = new ArrayList<>();
        Object total = null;
        int page;
        do {
            int limit = Math.min(PAGE, most - rows.size());
            Map<String, Object> answer = get(path + (path.contains("?") ? "&" : "?") + "limit=" + limit + "&offset="
                    + rows.size());
            List<?> got = answer.get(member) instanceof List<?> list ? list : List.of();
            rows.addAll(got);
            total = answer.get("total_entries");
            page = got.size();
        } while (page == PAGE && rows.size() < most);
        Map<String, Object> whole = new LinkedHashMap<>();
        whole.put(member, rows);
        whole.put("total_entries", total == null ? rows.size() : total);
        return whole;
    }

    /** The rows of such a list. */
    @SuppressWarnings("unchecked")
    public static List<Map<String, Object>> rows(Map<String, Object> list, String member) {
        return (List<Map<String, Object>>) list.get(member);
    }

    private byte[] send(String method, String path, Map<String, Object> body, String accept) {
        return send(method, path, body, accept, InputStream::readAllBytes);
    }

    /** Takes an answer off the wire. */
    @FunctionalInterface
    public interface Reader<T> {

        /**
         * Reads an answer.
         *
         * @throws IOException when it broke off
         */
        T read(InputStream in) throws IOException;
    }

    private <T> T send(String method, String path, Map<String, Object> body, String accept, Reader<T> reader) {
        try {
            HttpURLConnection connection = (HttpURLConnection) URI.create(base + path).toURL().openConnection();
            connection.setConnectTimeout(CONNECT_MILLIS);
            connection.setReadTimeout(READ_MILLIS);
            connection.setRequestMethod(method);
            connection.setRequestProperty("Authorization", "Bearer " + token);
            connection.setRequestProperty("Accept", accept);
            if (body != null) {
                connection.setDoOutput(true);
                connection.setRequestProperty("Content-Type", "application/json");
                connection.getOutputStream().write(text(body).getBytes(StandardCharsets.UTF_8));
            }
            int status = connection.getResponseCode();
            try (InputStream in = status >= 400 ? connection.getErrorStream() : connection.getInputStream()) {
                if (status >= 400) {
                    throw refusal(status, in == null ? new byte[0] : in.readAllBytes());
                }
                return reader.read(in);
            }
        } catch (IOException e) {
            throw gone(e);
        }
    }

    private CommandException gone(IOException e) {
        return new CommandException(ExitCode.NO_HOST, "the host at " + base + " does not answer (" + e.getMessage()
                + "); it may be stopping");
    }

    private static CommandException refusal(int status, byte[] answer) {
        String detail = detailOf(answer);
        return switch (status) {
            case 401, 403 -> CommandException.badInput("the host refused the token of this home: " + detail);
            case 503 -> new CommandException(ExitCode.NOT_READY, "the host is not ready: " + detail);
            default -> status < 500 ? CommandException.badInput(detail)
                    : new CommandException(ExitCode.NOT_READY, "the host failed (HTTP " + status + "): " + detail);
        };
    }

    private static String detailOf(byte[] answer) {
        String text = new String(answer, StandardCharsets.UTF_8).strip();
        try {
            Object detail = JSON.std.mapFrom(text).get("detail");
            return detail == null ? text : readable(detail);
        } catch (IOException e) {
            return text.isEmpty() ? "no reason given" : text;
        }
    }

    /** A detail is a text, or a list of {@code {loc, msg}} for a body that is wrong. */
    private static String readable(Object detail) {
        if (!(detail instanceof List<?> errors)) {
            return detail.toString();
        }
        List<String> lines = new ArrayList<>();
        for (Object error : errors) {
            lines.add(error instanceof Map<?, ?> one && one.get("msg") != null
                    ? (one.get("loc") == null ? "" : one.get("loc") + ": ") + one.get("msg")
                    : String.valueOf(error));
        }
        return String.join("\n", lines);
    }

    private static Map<String, Object> json(byte[] answer) {
        try {
            return answer.length == 0 ? Map.of() : JSON.std.mapFrom(answer);
        } catch (IOException e) {
            throw new CommandException(ExitCode.NOT_READY, "the host answered something that is no JSON: "
                    + e.getMessage());
        }
    }

    private static String text(Map<String, Object> body) {
        try {
            return JSON.std.asString(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
