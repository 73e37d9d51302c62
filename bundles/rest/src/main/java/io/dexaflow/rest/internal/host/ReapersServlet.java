// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.host;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.control.Maintenance;
import io.dexaflow.control.Maintenance.ReaperStatus;
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

/** The reapers that are here and what their last passes came to. */
@Component(name = "io.dexaflow.rest.reapers", service = Servlet.class)
@HttpWhiteboardServletName("dexaflow-rest-reapers")
@HttpWhiteboardServletPattern("/dexaflow/v1/reapers")
public final class ReapersServlet extends ResourceServlet {

    private static final long serialVersionUID = 1L;

    @Activate
    public ReapersServlet(@Reference(name = "host") RestHost host,
            @Reference(name = "maintenance") Maintenance maintenance) {
        super(host, List.of(Route.of("GET", "/dexaflow/v1/reapers", request -> Reply.ok(list(maintenance)))));
    }

    private static ObjectNode list(Maintenance maintenance) {
        ObjectNode json = Json.object();
        ArrayNode rows = json.putArray("reapers");
        maintenance.reapers().forEach(reaper -> put(rows.addObject(), reaper));
        return json;
    }

    private static void put(ObjectNode json, ReaperStatus reaper) {
        json.put("name", reaper.name())
                .put("bundle", reaper.bundle())
                .put("last_pass", reaper.lastPass() == null ? null : reaper.lastPass().toString())
                .put("took_seconds", reaper.took() == null ? null : reaper.took().toNanos() / 1e9)
                .put("candidates", reaper.candidates())
                .put("marked", reaper.marked());
        ObjectNode decisions = json.putObject("decisions");
        reaper.decisions().forEach(decisions::put);
    }
}
