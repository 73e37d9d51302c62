// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.host;

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
import io.dexaflow.store.DagCatalog;
import io.dexaflow.store.Readings.ImportErrorRow;
import jakarta.servlet.Servlet;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletName;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/** The DAG files that could not be imported, and why. Without a database it answers 503. */
@Component(name = "io.dexaflow.rest.import-errors", service = Servlet.class)
@HttpWhiteboardServletName("dexaflow-rest-import-errors")
@HttpWhiteboardServletPattern("/api/v2/importErrors/*")
public final class ImportErrorsServlet extends ResourceServlet {

    private static final long serialVersionUID = 1L;

    @Activate
    public ImportErrorsServlet(@Reference(name = "host") RestHost host,
            @Reference(name = "catalog") DagCatalog catalog) {
        super(host, List.of(Route.of("GET", "/api/v2/importErrors", request -> list(request.query(), catalog)),
                Route.of("GET", "/api/v2/importErrors/{import_error_id}", request -> get(request, catalog))));
    }

    private static Reply list(Query query, DagCatalog catalog) {
        return Lists.of("import_errors",
                () -> catalog.importErrors(query.patterns("filename_pattern"), query.paging()),
                ImportErrorsServlet::view);
    }

    private static Reply get(Request request, DagCatalog catalog) {
        int id = request.number("import_error_id");
        return catalog.importError(id)
                .map(row -> Reply.ok(view(row)))
                .orElseThrow(
                        () -> Problem.notFound("The ImportError with import_error_id: `" + id + "` was not found"));
    }

    private static ObjectNode view(ImportErrorRow row) {
        return Json.object()
                .put("import_error_id", row.id())
                .put("timestamp", row.timestamp().toString())
                .put("filename", row.file())
                .put("stack_trace", row.text())
                .putNull("bundle_name");
    }
}
