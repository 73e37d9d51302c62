// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.plan;

import io.dexaflow.model.FailureKind;
import io.dexaflow.model.RunState;
import io.dexaflow.model.Task;
import io.dexaflow.model.TaskState;
import io.dexaflow.scheduler.internal.plan.TriggerRules.Upstreams;
import io.dexaflow.store.RunLedger.TaskDetail;
import io.dexaflow.store.TaskLedger.Move;
import io.dexaflow.timing.Ladder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Decides what happens next to a run: a pure function of its snapshot and a time (design, Seams). No clock, no database,
 * no log; the same input gives the same plan.
 *
 * <p>Tasks come in topological order, so one walk lets a skip or a failure flow all the way down.
 */
public final class Planner {

    private final Ladder ladder;

    public Planner(Ladder ladder) {
        this.ladder = ladder;
    }

    /** The plan for a running run at a time of the database. */
    public Plan plan(RunSnapshot run, Instant now) {
        return new Walk(run, now).plan();
    }

    /** One walk over one run. */
    private final class Walk {

        private final RunSnapshot run;
        private final Instant now;
        private final List<Move> moves = new ArrayList<>();
        private final TaskState[] effective;
        private final Map<String, Integer> ordinals = new HashMap<>();

        Walk(RunSnapshot run, Instant now) {
            this.run = run;
            this.now = now;
            this.effective = new TaskState[run.states().size()];
        }

        Plan plan() {
            boolean allTerminal = true;
            boolean anyFailed = false;
            for (int i = 0; i < effective.length; i++) {
                Task task = run.dag().tasks().get(i);
                effective[i] = visit(i, task);
                ordinals.put(task.taskId(), i);
                allTerminal &= effective[i].isTerminal();
                anyFailed |= effective[i] == TaskState.FAILED || effective[i] == TaskState.UPSTREAM_FAILED;
            }
            RunState verdict = !allTerminal ? null : anyFailed ? RunState.FAILED : RunState.SUCCESS;
            return new Plan(moves, verdict);
        }

        /** Adds what is to happen to one task, and returns the state its downstreams see. */
        private TaskState visit(int ordinal, Task task) {
            TaskState state = run.states().get(ordinal);
            return switch (state) {
                case NONE -> decide(ordinal, task);
                case FAILED -> failed(ordinal, task, run.details().get(ordinal));
                case UP_FOR_RETRY -> {
                    awaitRelease(ordinal, task, run.details().get(ordinal));
                    yield state;
                }
                case UP_FOR_RESCHEDULE -> {
                    awaitPoke(ordinal, run.details().get(ordinal));
                    yield state;
                }
                default -> state;
            };
        }

        private TaskState decide(int ordinal, Task task) {
            Upstreams upstreams = Upstreams.NONE;
            for (String upstream : task.dependsOn()) {
                upstreams = upstreams.plus(effective[ordinals.get(upstream)]);
            }
            TaskState next = switch (TriggerRules.decide(task.triggerRule(), upstreams)) {
                case RUN -> TaskState.SCHEDULED;
                case SKIP -> TaskState.SKIPPED;
                case UPSTREAM_FAILED -> TaskState.UPSTREAM_FAILED;
                case WAIT -> TaskState.NONE;
            };
            if (next != TaskState.NONE) {
                moves.add(new Move.Decide(run.runId(), ordinal, next));
            }
            return next;
        }

        private TaskState failed(int ordinal, Task task, TaskDetail detail) {
            if (FailureKind.INFRA.wireName().equals(detail.failureKind())) {
                return failedByInfra(ordinal, task, detail);
            }
            if (detail.tryNumber() >= detail.maxTries()) {
                return TaskState.FAILED;
            }
            moves.add(new Move.AwaitRetry(run.runId(), ordinal, detail.tryNumber(), detail.epoch()));
            return TaskState.UP_FOR_RETRY;
        }

        /** R43 to R50: a mark is a guess until it is confirmed or its valve has opened. */
        private TaskState failedByInfra(int ordinal, Task task, TaskDetail detail) {
            boolean provisional = detail.infraConfirmedAt() == null && !valveOpen(detail);
            boolean budgetLeft = detail.infraAttempts() < ladder.infraBudget();
            if (!provisional && !budgetLeft) {
                return TaskState.FAILED;
            }
            if (!provisional && replaceDue(task, detail)) {
                moves.add(new Move.Replace(run.runId(), ordinal, detail.tryNumber(), detail.epoch()));
            }
            return TaskState.UP_FOR_RETRY;
        }

        /** The counterpart of the override's guard (R51): past the valve iff {@code ended_at <= now - valve}. */
        private boolean valveOpen(TaskDetail detail) {
            return detail.endedAt() == null || !detail.endedAt().isAfter(now.minus(ladder.confirmationValve()));
        }

        private boolean replaceDue(Task task, TaskDetail detail) {
            if (detail.endedAt() == null) {
                return true;
            }
            Duration wait = ladder.backoff(detail.infraAttempts() + 1).plus(Jitter.of(run.runId(), task.taskId()));
            return !now.isBefore(detail.endedAt().plus(wait));
        }

        private void awaitRelease(int ordinal, Task task, TaskDetail detail) {
            boolean due = detail.endedAt() == null
                    || !now.isBefore(detail.endedAt().plus(task.retry().delayAfter(detail.tryNumber())));
            if (due) {
                moves.add(new Move.Retry(run.runId(), ordinal, detail.tryNumber(), detail.epoch()));
            }
        }

        private void awaitPoke(int ordinal, TaskDetail detail) {
            if (detail.rescheduleAt() == null || !now.isBefore(detail.rescheduleAt())) {
                moves.add(new Move.Repoke(run.runId(), ordinal, detail.tryNumber(), detail.epoch()));
            }
        }
    }

    /** Spreads the re-places of a mass failure over half a minute, the same for each plan of a task (R45). */
    static final class Jitter {

        private static final long SPAN_NANOS = Duration.ofSeconds(30).toNanos();
        private static final long FNV_OFFSET = 0xcbf29ce484222325L;
        private static final long FNV_PRIME = 0x100000001b3L;

        private Jitter() {}

        static Duration of(UUID runId, String taskId) {
            long hash = FNV_OFFSET;
            for (byte b : (runId + "\0" + taskId).getBytes(StandardCharsets.UTF_8)) {
                hash = (hash ^ (b & 0xff)) * FNV_PRIME;
            }
            return Duration.ofNanos(Long.remainderUnsigned(hash, SPAN_NANOS));
        }
    }
}
