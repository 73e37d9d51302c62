// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.spec;

import com.fasterxml.jackson.databind.JsonNode;
import io.dexaflow.dag.Template;
import io.dexaflow.dag.Template.Part;
import io.dexaflow.dag.Template.Variable;
import io.dexaflow.dag.Template.XCom;
import io.dexaflow.model.AttemptFacts;
import io.dexaflow.model.AttemptId;
import io.dexaflow.store.AttemptLedger.XComRef;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;

/**
 * The values that one attempt's templates see (contract 3). Text stays as it is, numbers and booleans become what JSON
 * writes, objects and lists become JSON; nothing becomes an empty text by accident.
 */
final class Values {

    private final AttemptId attempt;
    private final AttemptFacts facts;
    private final JsonNode params;
    private final Map<XComRef, String> xcoms;

    /**
     * @param params the DAG's defaults with the run's conf over them
     * @param xcoms JSON texts; what is not there is absent
     */
    Values(AttemptId attempt, AttemptFacts facts, JsonNode params, Map<XComRef, String> xcoms) {
        this.attempt = attempt;
        this.facts = facts;
        this.params = params;
        this.xcoms = xcoms;
    }

    /** The text with its values; {@link ValueException} when one is missing. */
    String render(Template template) {
        String text = template.render(this::value);
        if (text.indexOf('\0') >= 0) {
            throw new ValueException("a value holds a NUL character, which no process argument can carry");
        }
        return text;
    }

    private String value(Part part) {
        return switch (part) {
            case Template.Literal literal -> literal.text();
            case Variable variable -> variable(variable);
            case XCom xcom -> xcom(xcom);
        };
    }

    private String variable(Variable variable) {
        return switch (variable.name()) {
            case "params" -> param(variable);
            case "run_id" -> facts.dagRunId();
            case "dag_id" -> facts.dagId();
            case "task_id" -> attempt.taskId();
            case "try_number" -> Integer.toString(attempt.tryNumber());
            case "logical_date" -> time(variable, facts.logicalDate()).toString();
            case "ds" -> LocalDate.ofInstant(time(variable, facts.logicalDate()), ZoneOffset.UTC).toString();
            case "data_interval_start" -> time(variable, facts.intervalStart()).toString();
            case "data_interval_end" -> time(variable, facts.intervalEnd()).toString();
            default -> throw new ValueException("there is no " + variable.toText());
        };
    }

    private static Instant time(Variable variable, Instant time) {
        if (time == null) {
            throw new ValueException("this run has no " + variable.toText()
                    + ": it was started by hand without a logical date; give it one, or do not use "
                    + variable.toText());
        }
        return time;
    }

    private String param(Variable variable) {
        JsonNode node = params;
        for (String key : variable.path()) {
            node = node.path(key);
        }
        if (node.isMissingNode() || node.isNull()) {
            throw new ValueException(variable.toText() + (node.isNull() ? " is null" : " is not set")
                    + ": give it a value in the DAG's params or in the run's conf");
        }
        return text(node);
    }

    private String xcom(XCom xcom) {
        String json = xcoms.get(new XComRef(xcom.taskId(), xcom.key()));
        String name = "xcom('" + xcom.taskId() + "', '" + xcom.key() + "')";
        if (json == null) {
            throw new ValueException(name + " is not there: task " + xcom.taskId() + " left no value under that key");
        }
        JsonNode node = Json.read(json);
        if (node.isNull()) {
            throw new ValueException(name + " is null");
        }
        return text(node);
    }

    private static String text(JsonNode node) {
        return node.isTextual() ? node.textValue() : Json.write(node);
    }
}
