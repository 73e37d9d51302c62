// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.why;

import io.dexaflow.model.RunState;
import io.dexaflow.model.Task;
import io.dexaflow.model.TaskState;
import io.dexaflow.store.Readings.PoolRow;
import io.dexaflow.store.Readings.RunRow;
import io.dexaflow.store.Readings.TaskRow;
import io.dexaflow.timing.Ladder;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/** What a task instance waits for now, in a sentence. A pure function of what was read. */
final class WaitsFor {

    private static final int NAMED = 5;

    private final Facts facts;

    /**
     * What was read.
     *
     * @param declared the task in the version its run is pinned to; null when that is gone
     * @param lastHeartbeat when its agent was last heard of; null for never
     * @param upstream the states of the tasks it depends on
     * @param pool its pool; null when there is none of that name
     * @param executorHere whether its executor is offered
     * @param ladder the durations
     * @param now database time
     */
    record Facts(TaskRow task, Instant lastHeartbeat, RunRow run, Task declared, Map<String, TaskState> upstream,
            PoolRow pool, boolean executorHere, Ladder ladder, Instant now) {}

    private WaitsFor(Facts facts) {
        this.facts = facts;
    }

    /** The sentence. */
    static String of(Facts facts) {
        return new WaitsFor(facts).sentence();
    }

    private String sentence() {
        TaskRow task = facts.task();
        RunState run = facts.run().state();
        if (run == RunState.SUCCESS || run == RunState.FAILED) {
            return "nothing: its run has ended " + run.wireName() + (task.state().isTerminal() ? "" : " without it");
        }
        return switch (task.state()) {
            case NONE -> run == RunState.QUEUED ? "its run, which is queued until its DAG has room (max_active_runs)"
                    : upstream();
            case SCHEDULED -> scheduled();
            case QUEUED -> "its agent, which has been given it and has not said yet that it runs (queued "
                    + ago(task.queuedAt()) + ")";
            case RUNNING -> "its own end: it runs since " + at(task.startedAt()) + " (" + ago(task.startedAt())
                    + "); last heartbeat " + (facts.lastHeartbeat() == null ? "never" : ago(facts.lastHeartbeat()));
            case UP_FOR_RETRY -> retry();
            case UP_FOR_RESCHEDULE -> "the time at which it wants to be looked at again: " + at(task.rescheduleAt());
            case FAILED -> failed();
            case DEFERRED -> "its trigger";
            case SUCCESS, SKIPPED, UPSTREAM_FAILED -> "nothing: it ended " + task.state().wireName() + " at "
                    + at(task.endedAt());
        };
    }

    private String upstream() {
        List<String> open = facts.upstream()
                .entrySet()
                .stream()
                .filter(entry -> !entry.getValue().isTerminal())
                .map(entry -> entry.getKey() + " (" + entry.getValue().wireName() + ")")
                .toList();
        if (open.isEmpty()) {
            return "the next look of the planner, within a second";
        }
        String rest = open.size() > NAMED ? " and " + (open.size() - NAMED) + " more" : "";
        return "its upstream tasks: " + String.join(", ", open.subList(0, Math.min(NAMED, open.size()))) + rest;
    }

    private String scheduled() {
        TaskRow task = facts.task();
        if (!facts.executorHere()) {
            return "its executor" + (task.executor() == null ? "" : " '" + task.executor() + "'")
                    + ", which no bundle offers";
        }
        if (task.nextDispatchAt() != null && task.nextDispatchAt().isAfter(facts.now())) {
            return "its next dispatch at " + at(task.nextDispatchAt()) + (task.dispatchAttempts() == 0 ? ""
                    : " (" + task.dispatchAttempts() + " of " + facts.ladder().dispatchBudget() + " have failed)");
        }
        return room();
    }

    private String room() {
        String pool = "pool '" + facts.task().pool() + "'";
        String other = "its DAG's max_active_tasks, or for its executor to take it";
        if (facts.pool() == null) {
            return "room in " + other + "; its " + pool + " does not exist and so sets no limit";
        }
        int slots = facts.pool().slots();
        int wanted = facts.task().poolSlots();
        if (slots > 0 && wanted > slots) {
            return "more slots: it takes " + wanted + " of its " + pool + ", which has " + slots
                    + " in all; make the pool larger, or let it take fewer (pool_slots)";
        }
        return slots > 0 ? "room: " + wanted + " of the " + slots + " slots of " + pool + ", or in " + other
                : "room in " + other + "; its " + pool + " sets no limit";
    }

    private String retry() {
        TaskRow task = facts.task();
        if (task.endedAt() == null || facts.declared() == null) {
            return "its next try, at once";
        }
        Instant due = task.endedAt().plus(facts.declared().retry().delayAfter(task.tryNumber()));
        return "try " + (task.tryNumber() + 1) + " of " + task.maxTries() + " at " + at(due);
    }

    private String failed() {
        TaskRow task = facts.task();
        boolean infra = "infra".equals(task.failureKind());
        if (infra && task.infraAttempts() < facts.ladder().infraBudget() && task.endedAt() != null) {
            Duration wait = facts.ladder().backoff(task.infraAttempts() + 1);
            return "being placed again, " + (task.infraAttempts() + 1) + " of " + facts.ladder().infraBudget()
                    + " times, between " + at(task.endedAt().plus(wait)) + " and "
                    + at(task.endedAt().plus(wait).plusSeconds(30));
        }
        return task.tryNumber() < task.maxTries() && !infra ? "the next look of the planner, within a second"
                : "nothing: it ended failed at " + at(task.endedAt());
    }

    private String ago(Instant since) {
        return since == null ? "for an unknown time"
                : Math.max(0, Duration.between(since, facts.now()).toSeconds()) + " s ago";
    }

    private static String at(Instant time) {
        return time == null ? "an unknown time" : time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
