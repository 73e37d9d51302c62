// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.http;

import io.dexaflow.control.RunControl;
import io.dexaflow.trail.DecisionTrail;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** What the gateway tells the scheduler of, in one hand. */
@Component(name = "io.dexaflow.gateway.scheduler-link", service = SchedulerLink.class)
public final class SchedulerLink {

    private final RunControl runs;
    private final DecisionTrail trail;

    @Activate
    public SchedulerLink(@Reference(name = "runs") RunControl runs, @Reference(name = "trail") DecisionTrail trail) {
        this.runs = runs;
        this.trail = trail;
    }

    RunControl runs() {
        return runs;
    }

    DecisionTrail trail() {
        return trail;
    }
}
