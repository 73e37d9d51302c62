// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.host;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.control.Why;
import io.dexaflow.control.Why.Entry;
import io.dexaflow.control.Why.Explanation;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.Request;
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

/** The decision trail of a task instance, and what it waits for now. */
@Component(name = "io.dexaflow.rest.why", service = Servlet.class)
@HttpWhiteboardServletName("dexaflow-rest-why")
@HttpWhiteboardServletPattern("/dexaflow/v1/why/*")
public final class WhyServlet extends ResourceServlet {

    private static final long serialVersionUID = 1L;

    @Activate
    public WhyServlet(@Reference(name = "host") RestHost host, @Reference(name = "why") Why why) {
        super(host, List
                .of(Route.of("GET", "/dexaflow/v1/why/{dag_id}/{run_id}/{task_id}", request -> answer(why, request))));
    }

    private static Reply answer(Why why, Request request) {
        Explanation told = why.why(request.value("dag_id"), request.value("run_id"), request.value("task_id"));
        ObjectNode json = Json.object()
                .put("dag_id", told.dagId())
                .put("dag_run_id", told.dagRunId())
                .put("task_id", told.taskId())
                .put("state", told.state().wireName())
                .put("try_number", told.tryNumber())
                .put("epoch", told.epoch());
        ArrayNode entries = json.putArray("entries");
        told.entries().forEach(entry -> put(entries.addObject(), entry));
        return Reply.ok(json.put("waits_for", told.waitsFor()));
    }

    private static void put(ObjectNode json, Entry entry) {
        json.put("at", entry.at().toString())
                .put("actor", entry.actor())
                .put("label", entry.label())
                .put("sentence", entry.sentence());
        ObjectNode evidence = json.putObject("evidence");
        entry.evidence().forEach(evidence::put);
        json.put("try_number", entry.tryNumber())
                .put("epoch", entry.epoch())
                .put("count", entry.count())
                .put("last_at", entry.lastAt().toString());
    }
}
