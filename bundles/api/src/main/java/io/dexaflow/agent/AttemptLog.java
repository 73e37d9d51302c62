// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.agent;

import io.dexaflow.model.AttemptId;
import java.nio.file.Path;
import java.util.List;

/**
 * The log of an attempt: a file per writer, merged on reading; raw bytes, kept as they came (design, Seams).
 * Implemented by the gateway. A failing disk never fails a task.
 */
public interface AttemptLog {

    /** The file that the attempt's agent appends to; its folder exists. */
    Path agentFile(String dagId, AttemptId attempt);

    /** Appends bytes on behalf of the platform, on a line of their own. */
    void append(String dagId, AttemptId attempt, String line);

    /** As {@link #append}, unless this very line is already there. */
    void markOnce(String dagId, AttemptId attempt, String line);

    /**
     * Reads the merged log of some attempts, in their order.
     *
     * @param dagId the DAG
     * @param attempts the attempts, usually the epochs of one try
     * @param from the first byte wanted of the merged log
     * @param limit the most bytes to return
     * @return the bytes and where to go on; empty when there is nothing yet
     */
    Chunk read(String dagId, List<AttemptId> attempts, long from, int limit);

    /**
     * A piece of a log.
     *
     * @param bytes raw bytes
     * @param next where the next piece begins
     * @param end whether nothing follows for now
     */
    record Chunk(byte[] bytes, long next, boolean end) {}
}
