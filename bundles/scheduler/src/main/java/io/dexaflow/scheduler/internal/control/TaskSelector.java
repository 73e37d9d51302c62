// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.control;

import io.dexaflow.control.RequestException;
import io.dexaflow.control.RequestException.Kind;
import io.dexaflow.control.TaskSelection;
import io.dexaflow.model.Dag;
import io.dexaflow.model.Task;
import io.dexaflow.model.TaskState;
import io.dexaflow.store.Condition;
import io.dexaflow.store.Condition.Attribute;
import io.dexaflow.store.DagLedger;
import io.dexaflow.store.Readings;
import io.dexaflow.store.Readings.DagRow;
import io.dexaflow.store.Readings.Page;
import io.dexaflow.store.Readings.Paging;
import io.dexaflow.store.Readings.RunRow;
import io.dexaflow.store.Readings.TaskFilter;
import io.dexaflow.store.Readings.TaskRow;
import io.dexaflow.store.TimeRange;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;

/** Finds the task instances that an operator means; whatever is wrong with a selection is said before anything is done. */
final class TaskSelector {

    /** A mistake in a selection must not take the whole history of a DAG into one request. */
    private static final int MOST = 10_000;

    private final Readings readings;
    private final DagLedger dags;

    TaskSelector(Readings readings, DagLedger dags) {
        this.readings = readings;
        this.dags = dags;
    }

    /**
     * Those that are meant, in the order of runs and tasks.
     *
     * @param states only those in one of these; empty for any
     */
    List<TaskRow> select(TaskSelection wanted, Set<TaskState> states) {
        DagRow dag = readings.dag(wanted.dagId()).orElseThrow(() -> noDag(wanted.dagId()));
        RunRow run = wanted.dagRunId() == null ? null : run(wanted.dagId(), wanted.dagRunId());
        List<Condition> conditions = new ArrayList<>();
        if (!wanted.taskIds().isEmpty()) {
            Set<String> tasks = reached(wanted, run == null ? dag.currentVersion() : run.versionId());
            conditions.add(new Condition.OneOf(Attribute.TASK_ID, tasks));
        }
        boolean oneRun = run != null && !wanted.reach().future() && !wanted.reach().past();
        TimeRange dates = run == null ? range(wanted.from(), wanted.to()) : dates(run, wanted.reach());
        if (!oneRun && !dates.any()) {
            conditions.add(new Condition.Within(Attribute.LOGICAL_DATE, dates));
        }
        Page<TaskRow> page = readings.tasks(
                new TaskFilter(wanted.dagId(), oneRun ? wanted.dagRunId() : null, states, conditions),
                new Paging(0, MOST, null));
        if (page.total() > MOST) {
            throw new RequestException(Kind.INVALID, "that would be " + page.total() + " task instances, and " + MOST
                    + " are the most at once; name a run, or a shorter stretch of time");
        }
        return page.rows();
    }

    /** These, as they are now. */
    List<TaskRow> reread(String dagId, List<UUID> ids) {
        return readings.tasks(new TaskFilter(dagId, null, Set.of(),
                List.of(new Condition.TaskInstances(new HashSet<>(ids)))), new Paging(0, MOST, null)).rows();
    }

    /** Just one. */
    TaskRow one(TaskSelection.One task) {
        return readings.task(task.dagId(), task.dagRunId(), task.taskId())
                .orElseThrow(() -> new RequestException(Kind.NOT_FOUND, "there is no task '" + task.taskId()
                        + "' in run '" + task.dagRunId() + "' of DAG '" + task.dagId() + "'; see 'dexaflow tasks "
                        + task.dagId() + " " + task.dagRunId() + "'"));
    }

    RunRow run(String dagId, String dagRunId) {
        return readings.run(dagId, dagRunId).orElseThrow(() -> noRun(dagId, dagRunId));
    }

    static RequestException noDag(String dagId) {
        return new RequestException(Kind.NOT_FOUND, "there is no DAG with id '" + dagId + "'; see 'dexaflow dags'");
    }

    static RequestException noRun(String dagId, String dagRunId) {
        return new RequestException(Kind.NOT_FOUND, "there is no run '" + dagRunId + "' of DAG '" + dagId
                + "'; see 'dexaflow runs " + dagId + "'");
    }

    private static TimeRange dates(RunRow run, TaskSelection.Reach reach) {
        if (!reach.future() && !reach.past()) {
            return TimeRange.ANY;
        }
        if (run.logicalDate() == null) {
            throw new RequestException(Kind.INVALID, "the run '" + run.dagRunId()
                    + "' has no logical date, so nothing is past or future of it");
        }
        return range(reach.past() ? null : run.logicalDate(), reach.future() ? null : run.logicalDate());
    }

    /** Both ends included; the database keeps microseconds. */
    private static TimeRange range(Instant from, Instant to) {
        return new TimeRange(from, to == null ? null : to.truncatedTo(ChronoUnit.MICROS).plus(1, ChronoUnit.MICROS));
    }

    private Set<String> reached(TaskSelection wanted, UUID version) {
        List<Task> tasks = version == null ? List.of() : dags.dag(version).map(Dag::tasks).orElse(List.of());
        Set<String> unknown = new TreeSet<>(wanted.taskIds());
        unknown.removeAll(tasks.stream().map(Task::taskId).collect(Collectors.toSet()));
        if (!unknown.isEmpty()) {
            throw new RequestException(Kind.NOT_FOUND,
                    "DAG '" + wanted.dagId() + "' has no task " + String.join(", ", unknown));
        }
        Set<String> reached = new HashSet<>(wanted.taskIds());
        if (wanted.reach().upstream()) {
            reached.addAll(upstream(tasks, wanted.taskIds()));
        }
        if (wanted.reach().downstream()) {
            reached.addAll(downstream(tasks, wanted.taskIds()));
        }
        return reached;
    }

    /** The tasks of a version stand in topological order, so one walk finds all. */
    private static Set<String> downstream(List<Task> tasks, Set<String> from) {
        Set<String> found = new HashSet<>(from);
        for (Task task : tasks) {
            if (task.dependsOn().stream().anyMatch(found::contains)) {
                found.add(task.taskId());
            }
        }
        return found;
    }

    private static Set<String> upstream(List<Task> tasks, Set<String> from) {
        Set<String> found = new HashSet<>(from);
        for (Task task : tasks.reversed()) {
            if (found.contains(task.taskId())) {
                found.addAll(task.dependsOn());
            }
        }
        return found;
    }
}
