// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.ladder;

import java.time.Duration;

/**
 * The durations of spec section 0 that recovery rests on. They are fixed when Dexaflow is built (R227): moving one out
 * of order would turn a restart into a false reap, so none of them is configuration. Where no other document is named,
 * the value comes from "Scheduler resilience".
 */
enum TimingConstant {

    /** How often the scheduler ticks without being woken. */
    TICK_INTERVAL("scheduler tick interval", Duration.ofSeconds(1)),
    /** When a tick is cut off: max(30 s, 30 × interval), as the newer sources have it. */
    TICK_TIMEOUT("tick timeout", Duration.ofSeconds(30)),
    /** How often the leader's maintenance cycle runs, and the budget of each of its phases. */
    MAINTENANCE_INTERVAL("maintenance interval", Duration.ofSeconds(30)),
    /** How often an agent beats. */
    HEARTBEAT_INTERVAL("agent heartbeat period", Duration.ofSeconds(15)),
    /** Silence after which an agent counts as lost. */
    AGENT_LOST("agent-lost threshold", Duration.ofSeconds(90)),
    /** Time in queued after which a dispatch counts as lost. */
    DISPATCH_LOST("dispatch-lost threshold", Duration.ofMinutes(3)),
    /** Quiet time after which a run with nothing left to run counts as orphaned. */
    ORPHAN("orphan-run threshold", Duration.ofMinutes(5)),
    /** How long after a leadership change no reaper fires: twice the agent-lost threshold. */
    SETTLING_GRACE("settling grace", Duration.ofSeconds(180)),
    /** How long an infra mark waits for its confirmation (both founding documents). */
    CONFIRMATION_VALVE("infra confirmation valve", Duration.ofMinutes(2)),
    /** The life of an attempt token between renewals. */
    TOKEN_LIFETIME("attempt token TTL", Duration.ofMinutes(10)),
    /** The grace a task's pod gets to end when it declares none. */
    TERMINATION_GRACE("default pod termination grace", Duration.ofSeconds(30)),
    /** The first wait after a dispatch or infra failure (R44, newer sources). */
    BACKOFF_BASE("backoff base", Duration.ofSeconds(5)),
    /** The longest such wait (R44, newer sources). */
    BACKOFF_CAP("backoff cap", Duration.ofSeconds(300)),
    /** What is added at most to spread a mass failure out (R45; the bound is ADR 0052's). */
    INFRA_JITTER("infra re-place jitter", Duration.ofSeconds(30));

    private final String label;
    private final Duration standard;

    TimingConstant(String label, Duration standard) {
        this.label = label;
        this.standard = standard;
    }

    /** The name that people know it by. */
    String label() {
        return label;
    }

    /** Its value in every build of ours. */
    Duration standard() {
        return standard;
    }
}
