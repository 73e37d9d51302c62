// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.metrics;

import java.util.List;
import java.util.stream.Stream;

/**
 * The decision labels that a Lite host may write (spec 3.11, design 6.30). Those that an alert waits for stand at zero from
 * the start, so that the first one is seen as an increase. A label that is missing in here is counted all the same.
 */
final class DecisionLabels {

    private static final List<String> GATE = List.of("reap_gate_skip", "reap_settling_skip",
            "reap_settling_valve_open");

    private static final List<String> ORPHAN_RUN = List.of("orphan_reaped", "orphan_reap_noop", "orphan_reap_error",
            "orphan_list_error", "orphan_panic", "orphan_gate_skip", "orphan_teardown_gate_skip",
            "orphan_pod_delete_error");

    private static final List<String> AGENT_LOST = List.of("agent_lost", "agent_lost_process_alive",
            "agent_lost_process_query_error", "agent_lost_orphan_stopped", "agent_lost_orphan_stop_error",
            "agent_lost_never_heartbeated", "agent_lost_never_heartbeated_process_alive",
            "agent_lost_never_heartbeated_process_query_error", "agent_lost_log_marker_error", "agent_lost_noop",
            "agent_lost_error", "agent_lost_list_error", "agent_lost_panic", "agent_lost_gate_skip",
            "agent_lost_teardown_gate_skip", "agent_lost_pod_delete_error", "agent_lost_executor_absent");

    private static final List<String> DISPATCH_LOST = List.of("dispatch_lost", "dispatch_lost_process_alive",
            "dispatch_lost_process_query_error", "dispatch_lost_orphan_stopped", "dispatch_lost_orphan_stop_error",
            "dispatch_lost_noop", "dispatch_lost_error", "dispatch_lost_list_error", "dispatch_lost_panic",
            "dispatch_lost_gate_skip", "dispatch_lost_teardown_gate_skip", "dispatch_lost_log_marker_error",
            "dispatch_lost_pod_delete_error", "dispatch_lost_executor_absent");

    private static final List<String> PLANNER = List.of("infra_confirm_valve_open", "infra_replace",
            "infra_replace_noop", "retry", "retry_noop", "reschedule", "scheduled", "queued", "skipped",
            "upstream_failed", "up_for_retry", "failed", "dispatch_failed", "dispatch_executor_absent", "create_run",
            "create_run_error", "max_active_runs_cap", "run_error", "panic");

    private DecisionLabels() {}

    /** Those of the settling gate and the reapers, and those that alerts are made of. */
    static List<String> fromTheStart() {
        return Stream.of(GATE, ORPHAN_RUN, AGENT_LOST, DISPATCH_LOST,
                List.of("infra_confirm_valve_open", "infra_replace", "infra_replace_noop", "dispatch_failed",
                        "dispatch_executor_absent", "create_run_error", "run_error", "panic"))
                .flatMap(List::stream)
                .toList();
    }

    /** All of them. */
    static List<String> all() {
        return Stream.of(GATE, ORPHAN_RUN, AGENT_LOST, DISPATCH_LOST, PLANNER).flatMap(List::stream).toList();
    }
}
