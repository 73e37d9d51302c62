// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.dags;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.dexaflow.model.RunState;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Lists;
import io.dexaflow.rest.internal.http.Media;
import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.Query;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.rest.internal.http.ResourceServlet;
import io.dexaflow.rest.internal.http.RestHost;
import io.dexaflow.rest.internal.http.Route;
import io.dexaflow.store.DagCatalog;
import io.dexaflow.store.DagCatalog.Source;
import jakarta.servlet.Servlet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletName;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/** What Airflow tells of DAGs beside {@code /dags}: sources, counts of runs, tags. Without a database it answers 503. */
@Component(name = "io.dexaflow.rest.dag-facts", service = Servlet.class)
@HttpWhiteboardServletName("dexaflow-rest-dag-facts")
@HttpWhiteboardServletPattern({"/api/v2/dagSources/*", "/api/v2/dagStats/*", "/api/v2/dagTags/*"})
public final class DagFactsServlet extends ResourceServlet {

    private static final long serialVersionUID = 1L;

    @Activate
    public DagFactsServlet(@Reference(name = "host") RestHost host, @Reference(name = "catalog") DagCatalog catalog) {
        super(host, List.of(Route.of("GET", "/api/v2/dagSources/{dag_id}", request -> source(request, catalog)),
                Route.of("GET", "/api/v2/dagStats", request -> stats(request, catalog)),
                Route.of("GET", "/api/v2/dagTags", request -> tags(request, catalog))));
    }

    private static Reply source(Request request, DagCatalog catalog) {
        boolean asText = Media.wantsText(request);
        String dagId = request.value("dag_id");
        Integer number = request.query().wholeNumber("version_number");
        Source source = catalog.source(dagId, number)
                .orElseThrow(() -> Problem.notFound("The source code of the DAG " + dagId
                        + (number == null ? "" : ", version_number " + number) + " was not found"));
        return asText ? Media.text(source.text())
                : Reply.ok(Json.object()
                        .put("dag_id", dagId)
                        .put("dag_display_name", dagId)
                        .put("version_number", source.number())
                        .put("content", source.text()));
    }

    private static Reply stats(Request request, DagCatalog catalog) {
        ObjectNode json = Json.object();
        ArrayNode rows = json.putArray("dags");
        Map<String, Map<RunState, Long>> counts = catalog.runCounts(new HashSet<>(request.query().texts("dag_ids")));
        counts.forEach((dagId, states) -> {
            ArrayNode stats = rows.addObject()
                    .put("dag_id", dagId)
                    .put("dag_display_name", dagId)
                    .putArray("stats");
            for (RunState state : RunState.values()) {
                stats.addObject().put("state", state.wireName()).put("count", states.getOrDefault(state, 0L));
            }
        });
        return Reply.ok(json.put("total_entries", counts.size()));
    }

    private static Reply tags(Request request, DagCatalog catalog) {
        Query query = request.query();
        return Lists.of("tags", () -> catalog.tags(query.patterns("tag_name_pattern"), query.paging()),
                TextNode::valueOf);
    }
}
