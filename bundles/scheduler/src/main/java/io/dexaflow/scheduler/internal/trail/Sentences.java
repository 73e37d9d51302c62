// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.trail;

import io.dexaflow.trail.Decision;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** A decision as a sentence that a tired person understands; log and {@code why} say the same. */
public final class Sentences {

    /** What whoever decided did, by label. */
    private static final Map<String, String> DEEDS = Map.ofEntries(Map.entry("create_run", "created the run"),
            Map.entry("scheduled", "let it start, since its upstream tasks allow it"),
            Map.entry("queued", "handed it over"),
            Map.entry("skipped", "skipped it"),
            Map.entry("upstream_failed", "gave it up, since an upstream task failed"),
            Map.entry("up_for_retry", "will have it tried again"),
            Map.entry("retry", "released it for its next try"),
            Map.entry("reschedule", "released it, to be looked at again"),
            Map.entry("infra_replace", "placed it again; the try stays the same"),
            Map.entry("infra_confirm_valve_open", "acted on a mark that nobody confirmed in time"),
            Map.entry("clear", "cleared it, to be executed anew"),
            Map.entry("dispatch_failed", "could not hand it over"),
            Map.entry("callback_delivered", "called about the failure"),
            Map.entry("callback_failed", "could not call about the failure and tries again"),
            Map.entry("callback_dropped", "gave up calling about the failure"),
            Map.entry("failed", "failed it"),
            Map.entry("success", "let it succeed"),
            Map.entry("report_running", "said that it runs"),
            Map.entry("report_success", "said that it succeeded"),
            Map.entry("report_failed", "said that it failed"),
            Map.entry("report_skipped", "said that it skipped itself"),
            Map.entry("report_up_for_reschedule", "said that it wants to be looked at again"),
            Map.entry("agent_lost", "marked it as lost"),
            Map.entry("agent_lost_never_heartbeated", "marked it as lost, since no agent of it was ever heard"),
            Map.entry("dispatch_lost", "marked it as lost before it began"),
            Map.entry("pod_lost", "marked it as lost, since its pod is gone"),
            Map.entry("warm_worker_lost", "marked it as lost, since its worker is gone"),
            Map.entry("orphan_reaped", "failed the run, which had nothing left to run"),
            Map.entry("reap_settling_skip", "held all reapers back"),
            Map.entry("reap_settling_valve_open", "let the reapers go ahead although not settled"),
            Map.entry("reap_gate_skip", "began no reap, since this host does not lead"));

    /** What a user can say of a run or a task instance. */
    private static final Set<String> VERDICTS = Set.of("success", "failed", "skipped");

    /** What the ends of labels say, the longest first. */
    private static final Map<String, String> ENDINGS = new LinkedHashMap<>();

    static {
        ENDINGS.put("_teardown_gate_skip", "left the teardown, since this host no longer leads; the mark stands");
        ENDINGS.put("_gate_skip", "stopped before a mark, since this host no longer leads");
        ENDINGS.put("_orphan_stopped", "stopped what was left of it");
        ENDINGS.put("_orphan_stop_error", "deferred, since what is left of it cannot be stopped");
        ENDINGS.put("_log_marker_error", "could not write into its log; the mark stands");
        ENDINGS.put("_pod_delete_error", "could not tear it down; the mark stands");
        ENDINGS.put("_query_error", "deferred, since it cannot be found out what lives");
        ENDINGS.put("_list_error", "could not list its candidates");
        ENDINGS.put("_panic", "failed inside and goes on with the next cycle");
        ENDINGS.put("_noop", "wrote nothing, since it had changed meanwhile");
        ENDINGS.put("_error", "could not do it and tries again in the next cycle");
    }

    private Sentences() {}

    /** The sentence of a decision. */
    public static String of(Decision decision) {
        return of(decision.actor(), decision.label(), decision.kind(), decision.words());
    }

    /** The sentence of a decision, without its time and subject. */
    public static String of(String actor, String label, Decision.Kind kind, String words) {
        String sentence = actor + " " + deed(actor, label, kind) + " (" + label + ")";
        return words.isEmpty() ? sentence : sentence + ": " + words;
    }

    private static String deed(String actor, String label, Decision.Kind kind) {
        if (actor.startsWith("user") && VERDICTS.contains(label)) {
            return "marked it as " + label;
        }
        String known = DEEDS.get(label);
        if (known != null) {
            return known;
        }
        return ENDINGS.entrySet()
                .stream()
                .filter(ending -> label.endsWith(ending.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(kind == Decision.Kind.DEFERRAL ? "deferred" : "decided");
    }
}
