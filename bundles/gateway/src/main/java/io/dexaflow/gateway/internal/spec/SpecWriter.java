// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.dag.Template;
import io.dexaflow.dag.TemplateException;
import io.dexaflow.dag.TemplateParser;
import io.dexaflow.gateway.internal.spec.SpecAnswer.ProcessSpec;
import io.dexaflow.model.AttemptFacts;
import io.dexaflow.model.AttemptId;
import io.dexaflow.model.Dag;
import io.dexaflow.model.Task;
import io.dexaflow.model.Work;
import io.dexaflow.store.AttemptLedger.XComRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes what one attempt is to run (contract 3): first says which outputs of other tasks it needs, then makes the
 * process out of them. A pure function of a DAG version, a run's facts and those outputs.
 */
final class SpecWriter {

    /** Only the platform sets variables that begin so; an author's are dropped (T126). */
    private static final String PLATFORM_PREFIX = "DEXAFLOW_";

    private final AttemptId attempt;
    private final AttemptFacts facts;
    private final Dag dag;
    private final Task task;
    private final List<Template> argv;
    private final Map<String, Template> env;

    private SpecWriter(AttemptId attempt, AttemptFacts facts, Dag dag, Task task) {
        this.attempt = attempt;
        this.facts = facts;
        this.dag = dag;
        this.task = task;
        this.argv = task.work().command().toArgv().stream().map(SpecWriter::parse).toList();
        this.env = new LinkedHashMap<>();
        task.work().env().forEach((name, value) -> {
            if (!name.startsWith(PLATFORM_PREFIX)) {
                env.put(name, parse(value));
            }
        });
    }

    /** {@link ValueException} when the version has no such task, or a template of it cannot be understood. */
    static SpecWriter of(AttemptId attempt, AttemptFacts facts, Dag dag) {
        Task task = dag.tasks()
                .stream()
                .filter(it -> it.taskId().equals(attempt.taskId()))
                .findFirst()
                .orElseThrow(() -> new ValueException("DAG " + facts.dagId() + " has no task " + attempt.taskId()
                        + " in the version its run is pinned to"));
        return new SpecWriter(attempt, facts, dag, task);
    }

    /** The outputs of other tasks that this attempt needs. */
    Set<XComRef> needs() {
        return Stream.concat(argv.stream(), env.values().stream())
                .flatMap(template -> template.parts().stream())
                .filter(Template.XCom.class::isInstance)
                .map(Template.XCom.class::cast)
                .map(xcom -> new XComRef(xcom.taskId(), xcom.key()))
                .collect(Collectors.toSet());
    }

    /** The process; {@link ValueException} when a value is missing. */
    ProcessSpec write(Map<XComRef, String> xcoms) {
        ObjectNode params = params();
        Values values = new Values(attempt, facts, params, xcoms);
        List<String> arguments = new ArrayList<>();
        argv.forEach(template -> arguments.add(values.render(template)));
        Map<String, String> variables = new LinkedHashMap<>();
        env.forEach((name, template) -> variables.put(name, values.render(template)));
        platform(variables, params);
        Work work = task.work();
        var secrets = new HashMap<>(work.secrets());
        secrets.keySet().removeIf(name -> name.startsWith(PLATFORM_PREFIX));
        return new ProcessSpec(arguments, variables, secrets, work.workingDir(), work.executionTimeout());
    }

    /** The run's conf over the DAG's defaults, key by key and not deeper, as Airflow does it. */
    private ObjectNode params() {
        ObjectNode params = Json.object(dag.params());
        JsonNode conf = facts.confJson() == null ? null : Json.read(facts.confJson());
        if (conf instanceof ObjectNode given) {
            params.setAll(given);
        }
        return params;
    }

    private void platform(Map<String, String> variables, ObjectNode params) {
        variables.put("DEXAFLOW_DAG_ID", facts.dagId());
        variables.put("DEXAFLOW_RUN_ID", facts.dagRunId());
        variables.put("DEXAFLOW_TASK_ID", attempt.taskId());
        variables.put("DEXAFLOW_TRY_NUMBER", Integer.toString(attempt.tryNumber()));
        variables.put("DEXAFLOW_LOGICAL_DATE", facts.logicalDate() == null ? "" : facts.logicalDate().toString());
        variables.put("DEXAFLOW_PARAMS", Json.write(params));
    }

    private static Template parse(String text) {
        try {
            return TemplateParser.parse(text);
        } catch (TemplateException e) {
            throw new ValueException(e.getMessage());
        }
    }
}
