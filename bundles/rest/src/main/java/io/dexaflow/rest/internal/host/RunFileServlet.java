// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.host;

import io.dexaflow.control.RequestException;
import io.dexaflow.control.RunControl;
import io.dexaflow.control.RunControl.RunRef;
import io.dexaflow.rest.internal.http.Body;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.rest.internal.http.ResourceServlet;
import io.dexaflow.rest.internal.http.RestHost;
import io.dexaflow.rest.internal.http.Route;
import jakarta.servlet.Servlet;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletName;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/**
 * Runs one DAG file, for {@code dexaflow run}. A file with errors is a 400 whose detail has them line by line; without a
 * database it answers 503.
 */
@Component(name = "io.dexaflow.rest.run-file", service = Servlet.class)
@HttpWhiteboardServletName("dexaflow-rest-run-file")
@HttpWhiteboardServletPattern("/dexaflow/v1/runs/*")
public final class RunFileServlet extends ResourceServlet {

    private static final long serialVersionUID = 1L;

    private static final int LONGEST_PATH = 4096;

    @Activate
    public RunFileServlet(@Reference(name = "host") RestHost host, @Reference(name = "runs") RunControl runs) {
        super(host, List.of(Route.of("POST", "/dexaflow/v1/runs", request -> run(request, runs))));
    }

    private static Reply run(Request request, RunControl runs) {
        Body body = request.body().only(Set.of("file", "conf"));
        Path file = file(body.text("file", LONGEST_PATH));
        try {
            RunRef run = runs.runFile(file, body.json("conf"), request.by());
            return Reply.ok(Json.object().put("dag_id", run.dagId()).put("dag_run_id", run.dagRunId()));
        } catch (RequestException e) {
            throw e.kind() == RequestException.Kind.INVALID ? Problem.of(400, e.getMessage()) : Problem.of(e);
        }
    }

    private static Path file(String given) {
        try {
            Path file = given == null ? null : Path.of(given);
            if (file != null && file.isAbsolute()) {
                return file.normalize();
            }
        } catch (InvalidPathException e) {
            // Refused below.
        }
        throw Problem.of(400, "file: the absolute path of a DAG file is expected");
    }
}
