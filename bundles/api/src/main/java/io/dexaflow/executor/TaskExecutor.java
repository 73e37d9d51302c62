// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executor;

import io.dexaflow.model.AttemptId;
import java.util.UUID;

/**
 * Takes attempts and has them run by agents (design, Seams). Register an implementation as a service with the property
 * {@link #NAME_PROPERTY}; nothing else is needed for it to get dispatches.
 *
 * <p>Calls come from many threads at once. An exception out of {@link #launch} counts as
 * {@link LaunchOutcome.Rejected}; out of the others it is logged and changes nothing.
 */
public interface TaskExecutor {

    /** The service property that names the executor; a DAG's {@code executor} refers to it. */
    String NAME_PROPERTY = "dexaflow.executor";

    /**
     * Hands an attempt over. Returns once it is certain that the attempt was taken or was not; blocks meanwhile.
     *
     * <p>A repeated call for the same (task instance, try, epoch) must not start it twice.
     *
     * @param attempt what is to run
     * @return what became of it (R56)
     */
    LaunchOutcome launch(Attempt attempt);

    /**
     * Stops an attempt whose verdict is already written: a user's, a finished run's. Best effort and at once; whoever
     * is stopped so reports nothing that counts. An attempt that is not here is no error.
     */
    void stop(AttemptId attempt);

    /** Stops every attempt of a run; see {@link #stop}. */
    void stopRun(UUID runId);
}
