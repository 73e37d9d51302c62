// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A path with a method, and who answers it.
 *
 * @param method the HTTP method
 * @param template the path's segments; one in braces stands for any text and names it
 * @param open whether it is answered without a token
 * @param handler who answers
 */
public record Route(String method, List<String> template, boolean open, Handler handler) {

    /** Answers a request. */
    public interface Handler {
        Reply answer(Request request);
    }

    /** A route that needs a token. */
    public static Route of(String method, String template, Handler handler) {
        return new Route(method, segments(template), false, handler);
    }

    /** A route that anybody may ask. */
    public static Route open(String method, String template, Handler handler) {
        return new Route(method, segments(template), true, handler);
    }

    /** What the path says for each name of the template; empty when it is another path. */
    Optional<Map<String, String>> match(List<String> path) {
        if (path.size() != template.size()) {
            return Optional.empty();
        }
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < path.size(); i++) {
            String wanted = template.get(i);
            if (wanted.startsWith("{")) {
                values.put(wanted.substring(1, wanted.length() - 1), path.get(i));
            } else if (!wanted.equals(path.get(i))) {
                return Optional.empty();
            }
        }
        return Optional.of(values);
    }

    private static List<String> segments(String template) {
        return List.of(template.substring(1).split("/"));
    }
}
