// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.metrics;

import io.dexaflow.control.Gate;
import io.dexaflow.control.Leadership;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * Whether this host leads, and whether its reapers may act. While there is no scheduler these are missing, which an alert
 * on absence sees.
 */
@Component(name = "io.dexaflow.metrics.leader", service = {}, immediate = true)
public final class LeaderGauges implements MultiCollector {

    private final HostMetrics metrics;
    private final Leadership leadership;
    private final Gate gate;

    @Activate
    public LeaderGauges(@Reference(name = "metrics") HostMetrics metrics,
            @Reference(name = "leadership") Leadership leadership, @Reference(name = "gate") Gate gate) {
        this.metrics = metrics;
        this.leadership = leadership;
        this.gate = gate;
    }

    @Activate
    void start() {
        metrics.add(this);
    }

    @Override
    public MetricSnapshots collect() {
        return MetricSnapshots.of(
                Gauges.of("dexaflow_leader", "1 while this host leads, 0 while it follows.",
                        leadership.current().isPresent() ? 1 : 0),
                Gauges.of("dexaflow_gate_settled", "1 while this host leads and its reapers may act, 0 while they wait"
                        + " for the grace and the conditions of the settling gate.", gate.gate().settled() ? 1 : 0));
    }

    @Deactivate
    void stop() {
        metrics.remove(this);
    }
}
