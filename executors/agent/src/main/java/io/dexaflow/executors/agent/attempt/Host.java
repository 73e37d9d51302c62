// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.attempt;

import io.dexaflow.executors.agent.http.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a driver asks of the host. Every call blocks until it is answered, however long the host is away. */
public interface Host {

    /**
     * What became of outputs.
     *
     * @param rejection why they were not taken; null if they were
     * @param droppedLinks names of links that were left out, since they are no web addresses
     */
    record Delivery(String rejection, List<String> droppedLinks) {

        /** Not taken. */
        public static Delivery rejected(String why) {
            return new Delivery(why, List.of());
        }
    }

    /**
     * Registers the attempt.
     *
     * @return what it is to run; empty if it is refused, superseded or stopped: then nothing is to be done
     */
    Optional<JsonObject> register(Attempt attempt);

    /** Reports RUNNING; true if user code may start. */
    boolean running(Attempt attempt);

    /** Delivers outputs. */
    Delivery push(Attempt attempt, Map<String, Object> outputs);

    /** Reports the outcome; true if it was accepted and applied. */
    boolean report(Attempt attempt, Outcome outcome);
}
