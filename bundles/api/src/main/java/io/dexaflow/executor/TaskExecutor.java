// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executor;

import io.dexaflow.model.AttemptId;
import java.util.List;
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
     * Says what is left of suspects, without touching any of them. One call for a whole pass; it reads what it must and
     * returns in seconds. An exception defers them all.
     *
     * @param signal what made the reaper ask; one that this executor does not know is answered with
     *            {@link Verdict.Kind#DEFER}
     * @param suspects attempts that this executor has launched, or that an executor of its name has
     * @return a verdict for each, in their order
     */
    List<Verdict> judge(Signal signal, List<Suspect> suspects);

    /**
     * Stops what is left of a suspect after {@link Verdict.Kind#REAP_AFTER_STOP}, and says what came of it:
     * {@link Verdict.Kind#REAP} once it is certain that nothing of it lives, else {@link Verdict.Kind#DEFER}. Stops of a
     * pass run side by side, each in a thread of its own that is interrupted at the end of the pass's budget.
     *
     * @throws InterruptedException when it was cut off; the attempt stays unmarked (design 6.13)
     */
    Verdict stopOrphan(Signal signal, Suspect suspect) throws InterruptedException;

    /**
     * Whether evidence of an attempt's end may still turn up after a reaper's mark, so that the mark is provisional until
     * it is confirmed (R26, R47). False for an executor whose judgement is final.
     */
    boolean marksAreProvisional();

    /**
     * Stops an attempt whose verdict is already written: a user's, a finished run's. Best effort and at once; whoever
     * is stopped so reports nothing that counts. An attempt that is not here is no error.
     */
    void stop(AttemptId attempt);

    /** Stops every attempt of a run; see {@link #stop}. */
    void stopRun(UUID runId);
}
