// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.dispatch;

import io.dexaflow.scheduler.internal.Ledgers;
import io.dexaflow.store.Readings;
import io.dexaflow.store.TaskLedger.Candidate;
import io.dexaflow.trail.Observer.Stage;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells how long task instances waited since the last of their upstreams ended (contract 6): one statement for all that
 * became queued together, none when none of them has upstreams. What cannot be measured is left out.
 */
@Component(name = "io.dexaflow.scheduler.schedule-delays", service = ScheduleDelays.class)
public final class ScheduleDelays {

    private static final Logger LOG = LoggerFactory.getLogger(ScheduleDelays.class);

    private final Ledgers ledgers;
    private final Readings readings;

    @Activate
    public ScheduleDelays(@Reference(name = "ledgers") Ledgers ledgers,
            @Reference(name = "readings") Readings readings) {
        this.ledgers = ledgers;
        this.readings = readings;
    }

    /** Measures what was just written as queued. */
    void tell(List<Candidate> queued) {
        try {
            Map<UUID, List<String>> upstreams = new HashMap<>();
            queued.stream().filter(c -> c.attempt().tryNumber() == 1).forEach(c -> {
                List<String> ids = upstreams(c);
                if (!ids.isEmpty()) {
                    upstreams.put(c.taskInstanceId(), ids);
                }
            });
            if (!upstreams.isEmpty()) {
                for (Duration delay : readings.scheduleDelays(upstreams)) {
                    ledgers.chronicle().took(Stage.SCHEDULE_DELAY, null, delay);
                }
            }
        } catch (RuntimeException e) {
            LOG.debug("cannot measure how long {} task instances waited: {}", queued.size(), e.getMessage());
        }
    }

    private List<String> upstreams(Candidate candidate) {
        return ledgers.dags()
                .dag(candidate.versionId())
                .map(dag -> dag.tasks().get(candidate.ordinal()).dependsOn())
                .orElse(List.of());
    }
}
