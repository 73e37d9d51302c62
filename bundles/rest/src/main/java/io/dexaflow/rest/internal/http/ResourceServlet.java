// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.dexaflow.control.RequestException;
import io.dexaflow.store.StoreException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets requests in, finds who answers them, and turns answers and failures into HTTP. Each servlet of the API is one of
 * these with routes of its own, so that each needs only what its answers need.
 */
public abstract class ResourceServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(ResourceServlet.class);

    private static final String RETRY_AFTER = "Retry-After";
    private static final int LARGEST_BODY = 10 * 1024 * 1024;
    /** Nobody knows yet who sends it. */
    private static final int LARGEST_OPEN_BODY = 16 * 1024;

    private final transient RestHost host;
    private final transient Router router;

    /**
     * @param host the host
     * @param routes what it answers; the first one that matches wins
     */
    protected ResourceServlet(RestHost host, List<Route> routes) {
        this.host = host;
        this.router = new Router(routes);
    }

    /** What it answers. */
    public final List<Route> routes() {
        return router.routes();
    }

    @Override
    protected final void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("X-Content-Type-Options", "nosniff");
        try {
            write(response, answer(request));
        } catch (Problem e) {
            if (e.retrySeconds() > 0) {
                response.setHeader(RETRY_AFTER, Long.toString(e.retrySeconds()));
            }
            problem(request, response, e.status(), e.detail());
        } catch (RequestException e) {
            Problem problem = Problem.of(e);
            problem(request, response, problem.status(), problem.detail());
        } catch (StoreException e) {
            // The store says once that it is away; every reader saying so again would bury it.
            LOG.debug("a request failed for want of the database path={} cause={}", request.getRequestURI(),
                    e.getMessage());
            problem(request, response, 503, words("the database does not answer; ask again in a moment"));
        } catch (RuntimeException e) {
            LOG.error("a request failed method={} path={}", request.getMethod(), request.getRequestURI(), e);
            problem(request, response, 500, words("Internal Server Error; the host's log says more"));
        }
    }

    private Reply answer(HttpServletRequest request) throws IOException {
        host.doorkeeper().checkOrigin(request);
        String method = "HEAD".equals(request.getMethod()) ? "GET" : request.getMethod();
        List<String> path;
        Router.Match match;
        try {
            path = Decoding.path(request.getRequestURI());
            match = router.find(method, path);
        } catch (Problem unknown) {
            caller(request);
            throw unknown;
        }
        boolean isOpen = match.route().open();
        Caller caller = isOpen ? Caller.nobody(request.getRemoteAddr()) : caller(request);
        if (!isOpen) {
            Doorkeeper.checkRole(caller, method, path);
        }
        String accept = request.getHeader("Accept");
        return match.route()
                .handler()
                .answer(new Request(match.values(), Query.of(request.getQueryString()),
                        accept == null ? "" : accept.toLowerCase(Locale.ROOT),
                        content(request, method, isOpen ? LARGEST_OPEN_BODY : LARGEST_BODY), caller));
    }

    private Caller caller(HttpServletRequest request) {
        return host.doorkeeper().caller(request, host.people()).at(request.getRemoteAddr());
    }

    /** Only JSON is read: what a form of another site could send is not. */
    private static byte[] content(HttpServletRequest request, String method, int largest) throws IOException {
        if (method.equals("GET") || method.equals("DELETE")) {
            return new byte[0];
        }
        if (request.getContentLengthLong() > largest) {
            throw tooLarge(largest);
        }
        byte[] content = request.getInputStream().readNBytes(largest + 1);
        if (content.length > largest) {
            throw tooLarge(largest);
        }
        String type = request.getContentType() == null ? "" : request.getContentType().toLowerCase(Locale.ROOT);
        if (content.length > 0 && !type.matches("application/([a-z0-9.-]+\\+)?json\\s*(;.*)?")) {
            throw Problem.invalid("model_attributes_type", List.of("header", "content-type"),
                    "the body must be application/json");
        }
        return content;
    }

    private static Problem tooLarge(int largest) {
        return Problem.of(413, "the body is longer than " + largest + " bytes");
    }

    private static void write(HttpServletResponse response, Reply reply) throws IOException {
        switch (reply) {
            case Reply.Json json -> json(response, json.status(), json.body());
            case Reply.NoContent() -> response.setStatus(204);
            case Reply.Stream stream -> {
                response.setStatus(200);
                response.setContentType(stream.type());
                stream.headers().forEach(response::setHeader);
                stream.writer().writeTo(response.getOutputStream());
            }
        }
    }

    private static void problem(HttpServletRequest request, HttpServletResponse response, int status, JsonNode detail)
            throws IOException {
        if (response.isCommitted()) {
            // Half of the answer is on its way: only a broken connection can say that the rest is missing.
            throw new IOException("the answer broke off: " + detail);
        }
        drain(request);
        response.resetBuffer();
        if (status == 401) {
            response.setHeader("WWW-Authenticate", "Bearer");
        } else if (status == 503) {
            response.setHeader(RETRY_AFTER, "1");
        }
        json(response, status, Json.object().set("detail", detail));
    }

    /** A connection on which a body is still to come is closed, and the client's next request on it breaks. */
    private static void drain(HttpServletRequest request) throws IOException {
        long length = request.getContentLengthLong();
        if (length > 0 && length <= LARGEST_OPEN_BODY) {
            request.getInputStream().readNBytes((int) length);
        }
    }

    private static void json(HttpServletResponse response, int status, JsonNode body) throws IOException {
        byte[] bytes = Json.bytes(body);
        response.setStatus(status);
        response.setContentType("application/json");
        response.setContentLength(bytes.length);
        response.getOutputStream().write(bytes);
    }

    private static JsonNode words(String words) {
        return TextNode.valueOf(words);
    }
}
