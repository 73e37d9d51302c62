// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.dags;

import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.Query;
import io.dexaflow.store.Condition;
import io.dexaflow.store.Condition.Attribute;
import io.dexaflow.store.Condition.Comparison;
import io.dexaflow.store.TimeRange;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Airflow's filters for lists of runs, task instances and XCom entries, as conditions of the store. */
final class Filters {

    private static final Map<String, Attribute> TIMES = Map.of("run_after", Attribute.RUN_AFTER, "logical_date",
            Attribute.LOGICAL_DATE, "start_date", Attribute.START_DATE, "end_date", Attribute.END_DATE, "updated_at",
            Attribute.UPDATED_AT);
    private static final Map<String, Attribute> RUN_PATTERNS = Map.of("run_id_pattern", Attribute.RUN_ID,
            "dag_id_pattern", Attribute.DAG_ID, "triggering_user_name_pattern", Attribute.TRIGGERED_BY);
    private static final Map<String, Attribute> TASK_PATTERNS = Map.of("run_id_pattern", Attribute.RUN_ID,
            "dag_id_pattern", Attribute.DAG_ID, "task_display_name_pattern", Attribute.TASK_ID, "pool_name_pattern",
            Attribute.POOL, "operator_name_pattern", Attribute.OPERATOR);
    private static final Map<String, Attribute> RUN_VALUES = Map.of("dag_id", Attribute.DAG_ID, "dag_version",
            Attribute.VERSION_NUMBER);
    private static final Map<String, Attribute> TASK_VALUES = Map.of("dag_id", Attribute.DAG_ID, "dag_run_id",
            Attribute.RUN_ID, "task_id", Attribute.TASK_ID, "pool", Attribute.POOL, "executor", Attribute.EXECUTOR,
            "operator", Attribute.OPERATOR, "version_number", Attribute.VERSION_NUMBER, "try_number",
            Attribute.TRY_NUMBER);
    private static final Map<String, Attribute> XCOM_PATTERNS = Map.of("xcom_key_pattern", Attribute.XCOM_KEY,
            "dag_display_name_pattern", Attribute.DAG_ID, "run_id_pattern", Attribute.RUN_ID, "task_id_pattern",
            Attribute.TASK_ID);
    private static final Map<String, Attribute> XCOM_VALUES = Map.of("xcom_key", Attribute.XCOM_KEY);
    /** What may lie between limits. */
    private static final Set<String> RANGES = Set.of("run_after", "logical_date", "start_date", "end_date",
            "updated_at", "duration");
    private static final Set<String> XCOM_RANGES = Set.of("run_after", "logical_date");
    private static final Set<String> NUMBERS = Set.of("dag_version", "version_number", "try_number");
    /** What everything has here that Airflow can tell apart: one queue, and no mapped tasks. */
    private static final Map<String, String> CONSTANTS = Map.of("queue", "default", "map_index", "-1");

    private Filters() {}

    /** The conditions on runs; filters that are not heeded are refused. */
    static List<Condition> ofRuns(Query query) {
        heed(query, RANGES, RUN_PATTERNS.keySet(), RUN_VALUES.keySet(), Set.of("state", "run_type", "conf_contains"));
        List<Condition> conditions = common(query, RUN_PATTERNS, RUN_VALUES);
        String conf = query.text("conf_contains");
        if (conf != null && !conf.isEmpty()) {
            String part = conf.replaceAll("([\\\\%_])", "\\\\$1");
            conditions.add(new Condition.Like(Attribute.CONF, Set.of("%" + part + "%")));
        }
        return conditions;
    }

    /** The conditions on task instances; filters that are not heeded are refused. */
    static List<Condition> ofTasks(Query query) {
        heed(query, RANGES, TASK_PATTERNS.keySet(), TASK_VALUES.keySet(), Set.of("state", "queue"));
        List<Condition> conditions = common(query, TASK_PATTERNS, TASK_VALUES);
        CONSTANTS.forEach((name, only) -> {
            if (query.values().containsKey(name) && !query.texts(name).contains(only)) {
                conditions.add(new Condition.OneOf(Attribute.TASK_ID, Set.of()));
            }
        });
        return conditions;
    }

    /** The conditions on XCom entries; filters that are not heeded are refused. */
    static List<Condition> ofXComs(Query query) {
        heed(query, XCOM_RANGES, XCOM_PATTERNS.keySet(), XCOM_VALUES.keySet(), Set.of("map_index", "map_index_filter"));
        List<Condition> conditions = common(query, XCOM_PATTERNS, XCOM_VALUES);
        Integer index = query.wholeNumber("map_index_filter");
        if (index != null && index != Mapped.UNMAPPED) {
            conditions.add(new Condition.OneOf(Attribute.XCOM_KEY, Set.of()));
        }
        return conditions;
    }

    @SafeVarargs
    private static void heed(Query query, Set<String> ranges, Set<String>... others) {
        Set<String> heeded = new HashSet<>();
        for (Set<String> some : others) {
            heeded.addAll(some);
        }
        for (Comparison comparison : Comparison.values()) {
            ranges.forEach(range -> heeded.add(limit(range, comparison)));
        }
        query.heeding(heeded.toArray(String[]::new));
    }

    private static List<Condition> common(Query query, Map<String, Attribute> patterns, Map<String, Attribute> values) {
        List<Condition> conditions = new ArrayList<>();
        TIMES.forEach((name, attribute) -> {
            TimeRange range = query.range(name);
            if (!range.any()) {
                conditions.add(new Condition.Within(attribute, range));
            }
        });
        for (Comparison comparison : Comparison.values()) {
            String name = limit("duration", comparison);
            if (query.text(name) != null) {
                conditions.add(new Condition.Lasts(comparison, seconds(query, name)));
            }
        }
        patterns.forEach((name, attribute) -> {
            List<String> wanted = query.patterns(name);
            if (!wanted.isEmpty()) {
                conditions.add(new Condition.Like(attribute, Set.copyOf(wanted)));
            }
        });
        new LinkedHashMap<>(values).forEach((name, attribute) -> {
            if (query.values().containsKey(name)) {
                conditions.add(new Condition.OneOf(attribute, values(query, name)));
            }
        });
        return conditions;
    }

    private static Set<String> values(Query query, String name) {
        Set<String> values = new HashSet<>();
        for (String text : query.texts(name)) {
            if (NUMBERS.contains(name) && !text.matches("-?\\d{1,9}")) {
                throw Problem.invalid("int_parsing", List.of("query", name), name + ": a whole number is expected");
            }
            values.add(text);
        }
        return values;
    }

    private static double seconds(Query query, String name) {
        try {
            double seconds = Double.parseDouble(query.text(name));
            if (Double.isFinite(seconds)) {
                return seconds;
            }
        } catch (NumberFormatException e) {
            // Refused below.
        }
        throw Problem.invalid("float_parsing", List.of("query", name), name + ": a number is expected");
    }

    private static String limit(String name, Comparison comparison) {
        return name + "_" + comparison.name().toLowerCase(Locale.ROOT);
    }
}
