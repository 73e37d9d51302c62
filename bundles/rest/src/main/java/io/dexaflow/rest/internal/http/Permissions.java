// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import java.util.List;
import java.util.stream.Stream;

/**
 * Which role each request needs: the one table of it. What is not in it needs a viewer to be read and an admin to be
 * changed, so that a route that nobody thought of is shut.
 */
final class Permissions {

    private static final String GET = "GET";
    private static final String POST = "POST";
    private static final String PUT = "PUT";
    private static final String PATCH = "PATCH";
    private static final String DELETE = "DELETE";

    private static final String DAG = "/api/v2/dags/{dag}";
    private static final String RUN = DAG + "/dagRuns/{run}";
    private static final String TASKS = RUN + "/taskInstances";
    private static final String TASK = TASKS + "/{task}";

    private static final List<Rule> TABLE = Stream.of(
            // Searches whose terms do not fit into an address.
            rules(Role.VIEWER, POST, DAG + "/dagRuns/list", TASKS + "/list"),
            rules(Role.OPERATOR, POST, DAG + "/dagRuns", RUN + "/clear", DAG + "/clearTaskInstances",
                    "/api/v2/backfills", "/api/v2/backfills/dry_run"),
            rules(Role.OPERATOR, PATCH, "/api/v2/dags", DAG, RUN, TASKS, TASK, TASK + "/{map_index}", TASK + "/dry_run",
                    TASK + "/{map_index}/dry_run"),
            rules(Role.OPERATOR, PUT, "/api/v2/backfills/{backfill}/{verb}"),
            rules(Role.OPERATOR, DELETE, RUN),
            // Everything that was ever stored.
            rules(Role.ADMIN, GET, "/dexaflow/v1/backup"),
            // Tasks get passwords from variables; whoever cannot run a task has no need of them.
            rules(Role.OPERATOR, GET, "/api/v2/variables", "/api/v2/variables/{key}", "/api/v2/config",
                    "/api/v2/config/section/{section}/option/{option}"))
            .flatMap(List::stream)
            .toList();

    private Permissions() {}

    /** The role that a request needs. */
    static Role needed(String method, List<String> path) {
        return TABLE.stream()
                .filter(rule -> rule.route().method().equals(method) && rule.route().match(path).isPresent())
                .findFirst()
                .map(Rule::role)
                .orElse(GET.equals(method) ? Role.VIEWER : Role.ADMIN);
    }

    private static List<Rule> rules(Role role, String method, String... templates) {
        return Stream.of(templates).map(template -> new Rule(Route.of(method, template, null), role)).toList();
    }

    private record Rule(Route route, Role role) {}
}
