// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.gateway.internal.token.JwtAgentTokens;
import io.dexaflow.gateway.internal.token.TokenClaims;
import io.dexaflow.gateway.internal.token.TokenClaims.ForWorker;
import io.dexaflow.store.StoreException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One request and its answer: method, token, size and form are checked here; the endpoint does the rest. */
final class Exchange {

    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

    private static final int SMALL_BODY = 64 * 1024;
    private static final int LARGEST_BODY = 8 * 1024 * 1024;
    private static final String BEARER = "bearer ";

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private final JwtAgentTokens tokens;
    private final Map<String, Endpoint> endpoints;

    Exchange(JwtAgentTokens tokens, Map<String, Endpoint> endpoints) {
        this.tokens = tokens;
        this.endpoints = endpoints;
    }

    /** Serves one request, whatever happens. */
    void serve(HttpServletRequest request, HttpServletResponse response) {
        try {
            write(response, 200, answer(request).put("server_time", tokens.now().toString()));
        } catch (BadRequestException e) {
            readRest(request);
            problem(response, e.status(), e.getMessage());
        } catch (InterruptedException e) {
            stopping(response);
        } catch (UnavailableException e) {
            unavailable(response, e.getMessage());
        } catch (StoreException e) {
            LOG.debug("an agent waits for the database cause={}", e.getMessage());
            unavailable(response, "the database is away");
        } catch (IOException e) {
            LOG.debug("an agent's request broke off cause={}", e.toString());
        } catch (RuntimeException e) {
            LOG.error("an agent's request failed path={}", request.getPathInfo(), e);
            problem(response, 500, "internal error; the host's log says more");
        }
    }

    /** The answer of a host that stops. */
    void stopping(HttpServletResponse response) {
        unavailable(response, "the host is shutting down");
    }

    private ObjectNode answer(HttpServletRequest request) throws IOException, InterruptedException {
        Endpoint endpoint = endpoints.get(String.valueOf(request.getPathInfo()));
        if (endpoint == null) {
            throw new BadRequestException("no such path; the agents' paths are " + endpoints.keySet());
        }
        if (!"POST".equals(request.getMethod())) {
            throw new BadRequestException(405, "only POST is understood here");
        }
        ForWorker worker = worker(request.getHeader("Authorization"));
        byte[] bytes = body(request);
        JsonNode body = parse(bytes);
        if (!worker.workerId().equals(Call.text(body, "worker"))) {
            throw new BadRequestException(403, "worker: the token is that of " + worker.workerId());
        }
        return endpoint.answer(new Call(worker, body, bytes.length));
    }

    private ForWorker worker(String authorization) {
        String token = authorization != null && authorization.toLowerCase(Locale.ROOT).startsWith(BEARER)
                ? authorization.substring(BEARER.length()).strip()
                : null;
        TokenClaims claims = tokens.read(token)
                .orElseThrow(() -> new BadRequestException(401,
                        "the worker token is missing, not ours, or has expired"));
        if (claims instanceof ForWorker worker) {
            return worker;
        }
        throw new BadRequestException(403, "this is not a worker's token");
    }

    /** A body that nobody has read ends the connection, and with it the request that the agent sends next on it. */
    private static void readRest(HttpServletRequest request) {
        try {
            if (request.getContentLengthLong() <= SMALL_BODY) {
                request.getInputStream().readNBytes(SMALL_BODY);
            }
        } catch (IOException e) {
            LOG.debug("an agent's request broke off cause={}", e.toString());
        }
    }

    private static byte[] body(HttpServletRequest request) throws IOException {
        String type = String.valueOf(request.getContentType()).toLowerCase(Locale.ROOT);
        if (!type.equals("application/json") && !type.startsWith("application/json;")) {
            throw new BadRequestException(415, "the body must be application/json");
        }
        byte[] bytes = request.getInputStream().readNBytes(LARGEST_BODY + 1);
        if (bytes.length > LARGEST_BODY) {
            throw new BadRequestException(413, "the body is longer than " + LARGEST_BODY + " bytes");
        }
        return bytes;
    }

    private static JsonNode parse(byte[] bytes) throws IOException {
        try {
            JsonNode body = JSON.readTree(bytes);
            if (body != null && body.isObject()) {
                return body;
            }
            throw new BadRequestException("the body must be a JSON object");
        } catch (JsonProcessingException e) {
            throw new BadRequestException("the body is not JSON: " + e.getOriginalMessage());
        }
    }

    private static void unavailable(HttpServletResponse response, String words) {
        response.setHeader("Retry-After", "1");
        problem(response, 503, words);
    }

    private static void problem(HttpServletResponse response, int status, String words) {
        try {
            write(response, status, JSON.createObjectNode().put("detail", words));
        } catch (IOException e) {
            LOG.debug("an agent did not wait for its answer status={} cause={}", status, e.toString());
        }
    }

    private static void write(HttpServletResponse response, int status, ObjectNode answer) throws IOException {
        byte[] bytes = JSON.writeValueAsBytes(answer);
        // A thread that was told to stop could not write its last answer.
        boolean interrupted = Thread.interrupted();
        try {
            response.setStatus(status);
            response.setContentType("application/json");
            response.setContentLength(bytes.length);
            response.getOutputStream().write(bytes);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
