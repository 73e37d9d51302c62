// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.rest.internal.host.HostServlet;
import io.dexaflow.rest.internal.http.ResourceServlet;
import io.dexaflow.rest.internal.http.Role;
import io.dexaflow.rest.internal.http.Route;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Asks every route of every part of the API as everybody. What is not named here must be what the default says. */
class RolesTest {

    private static final String DAG = "/api/v2/dags/{}";
    private static final String RUN = DAG + "/dagRuns/{}";
    private static final String TASK = RUN + "/taskInstances/{}";

    private static final Set<String> SEARCHES = Set.of("POST " + DAG + "/dagRuns/list",
            "POST " + RUN + "/taskInstances/list");
    private static final Set<String> OPERATORS = Set.of("POST " + DAG + "/dagRuns", "POST " + RUN + "/clear",
            "POST " + DAG + "/clearTaskInstances", "PATCH /api/v2/dags", "PATCH " + DAG, "PATCH " + RUN,
            "DELETE " + RUN, "PATCH " + RUN + "/taskInstances", "PATCH " + TASK, "PATCH " + TASK + "/{}",
            "PATCH " + TASK + "/dry_run", "PATCH " + TASK + "/{}/dry_run", "POST /api/v2/backfills",
            "POST /api/v2/backfills/dry_run", "PUT /api/v2/backfills/{}/pause", "PUT /api/v2/backfills/{}/unpause",
            "PUT /api/v2/backfills/{}/cancel", "GET /api/v2/variables", "GET /api/v2/variables/{}",
            "GET /api/v2/config", "GET /api/v2/config/section/{}/option/{}");
    private static final Set<String> OPEN = Set.of("GET /api/v2/version", "GET /api/v2/monitor/health",
            "POST /auth/token");

    @TempDir private Path home;

    private static Role expected(String route) {
        if (OPERATORS.contains(route)) {
            return Role.OPERATOR;
        }
        return route.startsWith("GET ") || SEARCHES.contains(route) ? Role.VIEWER : Role.ADMIN;
    }

    @Test
    void everyRouteIsForTheRolesItIsMeantFor() throws Exception {
        People people = new People(home);
        try {
            people.set("ann", "viewer", "stamp");
            String token = people.token("ann", "pässwörd 1");
            List<String> wrong = new ArrayList<>();
            int routes = 0;
            for (Role role : Role.values()) {
                people.set("ann", role.text(), "stamp");
                for (ResourceServlet part : people.rest.parts()) {
                    if (part instanceof HostServlet) {
                        // It answers for parts that are not there; here they all are.
                        continue;
                    }
                    for (Route route : part.routes()) {
                        check(people, route, role, token, wrong);
                        routes++;
                    }
                }
            }
            assertThat(wrong).isEmpty();
            assertThat(routes).isGreaterThan(60);
        } finally {
            people.close();
        }
    }

    private static void check(People people, Route route, Role role, String token, List<String> wrong)
            throws Exception {
        String template = "/" + String.join("/", route.template());
        String name = route.method() + " " + template.replaceAll("\\{[^}]*}|(?<=/)-1(?=/|$)", "{}");
        String path = template.replaceAll("\\{[^}]*}", "7");
        HttpResponse<String> nobody = people.ask(route.method(), path, null);
        HttpResponse<String> somebody = people.ask(route.method(), path, token);
        boolean isOpen = OPEN.contains(name);
        if (!isOpen && nobody.statusCode() != 401) {
            wrong.add("nobody: " + name + " is " + nobody.statusCode());
        }
        boolean isAllowed = isOpen || role.includes(expected(name));
        if (isAllowed == (somebody.statusCode() == 403)) {
            wrong.add(role + ": " + name + " is " + somebody.statusCode() + " " + somebody.body());
        }
    }
}
