// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.dags;

import io.dexaflow.agent.AttemptLog;
import io.dexaflow.control.RunControl;
import io.dexaflow.rest.internal.http.ResourceServlet;
import io.dexaflow.rest.internal.http.RestHost;
import io.dexaflow.rest.internal.http.Route;
import io.dexaflow.store.Readings;
import jakarta.servlet.Servlet;
import java.util.ArrayList;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletName;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/**
 * DAGs, runs, task instances, logs and XCom entries in Airflow's form (contract 4). Without a database it answers 503;
 * nothing is kept here between two requests.
 */
@Component(name = "io.dexaflow.rest.dags", service = Servlet.class)
@HttpWhiteboardServletName("dexaflow-rest-dags")
@HttpWhiteboardServletPattern("/api/v2/dags/*")
public final class DagsServlet extends ResourceServlet {

    private static final long serialVersionUID = 1L;

    @Activate
    public DagsServlet(@Reference(name = "host") RestHost host, @Reference(name = "stored") StoredDags stored,
            @Reference(name = "runs") RunControl runs, @Reference(name = "logs") AttemptLog logs) {
        super(host, routes(host, stored, runs, logs));
    }

    private static List<Route> routes(RestHost host, StoredDags stored, RunControl runs, AttemptLog logs) {
        Readings readings = stored.readings();
        List<Route> routes = new ArrayList<>(new DagResource(host, stored).routes());
        routes.addAll(new TaskResource(stored).routes());
        routes.addAll(new VersionResource(stored).routes());
        routes.addAll(new RunResource(stored, runs).routes());
        routes.addAll(new ClearResource(stored, runs).routes());
        routes.addAll(new WaitResource(readings).routes());
        routes.addAll(new TaskInstanceResource(stored, runs).routes());
        routes.addAll(new InstanceFactsResource(stored).routes());
        routes.addAll(new XComResource(stored, runs).routes());
        routes.addAll(new LogResource(readings, logs).routes());
        return routes;
    }
}
