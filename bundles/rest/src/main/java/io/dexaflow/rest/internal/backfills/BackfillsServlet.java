// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.backfills;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.rest.internal.http.Audit;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Lists;
import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.rest.internal.http.ResourceServlet;
import io.dexaflow.rest.internal.http.RestHost;
import io.dexaflow.rest.internal.http.Route;
import io.dexaflow.rest.internal.view.BackfillView;
import io.dexaflow.schedule.ScheduledRun;
import io.dexaflow.store.BackfillLedger;
import io.dexaflow.store.BackfillLedger.Backfill;
import io.dexaflow.store.BackfillLedger.Change;
import io.dexaflow.store.DagLedger;
import io.dexaflow.store.DatabaseClock;
import io.dexaflow.store.EventLedger.EventSubject;
import jakarta.servlet.Servlet;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletName;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/** Backfills: what they are about, and how they are begun, paused and cancelled. Without a database it answers 503. */
@Component(name = "io.dexaflow.rest.backfills", service = Servlet.class)
@HttpWhiteboardServletName("dexaflow-rest-backfills")
@HttpWhiteboardServletPattern("/api/v2/backfills/*")
public final class BackfillsServlet extends ResourceServlet {

    private static final long serialVersionUID = 1L;

    private static final String BACKFILLS = "/api/v2/backfills";
    private static final String BACKFILL_ID = "backfill_id";
    private static final String BACKFILL = BACKFILLS + "/{" + BACKFILL_ID + "}";

    @Activate
    public BackfillsServlet(@Reference(name = "host") RestHost host,
            @Reference(name = "backfills") BackfillLedger backfills, @Reference(name = "dags") DagLedger dags,
            @Reference(name = "clock") DatabaseClock clock, @Reference(name = "audit") Audit audit) {
        super(host, routes(backfills, new BackfillBodies(dags, clock), audit));
    }

    private static List<Route> routes(BackfillLedger backfills, BackfillBodies bodies, Audit audit) {
        return List.of(Route.of("GET", BACKFILLS, request -> list(request, backfills)),
                Route.of("POST", BACKFILLS, request -> create(request, backfills, bodies, audit)),
                Route.of("POST", BACKFILLS + "/dry_run", request -> dryRun(request, backfills, bodies)),
                Route.of("GET", BACKFILL, request -> Reply.ok(BackfillView.of(find(request, backfills)))),
                Route.of("PUT", BACKFILL + "/pause", request -> changed(request, backfills, audit, "pause_backfill",
                        backfills.setPaused(id(request), true))),
                Route.of("PUT", BACKFILL + "/unpause", request -> changed(request, backfills, audit,
                        "unpause_backfill", backfills.setPaused(id(request), false))),
                Route.of("PUT", BACKFILL + "/cancel", request -> changed(request, backfills, audit,
                        "cancel_backfill", backfills.cancel(id(request), request.by()))));
    }

    private static Reply list(Request request, BackfillLedger backfills) {
        String dagId = request.query().text("dag_id");
        if (dagId == null) {
            throw Problem.invalid("missing", List.of("query", "dag_id"), "Field required");
        }
        return Lists.of("backfills", () -> backfills.list(dagId, request.query().paging()), BackfillView::of);
    }

    private static Reply create(Request request, BackfillLedger backfills, BackfillBodies bodies, Audit audit) {
        BackfillBodies.Wish wish = bodies.read(request);
        Backfill made = backfills.create(wish.backfill(), wish.runs())
                .orElseThrow(() -> Problem.of(409,
                        "There is already a running backfill for dag " + wish.backfill().plan().dagId()));
        ObjectNode view = BackfillView.of(made);
        audit.record(request, "create_backfill", EventSubject.dag(made.plan().dagId()), null, view);
        return Reply.ok(view);
    }

    private static Reply dryRun(Request request, BackfillLedger backfills, BackfillBodies bodies) {
        BackfillBodies.Wish wish = bodies.read(request);
        Set<Instant> wanted = new HashSet<>(backfills.wanted(wish.backfill().plan().dagId(),
                wish.runs().stream().map(ScheduledRun::logicalDate).toList(), wish.backfill().plan().reprocess()));
        ObjectNode json = Json.object();
        ArrayNode rows = json.putArray("backfills");
        wish.runs()
                .stream()
                .map(ScheduledRun::logicalDate)
                .filter(wanted::contains)
                .forEach(date -> rows.addObject()
                        .put("logical_date", date.toString())
                        .putNull("partition_date")
                        .putNull("partition_key"));
        return Reply.ok(json.put("total_entries", rows.size()));
    }

    private static Reply changed(Request request, BackfillLedger backfills, Audit audit, String event,
            Change change) {
        Backfill backfill = find(request, backfills);
        if (change == Change.COMPLETED) {
            throw Problem.of(409, "Backfill is already completed.");
        }
        ObjectNode view = BackfillView.of(backfill);
        audit.record(request, event, EventSubject.dag(backfill.plan().dagId()), null, view);
        return Reply.ok(view);
    }

    private static Backfill find(Request request, BackfillLedger backfills) {
        int id = id(request);
        return backfills.find(id)
                .orElseThrow(() -> Problem.notFound("Could not find backfill with id " + id));
    }

    private static int id(Request request) {
        int id = request.number(BACKFILL_ID);
        if (id < 0) {
            throw Problem.invalid("greater_than_equal", List.of("path", BACKFILL_ID), "0 or more is expected");
        }
        return id;
    }
}
