// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.trail;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.trail.Decision.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every label of spec 3.11 and design 6.30 that a Lite host can write. */
class SentencesTest {

    @Test
    void aDeferralReadsAsTheDocumentsHaveIt() {
        assertThat(Sentences.of("agent-lost", "agent_lost_process_alive", Kind.DEFERRAL,
                "agent 4711 is alive (boot 3f2a, ticks 88123), last heartbeat 104 s ago"))
                .isEqualTo("agent-lost deferred (agent_lost_process_alive): agent 4711 is alive (boot 3f2a, ticks"
                        + " 88123), last heartbeat 104 s ago");
    }

    @Test
    void aUsersVerdictNamesTheUser() {
        assertThat(Sentences.of("user anna", "failed", Kind.TRANSITION, "was running"))
                .isEqualTo("user anna marked it as failed (failed): was running");
        assertThat(Sentences.of("user anna", "clear", Kind.TRANSITION, "was failed"))
                .isEqualTo("user anna cleared it, to be executed anew (clear): was failed");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            maintenance, reap_settling_skip, NOOP
            maintenance, reap_settling_valve_open, NOOP
            maintenance, reap_gate_skip, NOOP
            orphan-run, orphan_reaped, TRANSITION
            orphan-run, orphan_reap_noop, NOOP
            orphan-run, orphan_reap_error, NOOP
            orphan-run, orphan_list_error, NOOP
            orphan-run, orphan_panic, NOOP
            orphan-run, orphan_gate_skip, NOOP
            orphan-run, orphan_teardown_gate_skip, NOOP
            agent-lost, agent_lost, TRANSITION
            agent-lost, agent_lost_noop, NOOP
            agent-lost, agent_lost_error, NOOP
            agent-lost, agent_lost_panic, NOOP
            agent-lost, agent_lost_list_error, NOOP
            agent-lost, agent_lost_gate_skip, NOOP
            agent-lost, agent_lost_teardown_gate_skip, NOOP
            agent-lost, agent_lost_pod_delete_error, NOOP
            agent-lost, agent_lost_log_marker_error, NOOP
            agent-lost, agent_lost_process_alive, DEFERRAL
            agent-lost, agent_lost_process_query_error, DEFERRAL
            agent-lost, agent_lost_orphan_stopped, NOOP
            agent-lost, agent_lost_orphan_stop_error, DEFERRAL
            agent-lost, agent_lost_executor_absent, DEFERRAL
            agent-lost, agent_lost_never_heartbeated, TRANSITION
            agent-lost, agent_lost_never_heartbeated_process_alive, DEFERRAL
            agent-lost, agent_lost_never_heartbeated_process_query_error, DEFERRAL
            dispatch-lost, dispatch_lost, TRANSITION
            dispatch-lost, dispatch_lost_process_alive, DEFERRAL
            dispatch-lost, dispatch_lost_process_query_error, DEFERRAL
            dispatch-lost, dispatch_lost_orphan_stopped, NOOP
            dispatch-lost, dispatch_lost_orphan_stop_error, DEFERRAL
            dispatch-lost, dispatch_lost_noop, NOOP
            dispatch-lost, dispatch_lost_error, NOOP
            planner, infra_confirm_valve_open, NOOP
            planner, infra_replace, TRANSITION
            planner, retry, TRANSITION
            planner, reschedule, TRANSITION
            planner, scheduled, TRANSITION
            planner, skipped, TRANSITION
            planner, upstream_failed, TRANSITION
            planner, up_for_retry, TRANSITION
            dispatcher, queued, TRANSITION
            dispatcher, dispatch_failed, TRANSITION
            dispatcher, dispatch_executor_absent, DEFERRAL
            dispatcher, failed, TRANSITION
            agent, report_running, TRANSITION
            agent, report_success, TRANSITION
            agent, report_failed, TRANSITION
            agent, report_skipped, TRANSITION
            agent, report_up_for_reschedule, TRANSITION
            """)
    void everyLabelReadsAsASentence(String actor, String label, Kind kind) {
        String sentence = Sentences.of(actor, label, kind, "");
        assertThat(sentence).startsWith(actor + " ").endsWith(" (" + label + ")").doesNotContain("decided");
        String deed = sentence.substring(actor.length() + 1, sentence.length() - label.length() - 3);
        assertThat(deed).isNotBlank().doesNotContain("_");
        if (kind == Kind.DEFERRAL) {
            assertThat(deed).containsAnyOf("deferred", "waits");
        }
    }

    @ParameterizedTest
    @CsvSource({"agent_lost_gate_skip, agent_lost_teardown_gate_skip", "agent_lost_error, agent_lost_log_marker_error",
            "agent_lost_error, agent_lost_list_error", "agent_lost_error, agent_lost_pod_delete_error"})
    void anEndingThatContainsAnotherKeepsItsOwnWords(String shorter, String longer) {
        assertThat(Sentences.of("a", shorter, Kind.NOOP, "").replace(shorter, ""))
                .isNotEqualTo(Sentences.of("a", longer, Kind.NOOP, "").replace(longer, ""));
    }
}
