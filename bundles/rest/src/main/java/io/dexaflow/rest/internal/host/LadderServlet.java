// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.host;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.ResourceServlet;
import io.dexaflow.rest.internal.http.RestHost;
import io.dexaflow.rest.internal.http.Route;
import io.dexaflow.timing.Ladder;
import io.dexaflow.timing.Rung;
import jakarta.servlet.Servlet;
import java.math.BigDecimal;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletName;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/** Every rung of the timing ladder with its values. */
@Component(name = "io.dexaflow.rest.ladder", service = Servlet.class)
@HttpWhiteboardServletName("dexaflow-rest-ladder")
@HttpWhiteboardServletPattern("/dexaflow/v1/ladder")
public final class LadderServlet extends ResourceServlet {

    private static final long serialVersionUID = 1L;

    @Activate
    public LadderServlet(@Reference(name = "host") RestHost host, @Reference(name = "ladder") Ladder ladder) {
        super(host, List.of(Route.of("GET", "/dexaflow/v1/ladder", request -> Reply.ok(rungs(ladder)))));
    }

    private static ObjectNode rungs(Ladder ladder) {
        ObjectNode json = Json.object();
        ArrayNode rungs = json.putArray("rungs");
        ladder.rungs().forEach(rung -> rungs.add(rung(rung)));
        return json;
    }

    /** A rung with both its sides. */
    public static ObjectNode rung(Rung rung) {
        ObjectNode json = Json.object().put("name", rung.name()).put("holds", rung.holds());
        json.set("lower", term(rung.lower()));
        json.set("upper", term(rung.upper()));
        return json.put("sentence", rung.sentence());
    }

    private static ObjectNode term(Rung.Term term) {
        BigDecimal seconds = BigDecimal.valueOf(term.value().toMillis(), 3).stripTrailingZeros();
        return Json.object()
                .put("name", term.name())
                .put("seconds",
                        seconds.scale() < 0 ? seconds.setScale(0) : seconds);
    }
}
