// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.host;

import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.ResourceServlet;
import io.dexaflow.rest.internal.http.RestHost;
import io.dexaflow.rest.internal.http.Route;
import jakarta.servlet.Servlet;
import java.util.ArrayList;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletName;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/**
 * What can be said of the host without anything else of it: its version, and, where a part of the API is missing because
 * something it needs is, that it is (503). Any other path is not found.
 */
@Component(name = "io.dexaflow.rest.fallback", service = Servlet.class)
@HttpWhiteboardServletName("dexaflow-rest-fallback")
@HttpWhiteboardServletPattern({"/api/*", "/dexaflow/*"})
public final class HostServlet extends ResourceServlet {

    private static final long serialVersionUID = 1L;

    private static final String DAGS = "/api/v2/dags";
    private static final List<String> PARTS = List.of(DAGS, "/api/v2/importErrors", "/api/v2/importErrors/{id}",
            "/api/v2/dagSources/{dag_id}", "/api/v2/dagStats", "/api/v2/dagTags", "/api/v2/pools",
            "/api/v2/pools/{name}",
            "/api/v2/variables", "/api/v2/variables/{key}", "/api/v2/eventLogs", "/api/v2/eventLogs/{id}",
            "/api/v2/jobs", "/api/v2/config", "/api/v2/plugins", "/dexaflow/v1/runs",
            "/dexaflow/v1/doctor", "/dexaflow/v1/ladder", "/dexaflow/v1/executors", "/dexaflow/v1/gate",
            "/dexaflow/v1/reapers", "/dexaflow/v1/events", "/dexaflow/v1/why/{dag_id}/{run_id}/{task_id}");
    private static final List<String> METHODS = List.of("GET", "POST", "PATCH", "DELETE");
    private static final int DEEPEST = 8;

    @Activate
    public HostServlet(@Reference(name = "host") RestHost host) {
        super(host, routes(host));
    }

    private static List<Route> routes(RestHost host) {
        List<Route> routes = new ArrayList<>();
        routes.add(Route.open("GET", "/api/v2/version",
                request -> Reply.ok(Json.object().put("version", host.version()).putNull("git_version"))));
        routes.add(Route.open("GET", "/api/v2/monitor/health",
                request -> Reply.ok(HealthForm.of(false, false, null))));
        PARTS.forEach(part -> METHODS.forEach(method -> routes.add(missing(method, part))));
        StringBuilder template = new StringBuilder(DAGS);
        for (int depth = 0; depth < DEEPEST; depth++) {
            template.append("/{").append(depth).append('}');
            METHODS.forEach(method -> routes.add(missing(method, template.toString())));
        }
        return routes;
    }

    private static Route missing(String method, String template) {
        return Route.of(method, template, request -> {
            throw Problem.of(503, "this part of the API is starting, or waits for something it needs;"
                    + " 'dexaflow doctor' says what");
        });
    }
}
