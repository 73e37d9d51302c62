// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.metrics;

import io.dexaflow.trail.Decision;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** What was decided, as counters. */
final class DecisionCounters {

    private static final String ABSENT = "executor_absent";
    private static final String REFUSED = "refused";

    private final Counter decisions;
    private final Counter transitions;
    private final Counter undispatchable;

    DecisionCounters(PrometheusRegistry registry) {
        decisions = Counter.builder()
                .name("dexaflow_scheduler_decisions_total")
                .help("Decisions of planner, dispatcher, maintenance loop and reapers since this host started, by label."
                        + " What each label means and what to do about it: docs/resilience.md.")
                .labelNames("decision_type")
                .withoutExemplars()
                .register(registry);
        transitions = Counter.builder()
                .name("dexaflow_task_transitions_total")
                .help("Task instances that this host moved from one state to another, whoever decided it.")
                .labelNames("from", "to")
                .withoutExemplars()
                .register(registry);
        undispatchable = Counter.builder()
                .name("dexaflow_tasks_undispatchable_total")
                .help("Task instances failed because no dispatch of them can ever work: their executor refuses them"
                        + " (refused), or is not there (executor_absent).")
                .labelNames("reason")
                .withoutExemplars()
                .register(registry);
        DecisionLabels.fromTheStart().forEach(decisions::initLabelValues);
        undispatchable.initLabelValues(REFUSED);
        undispatchable.initLabelValues(ABSENT);
    }

    void count(Decision decision) {
        if (isTheHosts(decision)) {
            decisions.labelValues(decision.label()).inc();
        }
        Transitions.of(decision).ifPresent(move -> transitions.labelValues(move.from(), move.to()).inc());
        String reason = decision.evidence().get("undispatchable");
        if (reason != null) {
            undispatchable.labelValues(reason).inc();
        }
    }

    /** Agents report and users order; neither decides what the host does by itself. */
    private static boolean isTheHosts(Decision decision) {
        return !decision.actor().equals("agent") && !decision.actor().equals("user")
                && !decision.actor().startsWith("user ");
    }
}
