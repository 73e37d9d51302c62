// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.plan;

import io.dexaflow.model.Command;
import io.dexaflow.model.Dag;
import io.dexaflow.model.RetryPolicy;
import io.dexaflow.model.Task;
import io.dexaflow.model.TaskState;
import io.dexaflow.model.TriggerRule;
import io.dexaflow.model.Work;
import io.dexaflow.store.RunLedger.TaskDetail;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/** Builds small runs for planner tests. */
final class Runs {

    static final UUID RUN = UUID.fromString("00000000-0000-0000-0000-0000000000a1");
    static final Instant T0 = Instant.parse("2026-11-30T12:00:00Z");

    private final List<Task> tasks = new ArrayList<>();
    private final List<TaskState> states = new ArrayList<>();
    private final List<TaskDetail> details = new ArrayList<>();

    static Runs run() {
        return new Runs();
    }

    Runs task(String id, TaskState state, String... upstreams) {
        return task(id, state, TriggerRule.ALL_SUCCESS, RetryPolicy.NONE, upstreams);
    }

    Runs task(String id, TaskState state, TriggerRule rule, RetryPolicy retry, String... upstreams) {
        Work work = new Work(new Command(List.of("true"), null), null, null, null, null);
        tasks.add(new Task(id, work, Arrays.asList(upstreams), rule, retry, null, null));
        states.add(state);
        details.add(null);
        return this;
    }

    /** Says more of the task added last. */
    Runs with(int tryNumber, int maxTries, Instant endedAt) {
        return detail(new TaskDetail(states.size() - 1, tryNumber, maxTries, 1, endedAt, "app", 0, null, null));
    }

    Runs detail(TaskDetail detail) {
        details.set(states.size() - 1, detail);
        return this;
    }

    /** An infra mark on the task added last. */
    Runs infra(int attempts, Instant endedAt, Instant confirmedAt) {
        return detail(new TaskDetail(states.size() - 1, 1, 1, 1, endedAt, "infra", attempts, confirmedAt, null));
    }

    RunSnapshot snapshot() {
        return new RunSnapshot(RUN, new Dag("d", null, null, null, null, null, null, tasks), states, details);
    }
}
