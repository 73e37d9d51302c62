// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.metrics;

import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.Map;

/** Gauges that are read when somebody scrapes. */
final class Gauges {

    private Gauges() {}

    /** A single number. */
    static GaugeSnapshot of(String name, String help, double value) {
        return GaugeSnapshot.builder().name(name).help(help).dataPoint(point(Labels.EMPTY, value)).build();
    }

    /** A number for each value of a label. */
    static GaugeSnapshot of(String name, String help, String label, Map<String, Double> values) {
        GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name).help(help);
        values.forEach((of, value) -> gauge.dataPoint(point(Labels.of(label, of), value)));
        return gauge.build();
    }

    private static GaugeDataPointSnapshot point(Labels labels, double value) {
        return GaugeDataPointSnapshot.builder().labels(labels).value(value).build();
    }
}
