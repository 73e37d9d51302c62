// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.metrics;

import io.dexaflow.trail.Decision;
import io.dexaflow.trail.Observer;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/**
 * The metrics of this host: counts what it hears, and holds what others add. It needs nobody, so that there is something to
 * scrape while everything else is down, and so that no counter begins anew when another bundle is swapped.
 */
@Component(name = "io.dexaflow.metrics.registry", service = {HostMetrics.class, Observer.class})
public final class HostMetrics implements Observer {

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final DecisionCounters decisions = new DecisionCounters(registry);
    private final StageTimes times = new StageTimes(registry);
    private final Counter stepDowns = Counter.builder()
            .name("dexaflow_leader_step_downs_total")
            .help("How often this host stopped leading, by reason.")
            .labelNames("reason")
            .withoutExemplars()
            .register(registry);

    @Activate
    public HostMetrics(BundleContext bundle) {
        this(bundle.getProperty("dexaflow.version"), bundle.getProperty("dexaflow.edition"));
    }

    HostMetrics(String version, String edition) {
        List.of("lock_released", "check_timeout", "shutdown").forEach(stepDowns::initLabelValues);
        Info.builder()
                .name("dexaflow_build_info")
                .help("The version and edition that runs here; always 1.")
                .labelNames("version", "edition")
                .register(registry)
                .setLabelValues(Objects.requireNonNullElse(version, ""), Objects.requireNonNullElse(edition, ""));
        JvmFigures.register(registry);
    }

    @Override
    public void decided(List<Decision> made) {
        made.forEach(decisions::count);
    }

    @Override
    public void took(Stage stage, String detail, Duration time) {
        times.observe(stage, detail, time);
    }

    @Override
    public void steppedDown(String reason) {
        stepDowns.labelValues(Objects.requireNonNullElse(reason, "")).inc();
    }

    /** Adds what is read when somebody scrapes. */
    void add(MultiCollector gauges) {
        registry.register(gauges);
    }

    /** Takes that away again. */
    void remove(MultiCollector gauges) {
        registry.unregister(gauges);
    }

    /** All metrics as they stand. */
    MetricSnapshots scrape() {
        return registry.scrape();
    }
}
