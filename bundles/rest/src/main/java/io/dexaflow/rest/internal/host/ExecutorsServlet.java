// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.host;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.control.ExecutorDirectory;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.ResourceServlet;
import io.dexaflow.rest.internal.http.RestHost;
import io.dexaflow.rest.internal.http.Route;
import jakarta.servlet.Servlet;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletName;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/** The executors that this host can dispatch to. */
@Component(name = "io.dexaflow.rest.executors", service = Servlet.class)
@HttpWhiteboardServletName("dexaflow-rest-executors")
@HttpWhiteboardServletPattern("/dexaflow/v1/executors")
public final class ExecutorsServlet extends ResourceServlet {

    private static final long serialVersionUID = 1L;

    @Activate
    public ExecutorsServlet(@Reference(name = "host") RestHost host,
            @Reference(name = "executors") ExecutorDirectory executors) {
        super(host, List.of(Route.of("GET", "/dexaflow/v1/executors", request -> Reply.ok(list(executors)))));
    }

    private static ObjectNode list(ExecutorDirectory executors) {
        ObjectNode json = Json.object();
        ArrayNode rows = json.putArray("executors");
        executors.executors()
                .forEach(one -> rows.addObject()
                        .put("name", one.name())
                        .put("bundle", one.bundle())
                        .put("default", one.isDefault())
                        .put("in_flight", one.inFlight()));
        return json;
    }
}
