// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.maintenance;

import io.dexaflow.executor.Signal;
import io.dexaflow.executor.Suspect;
import io.dexaflow.timing.Ladder;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** What a mark is called and what it leaves in the attempt's log (R26, R96). */
final class MarkWords {

    private MarkWords() {}

    /** The mark's name, with which an error message begins. */
    static String name(Signal signal) {
        return switch (signal) {
            case SILENT, NEVER_BEATEN -> "agent_lost";
            case NOT_STARTED -> "dispatch_lost";
            case NO_POD, WARM_WORKER_GONE -> "pod_lost";
        };
    }

    /** The line in the attempt's own log. */
    static String line(Signal signal, Suspect suspect, Ladder ladder) {
        String since = suspect.since().truncatedTo(ChronoUnit.SECONDS).toString();
        String facts = switch (signal) {
            case SILENT -> "last heartbeat " + since + ", silent past " + span(ladder.agentLostThreshold());
            case NEVER_BEATEN -> "running since " + since + ", no heartbeat past " + span(ladder.agentLostThreshold());
            case NOT_STARTED -> "queued since " + since + ", not started past " + span(ladder.dispatchLostThreshold());
            case NO_POD -> "running since " + since + ", no pod";
            case WARM_WORKER_GONE -> "its warm worker is gone";
        };
        return "killed: " + name(signal) + " (" + facts + (signal == Signal.NO_POD || signal == Signal.WARM_WORKER_GONE
                ? ")"
                : " threshold)");
    }

    /** A duration as R96 writes it: {@code 1m30s}. */
    private static String span(Duration duration) {
        return duration.toMinutes() > 0 ? duration.toMinutes() + "m" + duration.toSecondsPart() + "s"
                : duration.toSeconds() + "s";
    }
}
