// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.rest.internal.http.Audit;
import io.dexaflow.rest.internal.http.Bulk;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Lists;
import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.rest.internal.http.ResourceServlet;
import io.dexaflow.rest.internal.http.RestHost;
import io.dexaflow.rest.internal.http.Route;
import io.dexaflow.rest.internal.http.Secrets;
import io.dexaflow.store.VariableLedger;
import io.dexaflow.store.VariableLedger.Variable;
import jakarta.servlet.Servlet;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletName;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/** Variables; what looks like a secret is masked, as Airflow masks it. Without a database it answers 503. */
@Component(name = "io.dexaflow.rest.variables", service = Servlet.class)
@HttpWhiteboardServletName("dexaflow-rest-variables")
@HttpWhiteboardServletPattern("/api/v2/variables/*")
public final class VariablesServlet extends ResourceServlet {

    private static final long serialVersionUID = 1L;

    private static final String VARIABLES = "/api/v2/variables";
    private static final String VARIABLE = VARIABLES + "/{variable_key}";

    @Activate
    public VariablesServlet(@Reference(name = "host") RestHost host,
            @Reference(name = "variables") VariableLedger variables, @Reference(name = "audit") Audit audit) {
        super(host, routes(variables, new VariableChanges(variables, audit)));
    }

    private static List<Route> routes(VariableLedger variables, VariableChanges changes) {
        Bulk<Variable> bulk = new Bulk<>(changes);
        return List.of(Route.of("GET", VARIABLES, request -> list(request, variables)),
                Route.of("POST", VARIABLES, request -> {
                    Variable variable = changes.read(request.body());
                    changes.create(request, variable);
                    return new Reply.Json(201, view(variable));
                }), Route.of("PATCH", VARIABLES, bulk::answer),
                Route.of("GET", VARIABLE, request -> get(request.value("variable_key"), variables)),
                Route.of("PATCH", VARIABLE, request -> patch(request, variables, changes)),
                Route.of("DELETE", VARIABLE, request -> {
                    changes.delete(request, request.value("variable_key"));
                    return Reply.noContent();
                }));
    }

    private static Reply list(Request request, VariableLedger variables) {
        return Lists.of("variables", () -> variables.list(request.query().patterns("variable_key_pattern"),
                request.query().paging()), VariablesServlet::view);
    }

    private static Reply get(String key, VariableLedger variables) {
        return variables.find(key)
                .map(variable -> Reply.ok(view(variable)))
                .orElseThrow(() -> VariableChanges.notFound(key));
    }

    private static Reply patch(Request request, VariableLedger variables, VariableChanges changes) {
        Variable variable = changes.read(request.body());
        String key = request.value("variable_key");
        if (!variable.key().equals(key)) {
            throw Problem.of(400, "Invalid body, key from request body doesn't match uri parameter");
        }
        changes.update(request, variable, request.query().texts("update_mask"));
        return get(key, variables);
    }

    private static ObjectNode view(Variable variable) {
        return Json.object()
                .put("key", variable.key())
                .put("value", Secrets.masked(variable.key(), variable.value()))
                .put("description", variable.description())
                .put("is_encrypted", false)
                .putNull("team_name");
    }
}
