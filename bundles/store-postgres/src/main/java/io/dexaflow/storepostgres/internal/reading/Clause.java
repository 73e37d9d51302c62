// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.reading;

import io.dexaflow.store.Condition;
import io.dexaflow.store.Condition.Attribute;
import io.dexaflow.store.Condition.Comparison;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A condition in SQL: a parameter between two texts, which are put together from fixed terms and never the caller's.
 *
 * @param before what stands before the parameter
 * @param value the parameter
 * @param after what stands after it
 */
public record Clause(String before, Object value, String after) {

    /** What is listed. */
    private enum Rows {
        RUNS, TASKS, XCOMS
    }

    /** The conditions on runs. */
    static List<Clause> ofRuns(List<Condition> conditions) {
        return of(conditions, Rows.RUNS);
    }

    /** The conditions on task instances. */
    static List<Clause> ofTasks(List<Condition> conditions) {
        return of(conditions, Rows.TASKS);
    }

    /** The conditions on XCom entries. */
    static List<Clause> ofXComs(List<Condition> conditions) {
        return of(conditions, Rows.XCOMS);
    }

    /** Whether it is about the run, which the counting of task instances leaves out where it can. */
    boolean isAboutRun() {
        return before.contains("r.");
    }

    private static List<Clause> of(List<Condition> conditions, Rows rows) {
        return conditions.stream().flatMap(condition -> of(condition, rows)).toList();
    }

    private static Stream<Clause> of(Condition condition, Rows rows) {
        return switch (condition) {
            case Condition.OneOf(var attribute, var values) -> Stream.of(
                    new Clause(text(attribute, rows) + " = any(", values.toArray(String[]::new), "::text[])"));
            case Condition.Like(var attribute, var patterns) -> Stream.of(
                    new Clause(text(attribute, rows) + " ilike any(", patterns.toArray(String[]::new), "::text[])"));
            case Condition.Within(var attribute, var range) -> Stream.of(limit(attribute, rows, " >= ", range.from()),
                    limit(attribute, rows, " < ", range.before())).flatMap(Optional::stream);
            case Condition.Lasts(var comparison, var seconds) -> Stream.of(
                    new Clause(duration(rows) + operator(comparison), seconds, "::float8"));
            case Condition.TaskInstances(var ids) -> Stream.of(
                    new Clause("t.id = any(", ids.toArray(UUID[]::new), "::uuid[])"));
        };
    }

    private static Optional<Clause> limit(Attribute attribute, Rows rows, String operator, Instant time) {
        return Optional.ofNullable(time)
                .map(limit -> new Clause(time(attribute, rows) + operator, limit, "::timestamptz"));
    }

    private static String operator(Comparison comparison) {
        return switch (comparison) {
            case GTE -> " >= ";
            case GT -> " > ";
            case LTE -> " <= ";
            case LT -> " < ";
        };
    }

    private static String duration(Rows rows) {
        return rows == Rows.TASKS ? "t.duration" : "extract(epoch from r.ended_at - r.started_at)";
    }

    private static String time(Attribute attribute, Rows rows) {
        return switch (attribute) {
            case RUN_AFTER -> Terms.RUN_AFTER;
            case LOGICAL_DATE -> "r.logical_date";
            case START_DATE -> rows == Rows.TASKS ? "t.started_at" : "r.started_at";
            case END_DATE -> rows == Rows.TASKS ? "t.ended_at" : "r.ended_at";
            case UPDATED_AT -> rows == Rows.TASKS ? Terms.TASK_UPDATED : Terms.RUN_UPDATED;
            default -> throw new IllegalArgumentException(attribute + " is no time");
        };
    }

    private static String text(Attribute attribute, Rows rows) {
        return switch (attribute) {
            case DAG_ID -> "r.dag_id";
            case RUN_ID -> "r.run_id";
            case CONF -> "r.conf::text";
            case TRIGGERED_BY -> "(case when r.run_type = 'manual' then r.triggered_by end)";
            case VERSION_NUMBER -> "(select n.number::text from dexaflow.dag_version n where n.id = r.version_id)";
            default -> switch (rows) {
                case RUNS -> throw new IllegalArgumentException("runs have no " + attribute);
                case TASKS -> textOfTask(attribute);
                case XCOMS -> textOfXCom(attribute);
            };
        };
    }

    private static String textOfXCom(Attribute attribute) {
        return switch (attribute) {
            case TASK_ID -> "x.task_id";
            case XCOM_KEY -> "x.key";
            default -> throw new IllegalArgumentException("XCom entries have no " + attribute);
        };
    }

    private static String textOfTask(Attribute attribute) {
        return switch (attribute) {
            case TASK_ID -> "t.task_id";
            case POOL -> "t.pool";
            case OPERATOR -> "t.operator";
            case EXECUTOR -> "t.executor";
            case TRY_NUMBER -> "t.try_number::text";
            default -> throw new IllegalArgumentException(attribute + " is no text");
        };
    }
}
