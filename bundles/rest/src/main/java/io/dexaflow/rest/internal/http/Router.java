// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Finds the route of a request; the first one that matches wins. */
public final class Router {

    private final List<Route> routes;

    public Router(List<Route> routes) {
        this.routes = List.copyOf(routes);
    }

    /** The routes, in the order in which they are tried. */
    List<Route> routes() {
        return routes;
    }

    /**
     * A route and what its template names.
     *
     * @param values by name
     */
    record Match(Route route, Map<String, String> values) {}

    /** The route of a request; {@link Problem} 404 or 405 when there is none. */
    Match find(String method, List<String> path) {
        TreeSet<String> others = new TreeSet<>();
        for (Route route : routes) {
            Optional<Map<String, String>> values = route.match(path);
            if (values.isPresent()) {
                if (route.method().equals(method)) {
                    return new Match(route, values.get());
                }
                others.add(route.method());
            }
        }
        if (others.isEmpty()) {
            throw Problem.notFound("Not Found: there is no " + method + " /" + String.join("/", path));
        }
        throw Problem.of(405, "Method Not Allowed: this path knows " + String.join(", ", others));
    }
}
