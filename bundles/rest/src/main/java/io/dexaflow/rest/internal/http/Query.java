// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import io.dexaflow.store.Readings.Paging;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What follows the question mark, decoded.
 *
 * @param values by name, in the order they came
 */
public record Query(Map<String, List<String>> values) {

    private static final int DEFAULT_LIMIT = 50;
    private static final int MOST = 1000;

    /**
     * Filters that Airflow has and we have not. A filter that is not heeded would answer a question nobody asked, so
     * they are refused; names that nobody knows are ignored as Airflow ignores them.
     */
    private static final Pattern UNHEEDED = Pattern.compile(".*_(gte|gt|lte|lt|pattern|contains)");
    private static final Set<String> UNHEEDED_NAMES = Set.of("owners", "has_import_errors", "last_dag_run_state",
            "bundle_name", "bundle_version", "has_asset_schedule", "asset_dependency", "dag_run_state", "is_favorite",
            "timetable_type", "dag_version", "task_group_id", "task_id", "pool", "queue", "executor", "version_number",
            "try_number", "operator", "map_index_filter", "xcom_key", "tags", "state", "run_type");

    /** Reads a query string; null is an empty one. */
    public static Query of(String text) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        if (text != null && !text.isEmpty()) {
            for (String pair : text.split("&")) {
                int equals = pair.indexOf('=');
                String name = Decoding.query(equals < 0 ? pair : pair.substring(0, equals));
                String value = equals < 0 ? "" : Decoding.query(pair.substring(equals + 1));
                values.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
            }
        }
        return new Query(values);
    }

    /** Refuses filters that would not be heeded, but for these. */
    public Query heeding(String... filters) {
        Set<String> heeded = Set.of(filters);
        for (String name : values.keySet()) {
            boolean unheeded = UNHEEDED_NAMES.contains(name) || UNHEEDED.matcher(name).matches();
            if (unheeded && !heeded.contains(name)) {
                throw Problem.of(400, "the filter " + name + " is not supported yet");
            }
        }
        return this;
    }

    /** Which piece of a list is wanted. */
    public Paging paging() {
        return new Paging(number("offset", 0), Math.min(MOST, number("limit", DEFAULT_LIMIT)), orderBy());
    }

    /** A text; null when it is not there. */
    public String text(String name) {
        List<String> given = values.getOrDefault(name, List.of());
        return given.isEmpty() ? null : given.getLast();
    }

    /** All texts given under a name. */
    public List<String> texts(String name) {
        return values.getOrDefault(name, List.of());
    }

    /** True or false; null when it is not there. */
    public Boolean flag(String name) {
        String text = text(name);
        return switch (text == null ? "" : text.toLowerCase(Locale.ROOT)) {
            case "" -> null;
            case "true", "1", "yes", "on" -> Boolean.TRUE;
            case "false", "0", "no", "off" -> Boolean.FALSE;
            default -> throw invalid("bool_parsing", name, "true or false is expected");
        };
    }

    private int number(String name, int otherwise) {
        String text = text(name);
        if (text == null) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(text.strip());
            if (number < 0) {
                throw invalid("greater_than_equal", name, "must not be negative");
            }
            return number;
        } catch (NumberFormatException e) {
            if (text.strip().matches("\\+?\\d+")) {
                return Integer.MAX_VALUE;
            }
            throw invalid("int_parsing", name, "a whole number is expected");
        }
    }

    private String orderBy() {
        List<String> wanted = texts("order_by");
        if (wanted.size() > 1) {
            throw Problem.of(400, "a list can be ordered by one attribute only; each order is total all the same");
        }
        return wanted.isEmpty() || wanted.getFirst().isEmpty() ? null : wanted.getFirst();
    }

    private static Problem invalid(String type, String name, String words) {
        return Problem.invalid(type, List.of("query", name), name + ": " + words);
    }
}
