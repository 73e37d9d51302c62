// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.dags;

import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.Query;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.store.Readings;
import io.dexaflow.store.Readings.DagRow;
import io.dexaflow.store.Readings.RunRow;
import io.dexaflow.store.Readings.TaskRow;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds what a path names; 404 in words when it is not there. */
final class Finder {

    private final Readings readings;

    Finder(Readings readings) {
        this.readings = readings;
    }

    DagRow dag(Request request) {
        String dagId = request.value("dag_id");
        return readings.dag(dagId)
                .orElseThrow(() -> noDag(dagId));
    }

    static Problem noDag(String dagId) {
        return Problem.notFound("The DAG with dag_id '" + dagId + "' was not found");
    }

    RunRow run(Request request) {
        return run(request.value("dag_id"), request.value("dag_run_id"));
    }

    RunRow run(String dagId, String dagRunId) {
        return readings.run(dagId, dagRunId)
                .orElseThrow(() -> Problem
                        .notFound("The run with dag_id '" + dagId + "' and run_id '" + dagRunId + "' was not found"));
    }

    TaskRow task(Request request) {
        String dagId = request.value("dag_id");
        String dagRunId = request.value("dag_run_id");
        String taskId = request.value("task_id");
        return readings.task(dagId, dagRunId, taskId)
                .orElseThrow(() -> Problem.notFound("The task instance with dag_id '" + dagId + "', run_id '" + dagRunId
                        + "' and task_id '" + taskId + "' was not found"));
    }

    /** Refuses a path to what is not there, as far as it names what it means rather than all. */
    void checkNamed(Request request) {
        boolean ofADag = Paths.wanted(request, "dag_id") != null;
        boolean ofARun = ofADag && Paths.wanted(request, "dag_run_id") != null;
        if (ofARun && Paths.wanted(request, "task_id") != null) {
            task(request);
        } else if (ofARun) {
            run(request);
        } else if (ofADag) {
            dag(request);
        }
    }

    /** A task instance, if it is there. */
    Optional<TaskRow> task(String dagId, String dagRunId, String taskId) {
        return readings.task(dagId, dagRunId, taskId);
    }

    /** The constants that a filter names; 422 for a name that is none. */
    static <E extends Enum<E>> Set<E> states(Query query, String filter, Function<String, E> byName) {
        return query.texts(filter).stream().map(name -> {
            try {
                return byName.apply(name.toLowerCase(Locale.ROOT));
            } catch (IllegalArgumentException e) {
                throw Problem.invalid("value_error", List.of("query", filter),
                        filter + ": there is no " + name);
            }
        }).collect(Collectors.toSet());
    }
}
