// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.trail;

import io.dexaflow.trail.DecisionTrail;
import io.dexaflow.trail.Observer.Stage;
import io.dexaflow.trail.Observer.RunMove;
import java.time.Duration;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** What the scheduler tells of: its decisions, and how long things took. Nothing in here fails whoever tells. */
@Component(name = "io.dexaflow.scheduler.chronicle", service = Chronicle.class)
public final class Chronicle {

    private final DecisionTrail trail;
    private final Observers observers;

    @Activate
    public Chronicle(@Reference(name = "trail") DecisionTrail trail,
            @Reference(name = "observers") Observers observers) {
        this.trail = trail;
        this.observers = observers;
    }

    /** Where decisions go. */
    public DecisionTrail trail() {
        return trail;
    }

    /** Runs have moved to other states. */
    public void moved(List<RunMove> moves) {
        observers.moved(moves);
    }

    /**
     * Something took its time.
     *
     * @param began its start, as {@link System#nanoTime} had it
     */
    public void took(Stage stage, String detail, long began) {
        took(stage, detail, Duration.ofNanos(System.nanoTime() - began));
    }

    /** Something took this long, by a clock of its own. */
    public void took(Stage stage, String detail, Duration time) {
        observers.took(stage, detail, time);
    }
}
