// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.reaper;

/**
 * Turns one kind of stuck state back into truth (design, Seams). Register an implementation as a service; the maintenance
 * loop of the leader calls it once a cycle, behind the settling gate and within the budget of its phase (R73 to R87).
 *
 * <p>A reaper never asks which edition it is in and never touches a process or a pod: it lists candidates from a ledger
 * and hands them to the context.
 */
public interface Reaper {

    /** A short name, such as {@code agent-lost}: the actor of its decisions. */
    String name();

    /** Its place in a cycle, lowest first (R76): orphan-run 10, agent-lost 20, dispatch-lost 30, pod-lost 40, … */
    int order();

    /** The stem of its decision labels, such as {@code agent_lost} (spec 3.11). */
    String label();

    /**
     * One pass. An exception is recorded as {@code <label>_panic}, a {@link io.dexaflow.store.StoreException} as
     * {@code <label>_list_error}; neither stops the other reapers (R85).
     *
     * @throws InterruptedException when the phase's budget is spent or leadership has ended
     */
    void sweep(ReapContext context) throws InterruptedException;
}
