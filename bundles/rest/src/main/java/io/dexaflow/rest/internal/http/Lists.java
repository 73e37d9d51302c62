// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.store.Readings.Page;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** Airflow's form of a list: the rows under their name, and how many there are in all. */
public final class Lists {

    private Lists() {}

    /** A piece of a list; an order that the store does not know is a 400 with its words. */
    public static <T> Reply of(String name, Supplier<Page<T>> reading, Function<T, JsonNode> view) {
        Page<T> page = page(reading);
        ObjectNode json = Json.object();
        ArrayNode rows = json.putArray(name);
        page.rows().forEach(row -> rows.add(view.apply(row)));
        return Reply.ok(json.put("total_entries", page.total()));
    }

    /** The piece itself. */
    public static <T> Page<T> page(Supplier<Page<T>> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException e) {
            throw Problem.of(400, e.getMessage());
        }
    }

    /** A list without rows. */
    public static Reply empty(String name) {
        return of(name, () -> new Page<JsonNode>(List.of(), 0), row -> row);
    }
}
