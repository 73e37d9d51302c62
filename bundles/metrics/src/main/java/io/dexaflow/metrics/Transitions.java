// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.metrics;

import io.dexaflow.trail.Decision;
import java.util.Map;
import java.util.Optional;

/**
 * From which state to which a decision moved its task instance: what the evidence says under {@code from} and {@code to},
 * else what the label always means. A move that neither tells is not counted rather than guessed.
 */
final class Transitions {

    private static final String REPORT = "report_";

    private static final Map<String, Transition> BY_LABEL = Map.ofEntries(
            Map.entry("scheduled", new Transition("none", "scheduled")),
            Map.entry("queued", new Transition("scheduled", "queued")),
            Map.entry("skipped", new Transition("none", "skipped")),
            Map.entry("upstream_failed", new Transition("none", "upstream_failed")),
            Map.entry("up_for_retry", new Transition("failed", "up_for_retry")),
            Map.entry("retry", new Transition("up_for_retry", "none")),
            Map.entry("reschedule", new Transition("up_for_reschedule", "none")),
            Map.entry("infra_replace", new Transition("failed", "none")),
            Map.entry("agent_lost", new Transition("running", "failed")),
            Map.entry("agent_lost_never_heartbeated", new Transition("running", "failed")),
            Map.entry("dispatch_lost", new Transition("queued", "failed")));

    private static final Transition REFUSED = new Transition("scheduled", "failed");

    private Transitions() {}

    static Optional<Transition> of(Decision decision) {
        if (decision.kind() != Decision.Kind.TRANSITION || decision.subject().taskId() == null) {
            return Optional.empty();
        }
        String from = decision.evidence().get("from");
        String to = decision.evidence().get("to");
        if (from != null && to != null) {
            return Optional.of(new Transition(from, to));
        }
        if (decision.label().startsWith(REPORT)) {
            return Optional.of(reported(decision.label().substring(REPORT.length())));
        }
        if (decision.label().equals("failed") && decision.actor().equals("dispatcher")) {
            return Optional.of(REFUSED);
        }
        return Optional.ofNullable(BY_LABEL.get(decision.label()));
    }

    private static Transition reported(String state) {
        return new Transition("running".equals(state) ? "queued" : "running", state);
    }

    /** A move between two states, by their wire names. */
    record Transition(String from, String to) {}
}
