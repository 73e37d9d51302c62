// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.dags;

import com.fasterxml.jackson.databind.JsonNode;
import io.dexaflow.rest.internal.http.Body;
import io.dexaflow.rest.internal.http.Query;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A search whose terms come in a body: the same filters as in a query, some of them under another name. */
final class SearchBody {

    private static final int DEFAULT_LIMIT = 100;
    private static final Set<String> LIMITS = limits();
    private static final Map<String, String> PAGING =
            Map.of("page_limit", "limit", "page_offset", "offset", "order_by", "order_by");

    private SearchBody() {}

    /**
     * The search as a query.
     *
     * @param names of the filters, each with its name in a query
     */
    static Query query(Body body, Map<String, String> names) {
        Set<String> known = new HashSet<>(LIMITS);
        known.addAll(PAGING.keySet());
        known.addAll(names.keySet());
        body.only(known);
        Map<String, List<String>> values = new LinkedHashMap<>();
        values.put("limit", List.of(Integer.toString(DEFAULT_LIMIT)));
        for (Map.Entry<String, JsonNode> field : body.object().properties()) {
            String name = names.getOrDefault(field.getKey(), PAGING.getOrDefault(field.getKey(), field.getKey()));
            if (!field.getValue().isNull()) {
                values.put(name, texts(field.getKey(), field.getValue()));
            }
        }
        return new Query(values);
    }

    private static List<String> texts(String field, JsonNode value) {
        List<String> texts = new ArrayList<>();
        for (JsonNode one : value.isArray() ? value : List.of(value)) {
            if (one.isNull()) {
                texts.add("none");
            } else if (one.isTextual() || one.isNumber()) {
                texts.add(one.asText());
            } else {
                throw Body.invalid("string_type", field, "a text is expected");
            }
        }
        return texts;
    }

    private static Set<String> limits() {
        Set<String> limits = new HashSet<>();
        for (String name : List.of("run_after", "logical_date", "start_date", "end_date", "duration")) {
            List.of("_gte", "_gt", "_lte", "_lt").forEach(limit -> limits.add(name + limit));
        }
        return limits;
    }
}
