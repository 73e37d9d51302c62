// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.signin;

import io.dexaflow.rest.internal.http.Body;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.rest.internal.http.ResourceServlet;
import io.dexaflow.rest.internal.http.RestHost;
import io.dexaflow.rest.internal.http.Route;
import jakarta.servlet.Servlet;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletName;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/** {@code POST /auth/token}: a name and a password for a token, as Airflow's. Before there is a database: 503. */
@Component(name = "io.dexaflow.rest.token", service = Servlet.class)
@HttpWhiteboardServletName("dexaflow-rest-token")
@HttpWhiteboardServletPattern("/auth/*")
public final class TokenServlet extends ResourceServlet {

    private static final long serialVersionUID = 1L;
    private static final int LONGEST = 1024;

    /**
     * @param signIn null while there is none
     */
    @Activate
    public TokenServlet(@Reference(name = "host") RestHost host, @Reference(name = "sign-in",
            cardinality = ReferenceCardinality.OPTIONAL,
            policyOption = ReferencePolicyOption.GREEDY) SignIn signIn) {
        super(host, List.of(Route.open("POST", "/auth/token", request -> answer(request, signIn))));
    }

    private static Reply answer(Request request, SignIn signIn) {
        if (signIn == null) {
            throw Problem.of(503, "sign-in waits for the database; ask again in a moment");
        }
        Body body = body(request);
        String name = required(body, "username");
        String password = required(body, "password");
        String token = signIn.signIn(name, password, request.caller().address());
        return new Reply.Json(201, Json.object()
                .put("access_token", token)
                .put("token_type", "Bearer")
                .put("expires_in", signIn.lifetime().toSeconds()));
    }

    /** What is wrong with JSON is said with a piece of it, which may be the password. */
    private static Body body(Request request) {
        try {
            return request.body();
        } catch (Problem e) {
            throw Problem.invalid("json_invalid", List.of("body"),
                    "the body must be JSON: {\"username\": …, \"password\": …}");
        }
    }

    private static String required(Body body, String field) {
        String text = body.text(field, LONGEST);
        if (text == null) {
            throw Body.invalid("missing", field, "Field required");
        }
        return text;
    }
}
