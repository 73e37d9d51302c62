// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.agent;

import java.time.Duration;

/**
 * Hands attempts to agents that wait for work. Offered by an executor with the service property
 * {@code dexaflow.executor}, called by the gateway for each poll of a worker that belongs to that executor
 * (docs/agent-protocol.md).
 */
public interface AssignmentSource {

    /**
     * Takes a worker's word and waits until there is something to tell it.
     *
     * @param poll who asks, what it runs, what it acknowledges
     * @param atMost how long to wait when there is nothing to say
     * @return what it is to do; nothing at all is an answer
     * @throws InterruptedException when the host stops
     */
    Assignments poll(WorkerPoll poll, Duration atMost) throws InterruptedException;
}
