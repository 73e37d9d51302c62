// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.maintenance;

import io.dexaflow.reaper.ReapContext;
import io.dexaflow.reaper.Reaper;

/** A reaper that sweeps as the test says. */
record ReaperStub(String name, String label, int order, Sweep does) implements Reaper {

    /** What its pass does. */
    @FunctionalInterface
    interface Sweep {

        void in(ReapContext context) throws InterruptedException;
    }

    @Override
    public void sweep(ReapContext context) throws InterruptedException {
        does.in(context);
    }
}
