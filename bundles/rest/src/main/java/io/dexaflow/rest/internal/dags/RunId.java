// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.dags;

import io.dexaflow.rest.internal.http.Body;
import java.util.Set;

/**
 * Which run ids may be chosen: such as a URL can carry to this API and back (D18). A slash, a backslash and a percent
 * sign cannot: HTTP servers refuse their escaped forms as ambiguous.
 */
final class RunId {

    private static final int LONGEST = 250;
    private static final String FIELD = "dag_run_id";
    /** Parts of paths that stand for something else: this one, the one above, all of them. */
    private static final Set<String> RESERVED = Set.of(".", "..", Paths.ALL);

    private RunId() {}

    /** The id, or null for none; 422 when it cannot be one. */
    static String check(String id) {
        if (id == null) {
            return null;
        }
        if (id.isEmpty() || id.length() > LONGEST) {
            throw Body.invalid("value_error", FIELD, "1 to " + LONGEST + " characters are allowed");
        }
        if (RESERVED.contains(id) || !id.equals(id.strip()) || id.chars().anyMatch(RunId::isForbidden)) {
            throw Body.invalid("value_error", FIELD, "a run id holds no / \\ % and no control character, does not begin"
                    + " or end with a space, and is not . or .. or ~");
        }
        return id;
    }

    private static boolean isForbidden(int c) {
        return c == '/' || c == '\\' || c == '%' || Character.isISOControl(c)
                || Character.getType(c) == Character.LINE_SEPARATOR
                || Character.getType(c) == Character.PARAGRAPH_SEPARATOR;
    }
}
