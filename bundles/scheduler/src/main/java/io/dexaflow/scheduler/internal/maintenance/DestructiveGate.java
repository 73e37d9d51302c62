// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.maintenance;

import io.dexaflow.control.Leadership;
import io.dexaflow.store.LeadershipTerm;

/** Open while this host leads in the very term in which the pass began (R78). */
final class DestructiveGate {

    private final Leadership leadership;
    private final LeadershipTerm began;
    private volatile boolean shut;

    DestructiveGate(Leadership leadership, LeadershipTerm began) {
        this.leadership = leadership;
        this.began = began;
    }

    long term() {
        return began.term();
    }

    LeadershipTerm leadership() {
        return began;
    }

    /** A phase that is left behind at the end of its budget must not mark anything later. */
    void shut() {
        shut = true;
    }

    boolean open() {
        return !shut && leadership.current().map(LeadershipTerm::term).filter(term -> term == began.term()).isPresent();
    }
}
