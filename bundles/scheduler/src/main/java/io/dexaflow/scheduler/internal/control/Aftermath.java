// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.control;

import io.dexaflow.executor.TaskExecutor;
import io.dexaflow.model.AttemptId;
import io.dexaflow.scheduler.internal.dispatch.ExecutorRegistry;
import io.dexaflow.scheduler.internal.tick.TickLoop;
import java.util.List;
import java.util.UUID;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What follows when an operator's wish is written: agents are told to stop, and the scheduler looks at once. None of it
 * can take the wish back: an agent that is not reached stops with its next heartbeat.
 */
@Component(name = "io.dexaflow.scheduler.aftermath", service = Aftermath.class)
public final class Aftermath {

    private static final Logger LOG = LoggerFactory.getLogger(Aftermath.class);

    private final ExecutorRegistry executors;
    private final TickLoop loop;

    @Activate
    public Aftermath(@Reference(name = "executors") ExecutorRegistry executors,
            @Reference(name = "tick") TickLoop loop) {
        this.executors = executors;
        this.loop = loop;
    }

    /** Lets a run that was just made be planned, and wakes the scheduler. */
    void created(UUID run) {
        loop.scope().admit(run);
        wake(List.of(run));
    }

    void wake(List<UUID> runs) {
        loop.wake(runs);
    }

    void stop(AttemptId attempt) {
        executors.all().forEach(executor -> stop(executor, attempt));
    }

    void stopRun(UUID run) {
        executors.all().forEach(executor -> stopRun(executor, run));
    }

    private static void stop(TaskExecutor executor, AttemptId attempt) {
        try {
            executor.stop(attempt);
        } catch (RuntimeException e) {
            LOG.warn("an executor could not stop an attempt, its next heartbeat does: executor={} {}",
                    executor.getClass().getName(), attempt, e);
        }
    }

    private static void stopRun(TaskExecutor executor, UUID run) {
        try {
            executor.stopRun(run);
        } catch (RuntimeException e) {
            LOG.warn("an executor could not stop a run's tasks, their next heartbeat does: executor={} run={}",
                    executor.getClass().getName(), run, e);
        }
    }
}
