// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import io.dexaflow.store.Readings.Paging;
import io.dexaflow.store.TimeRange;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
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
    private static final int MOST_ORDERS = 10;

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

    /** A whole number of any sign; null when it is not there. */
    public Integer wholeNumber(String name) {
        String text = text(name);
        if (text == null) {
            return null;
        }
        try {
            return Integer.valueOf(text.strip());
        } catch (NumberFormatException e) {
            throw invalid("int_parsing", name, "a whole number is expected");
        }
    }

    /** A time with its offset; null when it is not there. */
    public Instant time(String name) {
        String text = text(name);
        try {
            // An offset's plus sign that was not escaped has become a space.
            return text == null ? null
                    : Body.readable(OffsetDateTime.parse(text.strip().replace(' ', '+')).toInstant());
        } catch (DateTimeException e) {
            throw invalid("datetime_parsing", name,
                    "a time with its offset is expected, as 2026-01-31T00:00:00Z");
        }
    }

    /** The times that a name's {@code _gte}, {@code _gt}, {@code _lte} and {@code _lt} leave. */
    public TimeRange range(String name) {
        Instant from = later(time(name + "_gte"), next(time(name + "_gt")));
        Instant lte = next(time(name + "_lte"));
        Instant lt = time(name + "_lt");
        return new TimeRange(from, lte == null || lt != null && lt.isBefore(lte) ? lt : lte);
    }

    /**
     * Airflow's search terms: parts of a text, case ignored, with SQL's wildcards, of which any is enough where a bar
     * separates several. Patterns for SQL's {@code ilike any}; empty for no wish.
     */
    public List<String> patterns(String name) {
        String text = text(name);
        if (text == null || text.isBlank() || text.equals("~")) {
            return List.of();
        }
        List<String> terms = Arrays.stream(text.split("\\|")).map(String::strip).filter(t -> !t.isEmpty()).toList();
        return (terms.size() > 1 ? terms : List.of(text)).stream().map(term -> "%" + term + "%").toList();
    }

    private static Instant later(Instant one, Instant other) {
        return one == null || other != null && other.isAfter(one) ? other : one;
    }

    /** The database keeps microseconds: the first time after one. */
    private static Instant next(Instant time) {
        return time == null ? null : time.truncatedTo(ChronoUnit.MICROS).plus(1, ChronoUnit.MICROS);
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

    /** Several attributes as one text, the first one first; null for the list's own order. */
    private String orderBy() {
        List<String> wanted = texts("order_by").stream().filter(name -> !name.isEmpty()).toList();
        if (wanted.size() > MOST_ORDERS) {
            throw Problem.of(400, "a list can be ordered by " + MOST_ORDERS + " attributes at most");
        }
        return wanted.isEmpty() ? null : String.join(",", wanted);
    }

    private static Problem invalid(String type, String name, String words) {
        return Problem.invalid(type, List.of("query", name), name + ": " + words);
    }
}
