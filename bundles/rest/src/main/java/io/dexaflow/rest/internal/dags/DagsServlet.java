// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.dags;

import io.dexaflow.agent.AttemptLog;
import io.dexaflow.control.RunControl;
import io.dexaflow.rest.internal.http.ResourceServlet;
import io.dexaflow.rest.internal.http.RestHost;
import io.dexaflow.rest.internal.http.Route;
import io.dexaflow.store.DagLedger;
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
    public DagsServlet(@Reference(name = "host") RestHost host, @Reference(name = "readings") Readings readings,
            @Reference(name = "dags") DagLedger dags, @Reference(name = "runs") RunControl runs,
            @Reference(name = "logs") AttemptLog logs) {
        super(host, routes(new DagResource(host, readings, dags), new RunResource(readings, runs),
                new TaskInstanceResource(readings, runs), new LogResource(readings, logs)));
    }

    private static List<Route> routes(DagResource dags, RunResource runs, TaskInstanceResource instances,
            LogResource logs) {
        List<Route> routes = new ArrayList<>(dags.routes());
        routes.addAll(runs.routes());
        routes.addAll(instances.routes());
        routes.addAll(logs.routes());
        return routes;
    }
}
