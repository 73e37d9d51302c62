// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.host;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.rest.internal.http.ResourceServlet;
import io.dexaflow.rest.internal.http.RestHost;
import io.dexaflow.rest.internal.http.Route;
import io.dexaflow.store.Readings;
import io.dexaflow.store.Readings.ImportErrorRow;
import io.dexaflow.store.Readings.Page;
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
            @Reference(name = "readings") Readings readings) {
        super(host, List.of(Route.of("GET", "/api/v2/importErrors", request -> list(request, readings))));
    }

    private static Reply list(Request request, Readings readings) {
        request.query().heeding();
        Page<ImportErrorRow> page;
        try {
            page = readings.importErrors(request.query().paging());
        } catch (IllegalArgumentException e) {
            throw Problem.of(400, e.getMessage());
        }
        ObjectNode json = Json.object();
        ArrayNode rows = json.putArray("import_errors");
        page.rows()
                .forEach(row -> rows.addObject()
                        .put("import_error_id", row.id())
                        .put("timestamp", row.timestamp().toString())
                        .put("filename", row.file())
                        .put("stack_trace", row.text())
                        .putNull("bundle_name"));
        return Reply.ok(json.put("total_entries", page.total()));
    }
}
