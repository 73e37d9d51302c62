// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.host;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.control.Gate;
import io.dexaflow.control.Gate.GateStatus;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.ResourceServlet;
import io.dexaflow.rest.internal.http.RestHost;
import io.dexaflow.rest.internal.http.Route;
import jakarta.servlet.Servlet;
import java.time.Instant;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletName;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/** The leader, and what the settling gate waits for. */
@Component(name = "io.dexaflow.rest.gate", service = Servlet.class)
@HttpWhiteboardServletName("dexaflow-rest-gate")
@HttpWhiteboardServletPattern("/dexaflow/v1/gate")
public final class GateServlet extends ResourceServlet {

    private static final long serialVersionUID = 1L;

    @Activate
    public GateServlet(@Reference(name = "host") RestHost host, @Reference(name = "gate") Gate gate) {
        super(host, List.of(Route.of("GET", "/dexaflow/v1/gate", request -> Reply.ok(json(gate.gate())))));
    }

    private static ObjectNode json(GateStatus gate) {
        ObjectNode json = Json.object()
                .put("leader", gate.leader())
                .put("holder", gate.holder())
                .put("term", gate.term())
                .put("leader_since", text(gate.leaderSince()))
                .put("settled", gate.settled());
        gate.pending().forEach(json.putArray("pending")::add);
        return json.put("valve_open", gate.valveOpen()).put("settles_at", text(gate.settlesAt()));
    }

    private static String text(Instant time) {
        return time == null ? null : time.toString();
    }
}
