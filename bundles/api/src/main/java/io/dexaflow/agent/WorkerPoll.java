// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.agent;

import io.dexaflow.model.AttemptId;
import java.util.List;

/**
 * What a worker says when it asks for work.
 *
 * @param worker who it is
 * @param free how many more attempts it can take now
 * @param draining whether it takes no more work and will exit
 * @param running the attempts it holds
 * @param acks its answers to earlier assignments
 */
public record WorkerPoll(Worker worker, int free, boolean draining, List<AttemptId> running, List<Ack> acks) {

    public WorkerPoll {
        running = List.copyOf(running);
        acks = List.copyOf(acks);
    }

    /**
     * An agent process.
     *
     * @param id the id its token names
     * @param version the agent program's version
     * @param pid its process id where it runs
     * @param startTicks the process's start, in clock ticks since boot; 0 when unknown
     * @param bootId the machine's boot; empty when unknown
     * @param hostname the machine's name
     */
    public record Worker(String id, String version, long pid, long startTicks, String bootId, String hostname) {}

    /**
     * The answer to one assignment.
     *
     * @param attempt which
     * @param accepted whether the worker took it
     * @param reason why not; null when accepted
     */
    public record Ack(AttemptId attempt, boolean accepted, String reason) {}
}
