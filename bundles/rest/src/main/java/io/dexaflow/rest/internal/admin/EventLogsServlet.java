// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Lists;
import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.Query;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.rest.internal.http.ResourceServlet;
import io.dexaflow.rest.internal.http.RestHost;
import io.dexaflow.rest.internal.http.Route;
import io.dexaflow.store.EventLedger;
import io.dexaflow.store.EventLedger.EventFilter;
import io.dexaflow.store.EventLedger.EventRow;
import io.dexaflow.store.EventLedger.Exact;
import io.dexaflow.store.EventLedger.Like;
import io.dexaflow.store.TimeRange;
import jakarta.servlet.Servlet;
import java.util.HashSet;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletName;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/** The audit. Without a database it answers 503. */
@Component(name = "io.dexaflow.rest.event-logs", service = Servlet.class)
@HttpWhiteboardServletName("dexaflow-rest-event-logs")
@HttpWhiteboardServletPattern("/api/v2/eventLogs/*")
public final class EventLogsServlet extends ResourceServlet {

    private static final long serialVersionUID = 1L;

    private static final String ROWS = "event_logs";
    private static final String DAG_ID = "dag_id";
    private static final String RUN_ID = "run_id";
    private static final String TASK_ID = "task_id";
    private static final String OWNER = "owner";
    private static final String EVENT = "event";

    @Activate
    public EventLogsServlet(@Reference(name = "host") RestHost host, @Reference(name = "events") EventLedger events) {
        super(host, List.of(Route.of("GET", "/api/v2/eventLogs", request -> list(request.query(), events)),
                Route.of("GET", "/api/v2/eventLogs/{event_log_id}", request -> get(request, events))));
    }

    private static Reply list(Query query, EventLedger events) {
        Exact exact = new Exact(query.text(DAG_ID), query.text(RUN_ID), query.text(TASK_ID),
                query.wholeNumber("try_number"), query.text(OWNER), query.text(EVENT));
        Like like = new Like(pattern(query, DAG_ID), pattern(query, RUN_ID), pattern(query, TASK_ID),
                pattern(query, OWNER), pattern(query, EVENT));
        EventFilter filter = new EventFilter(exact, like, new HashSet<>(query.texts("included_events")),
                new HashSet<>(query.texts("excluded_events")),
                new TimeRange(query.time("after"), query.time("before")));
        // No event is about a mapped task instance.
        return query.wholeNumber("map_index") != null ? Lists.empty(ROWS)
                : Lists.of(ROWS, () -> events.list(filter, query.paging()), EventLogsServlet::view);
    }

    private static List<String> pattern(Query query, String name) {
        return query.patterns(name + "_pattern");
    }

    private static Reply get(Request request, EventLedger events) {
        int id = request.number("event_log_id");
        return events.find(id)
                .map(row -> Reply.ok(view(row)))
                .orElseThrow(() -> Problem.notFound("The Event Log with id: `" + id + "` not found"));
    }

    private static ObjectNode view(EventRow row) {
        return Json.object()
                .put("event_log_id", row.id())
                .put("when", row.at().toString())
                .put(DAG_ID, row.dagId())
                .put("dag_display_name", row.dagId())
                .put(TASK_ID, row.taskId())
                .put("task_display_name", row.taskId())
                .put(RUN_ID, row.runId())
                .putNull("map_index")
                .put("try_number", row.tryNumber())
                .put(EVENT, row.event())
                .put("logical_date", row.logicalDate() == null ? null : row.logicalDate().toString())
                .put(OWNER, row.owner())
                .put("extra", row.extraJson());
    }
}
