// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.metrics;

import io.dexaflow.trail.Observer.Stage;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;

/** What took how long, as histograms. */
final class StageTimes {

    private static final double NANOS = 1_000_000_000;

    private final Histogram tick;
    private final Histogram phase;
    private final Histogram dispatch;
    private final Histogram scheduleDelay;

    StageTimes(PrometheusRegistry registry) {
        tick = Histogram.builder()
                .name("dexaflow_tick_seconds")
                .help("How long a tick of the scheduler took, its loads and writes.")
                .classicOnly()
                .classicUpperBounds(.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30)
                .withoutExemplars()
                .register(registry);
        phase = Histogram.builder()
                .name("dexaflow_maintenance_phase_seconds")
                .help("How long a phase of the maintenance cycle took; its budget is 30 s.")
                .labelNames("phase")
                .classicOnly()
                .classicUpperBounds(.01, .05, .1, .5, 1, 5, 10, 20, 30)
                .withoutExemplars()
                .register(registry);
        dispatch = Histogram.builder()
                .name("dexaflow_dispatch_seconds")
                .help("How long an executor took to say what became of an attempt that was handed to it.")
                .classicOnly()
                .classicUpperBounds(.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30)
                .withoutExemplars()
                .register(registry);
        scheduleDelay = Histogram.builder()
                .name("dexaflow_schedule_delay_seconds")
                .help("How long a task instance waited from the end of its last upstream until it was queued, by the "
                        + "database's clock; waiting for room is in it. First placements only.")
                .classicOnly()
                .classicUpperBounds(.01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300, 1800)
                .withoutExemplars()
                .register(registry);
    }

    void observe(Stage stage, String detail, Duration time) {
        double seconds = time.toNanos() / NANOS;
        switch (stage) {
            case TICK -> tick.observe(seconds);
            case MAINTENANCE_PHASE -> phase.labelValues(detail == null ? "" : detail).observe(seconds);
            case DISPATCH -> dispatch.observe(seconds);
            case SCHEDULE_DELAY -> scheduleDelay.observe(seconds);
        }
    }
}
