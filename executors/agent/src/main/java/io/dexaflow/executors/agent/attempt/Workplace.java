// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.attempt;

import io.dexaflow.executors.agent.process.AgentRecord;
import io.dexaflow.executors.agent.process.Child;
import io.dexaflow.executors.agent.process.RecordDirectory;
import io.dexaflow.executors.agent.process.Spawner;
import io.dexaflow.executors.agent.support.AgentLog;
import io.dexaflow.executors.agent.support.Timing;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What all attempts of an agent share.
 *
 * @param spawner starts processes
 * @param records where the records are
 * @param scratches the folders for outputs
 * @param environment the agent's environment
 * @param self names this agent; its epoch means nothing
 * @param timing the durations
 * @param log the agent's log
 * @param ends is told when a driver is done
 */
public record Workplace(Spawner spawner, RecordDirectory records, ScratchFolders scratches,
        AgentEnvironment environment, AgentRecord self, Timing timing, AgentLog log, Ends ends) {

    private static final AtomicLong SCRATCH = new AtomicLong();

    /** Is told that an attempt has ended. */
    public interface Ends {

        /**
         * The attempt's driver is done with it.
         *
         * @param undead its process if that or its group is not dead yet: to be looked after, its records stay; else
         *            null
         * @param accepted whether its last report was accepted
         */
        void ended(Attempt attempt, Child undead, boolean accepted);
    }

    /** The agent's record for an attempt. */
    public AgentRecord recordFor(Attempt attempt) {
        return new AgentRecord(self.agentPid(), self.startTicks(), self.bootId(), attempt.id().epoch());
    }

    /** How long an older execution of the same try is awaited: its output may be held open as long as its group. */
    long predecessorWait() {
        return timing.drain().plus(timing.stopWait()).plus(timing.stopWait()).toNanos();
    }

    /** A folder for outputs, where the host names none. */
    String scratchFor(Attempt attempt) {
        return records.path() + "/scratch-" + self.agentPid() + "-" + SCRATCH.incrementAndGet() + "-"
                + attempt.id().epoch();
    }

    void ended(Attempt attempt, Child undead, boolean accepted) {
        ends.ended(attempt, undead, accepted);
    }
}
