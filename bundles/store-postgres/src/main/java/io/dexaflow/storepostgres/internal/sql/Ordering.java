// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.sql;

import io.dexaflow.store.Readings.Paging;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeSet;

/**
 * By which columns a list can be ordered. Only terms from here reach a statement. Each order ends with what is unique, so
 * that it is total; null comes last either way.
 *
 * @param own the term of the list's own order
 * @param unique the term that no two rows share
 * @param newestFirst whether the list's own order is descending
 * @param terms the term in SQL for each name of the API
 */
public record Ordering(String own, String unique, boolean newestFirst, Map<String, String> terms) {

    /**
     * A piece of a list.
     *
     * @param order goes into the statement as it is
     */
    public record Piece(String order, int limit, int offset) {}

    /** The piece that was asked for; {@link IllegalArgumentException} for a name that is not known. */
    public Piece piece(Paging paging) {
        return new Piece(order(paging.orderBy()), Math.max(0, paging.limit()), Math.max(0, paging.offset()));
    }

    private String order(String names) {
        if (names == null) {
            return newestFirst ? own + " desc, " + unique + " desc" : own + ", " + unique;
        }
        StringJoiner order = new StringJoiner(", ");
        String direction = "";
        for (String name : names.split(",", -1)) {
            boolean descending = name.startsWith("-");
            direction = descending ? " desc" : "";
            order.add(term(descending ? name.substring(1) : name) + direction + " nulls last");
        }
        return order.add(unique + direction).toString();
    }

    private String term(String name) {
        String term = terms.get(name);
        if (term == null) {
            throw new IllegalArgumentException(
                    "cannot order by " + name + "; there are " + String.join(", ", new TreeSet<>(terms.keySet())));
        }
        return term;
    }
}
