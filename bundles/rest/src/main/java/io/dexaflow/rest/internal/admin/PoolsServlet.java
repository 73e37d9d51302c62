// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.rest.internal.http.Audit;
import io.dexaflow.rest.internal.http.Bulk;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Lists;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.rest.internal.http.ResourceServlet;
import io.dexaflow.rest.internal.http.RestHost;
import io.dexaflow.rest.internal.http.Route;
import io.dexaflow.store.PoolLedger;
import io.dexaflow.store.PoolLedger.PoolUse;
import jakarta.servlet.Servlet;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletName;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/** Pools and what of them is taken. Without a database it answers 503. */
@Component(name = "io.dexaflow.rest.pools", service = Servlet.class)
@HttpWhiteboardServletName("dexaflow-rest-pools")
@HttpWhiteboardServletPattern("/api/v2/pools/*")
public final class PoolsServlet extends ResourceServlet {

    private static final long serialVersionUID = 1L;

    private static final String POOLS = "/api/v2/pools";
    private static final String POOL = POOLS + "/{pool_name}";

    @Activate
    public PoolsServlet(@Reference(name = "host") RestHost host, @Reference(name = "pools") PoolLedger pools,
            @Reference(name = "audit") Audit audit) {
        super(host, routes(pools, new PoolChanges(pools, audit)));
    }

    private static List<Route> routes(PoolLedger pools, PoolChanges changes) {
        Bulk<PoolLedger.Pool> bulk = new Bulk<>(changes);
        return List.of(Route.of("GET", POOLS, request -> list(request, pools)),
                Route.of("POST", POOLS, request -> create(request, pools, changes)),
                Route.of("PATCH", POOLS, bulk::answer),
                Route.of("GET", POOL, request -> get(request.value("pool_name"), pools)),
                Route.of("PATCH", POOL, request -> {
                    String name = changes.patch(request, request.value("pool_name"));
                    return get(name, pools);
                }), Route.of("DELETE", POOL, request -> {
                    changes.delete(request, request.value("pool_name"));
                    return Reply.noContent();
                }));
    }

    private static Reply list(Request request, PoolLedger pools) {
        return Lists.of("pools", () -> pools.list(request.query().patterns("pool_name_pattern"),
                request.query().paging()), PoolsServlet::view);
    }

    private static Reply create(Request request, PoolLedger pools, PoolChanges changes) {
        PoolLedger.Pool pool = changes.read(request.body());
        changes.create(request, pool);
        return new Reply.Json(201, pools.find(pool.name()).map(PoolsServlet::view).orElseThrow());
    }

    private static Reply get(String name, PoolLedger pools) {
        return pools.find(name)
                .map(pool -> Reply.ok(view(pool)))
                .orElseThrow(() -> PoolChanges.notFound(name));
    }

    private static ObjectNode view(PoolUse pool) {
        long occupied = pool.running() + pool.queued();
        return Json.object()
                .put("name", pool.name())
                .put("slots", pool.slots())
                .put("description", pool.description())
                .put("include_deferred", pool.includeDeferred())
                .put("occupied_slots", occupied)
                .put("running_slots", pool.running())
                .put("queued_slots", pool.queued())
                .put("scheduled_slots", pool.scheduled())
                .put("deferred_slots", 0)
                .put("open_slots", pool.slots() <= 0 ? -1 : pool.slots() - occupied)
                .putNull("team_name");
    }
}
