// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.metrics;

import io.dexaflow.control.Leadership;
import io.dexaflow.model.TaskState;
import io.dexaflow.store.Figures;
import io.dexaflow.store.Figures.Reading;
import io.dexaflow.store.StoreException;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is read from the database when somebody scrapes the leader, once in ten seconds at most; a follower shows none of
 * it. While the database does not answer these are missing rather than old.
 */
@Component(name = "io.dexaflow.metrics.store", service = {}, immediate = true)
public final class StoreGauges implements MultiCollector {

    private static final Logger LOG = LoggerFactory.getLogger(StoreGauges.class);
    private static final Duration AGE = Duration.ofSeconds(10);
    private static final double MILLIS = 1_000;

    private final HostMetrics metrics;
    private final Leadership leadership;
    private final Figures figures;
    private final Remembered<Optional<Reading>> reading;

    @Activate
    public StoreGauges(@Reference(name = "metrics") HostMetrics metrics,
            @Reference(name = "leadership") Leadership leadership, @Reference(name = "figures") Figures figures) {
        this(metrics, leadership, figures, System::nanoTime);
    }

    StoreGauges(HostMetrics metrics, Leadership leadership, Figures figures, LongSupplier nanos) {
        this.metrics = metrics;
        this.leadership = leadership;
        this.figures = figures;
        this.reading = new Remembered<>(this::read, AGE, nanos);
    }

    @Activate
    void start() {
        metrics.add(this);
    }

    @Override
    public MetricSnapshots collect() {
        return leadership.current().isEmpty() ? MetricSnapshots.of()
                : reading.get().map(StoreGauges::gauges).orElseGet(MetricSnapshots::of);
    }

    @Deactivate
    void stop() {
        metrics.remove(this);
    }

    private Optional<Reading> read() {
        try {
            return Optional.of(figures.read());
        } catch (StoreException away) {
            LOG.debug("the metrics are without what the database knows because={}", away.getMessage());
            return Optional.empty();
        }
    }

    private static MetricSnapshots gauges(Reading reading) {
        return MetricSnapshots.of(tasks(reading.tasks()),
                Gauges.of("dexaflow_oldest_queued_seconds",
                        "For how long the task instance that is queued longest has been queued; 0 when none is.",
                        reading.oldestQueued().orElse(Duration.ZERO).toMillis() / MILLIS),
                Gauges.of("dexaflow_import_errors", "DAG files that could not be imported.", reading.importErrors()),
                lastSuccess(reading.lastSuccess()));
    }

    private static GaugeSnapshot tasks(Map<TaskState, Long> counts) {
        Map<String, Double> values = new TreeMap<>();
        counts.forEach((state, count) -> values.put(state.wireName(), count.doubleValue()));
        return Gauges.of("dexaflow_tasks", "Task instances of unfinished runs, by state.", "state", values);
    }

    private static GaugeSnapshot lastSuccess(Map<String, Instant> ends) {
        Map<String, Double> values = new TreeMap<>();
        ends.forEach((dagId, end) -> values.put(dagId, end.toEpochMilli() / MILLIS));
        return Gauges.of("dexaflow_dag_last_success_timestamp_seconds",
                "When the newest successful run of a DAG ended, in seconds since 1970.", "dag_id", values);
    }
}
