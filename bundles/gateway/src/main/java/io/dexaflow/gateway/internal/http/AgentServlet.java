// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.http;

import io.dexaflow.gateway.internal.spec.SpecBook;
import io.dexaflow.gateway.internal.token.JwtAgentTokens;
import io.dexaflow.store.AttemptLedger;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletAsyncSupported;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletName;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/**
 * The agents' HTTP end (docs/agent-protocol.md). Each request has a virtual thread of its own, so that a thousand waiting
 * workers hold none of the server's threads. Without a store or while stopping it answers 503 and the agents ask again.
 */
@Component(name = "io.dexaflow.gateway.http", service = Servlet.class)
@HttpWhiteboardServletName("dexaflow-agents")
@HttpWhiteboardServletPattern("/agent/v1/*")
@HttpWhiteboardServletAsyncSupported
public final class AgentServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private static final long LONGEST_STOP_SECONDS = 5;

    private final transient Exchange exchange;
    private final transient ExecutorService threads =
            Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("agent-request-", 0).factory());

    @Activate
    public AgentServlet(@Reference(name = "tokens") JwtAgentTokens tokens,
            @Reference(name = "attempts") AttemptLedger attempts, @Reference(name = "specs") SpecBook specs,
            @Reference(name = "sources") AssignmentSources sources,
            @Reference(name = "scheduler") SchedulerLink scheduler) {
        exchange = new Exchange(tokens,
                Map.of("/poll", new PollEndpoint(tokens, sources, specs), "/register",
                        new RegisterEndpoint(tokens, specs),
                        "/reports", new ReportEndpoint(tokens, attempts, specs.names(), scheduler), "/heartbeats",
                        new HeartbeatEndpoint(tokens, attempts), "/outputs", new OutputEndpoint(tokens, attempts)));
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        AsyncContext async = request.startAsync();
        async.setTimeout(0);
        try {
            threads.execute(() -> {
                try {
                    exchange.serve(request, response);
                } finally {
                    async.complete();
                }
            });
        } catch (RejectedExecutionException e) {
            exchange.stopping(response);
            async.complete();
        }
    }

    /** Those who wait are told to ask again; what is being written is written. */
    @Deactivate
    void stop() throws InterruptedException {
        threads.shutdownNow();
        threads.awaitTermination(LONGEST_STOP_SECONDS, TimeUnit.SECONDS);
    }
}
