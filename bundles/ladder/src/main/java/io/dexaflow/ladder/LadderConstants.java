// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.ladder;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/**
 * The values a ladder is built from. Production uses {@link #standard()}; tests put others in to see a rung break.
 *
 * @param durations a value for every constant
 * @param dispatchBudget counted dispatch failures before a task fails (R57)
 * @param infraBudget infra re-places before a task fails (R43, ADR 0052)
 */
record LadderConstants(Map<TimingConstant, Duration> durations, int dispatchBudget, int infraBudget) {

    private static final int DISPATCH_BUDGET = 6;
    private static final int INFRA_BUDGET = 6;

    LadderConstants {
        durations = Map.copyOf(durations);
    }

    /** The values of the documents. */
    static LadderConstants standard() {
        Map<TimingConstant, Duration> durations = new EnumMap<>(TimingConstant.class);
        for (TimingConstant constant : TimingConstant.values()) {
            durations.put(constant, constant.standard());
        }
        return new LadderConstants(durations, DISPATCH_BUDGET, INFRA_BUDGET);
    }

    /** The same with one value changed. */
    LadderConstants with(TimingConstant constant, Duration value) {
        Map<TimingConstant, Duration> changed = new EnumMap<>(durations);
        changed.put(constant, value);
        return new LadderConstants(changed, dispatchBudget, infraBudget);
    }

    /** The value of a constant. */
    Duration of(TimingConstant constant) {
        return durations.get(constant);
    }

    /** The wait after the n-th failure, n from 1: base, doubling, capped (R44). */
    Duration backoff(int failures) {
        if (failures < 1) {
            throw new IllegalArgumentException(
                    "the backoff after " + failures + " failures was asked for; count from 1");
        }
        Duration cap = of(TimingConstant.BACKOFF_CAP);
        Duration wait = of(TimingConstant.BACKOFF_BASE);
        for (int n = 1; n < failures && wait.compareTo(cap) < 0; n++) {
            wait = wait.multipliedBy(2);
        }
        return wait.compareTo(cap) < 0 ? wait : cap;
    }

    /** The longest a task that failed by an infra fault waits for its next place. */
    Duration longestReplaceDelay() {
        return backoff(infraBudget).plus(of(TimingConstant.INFRA_JITTER));
    }
}
