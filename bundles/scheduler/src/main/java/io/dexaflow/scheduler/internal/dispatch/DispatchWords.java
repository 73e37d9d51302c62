// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.dispatch;

import io.dexaflow.model.AttemptId;
import io.dexaflow.store.TaskLedger.Candidate;
import io.dexaflow.trail.Decision;
import io.dexaflow.trail.Decision.Kind;
import io.dexaflow.trail.Subject;
import java.util.Map;

/** The decisions of the dispatcher, as the ledger writes them (spec 3.11, design 6.30). */
public final class DispatchWords {

    private static final String DISPATCHER = "dispatcher";
    private static final String FROM = "from";
    private static final String TO = "to";
    private static final String SCHEDULED = "scheduled";

    private DispatchWords() {}

    /** An executor took it. */
    static Decision queued(Candidate candidate, AttemptId attempt, String executor) {
        return decision("queued", Kind.TRANSITION, candidate, attempt, "executor " + executor,
                Map.of(FROM, SCHEDULED, TO, "queued", "executor", executor));
    }

    /** An executor did not take it, and it is offered again. */
    static Decision failedForNow(Candidate candidate, AttemptId attempt, String words) {
        return decision("dispatch_failed", Kind.DEFERRAL, candidate, attempt, words, Map.of());
    }

    /** An executor did not take it, for the last time (R57). */
    static Decision failedForGood(Candidate candidate, AttemptId attempt, String words) {
        return decision("dispatch_failed", Kind.TRANSITION, candidate, attempt, words,
                Map.of(FROM, SCHEDULED, TO, "failed"));
    }

    /**
     * It can never be dispatched (R58).
     *
     * @param reason {@code refused} or {@code executor_absent}, for the metric
     */
    public static Decision undispatchable(Candidate candidate, AttemptId attempt, String reason, String words) {
        return decision("failed", Kind.TRANSITION, candidate, attempt, words,
                Map.of(FROM, SCHEDULED, TO, "failed", "undispatchable", reason));
    }

    /** Nobody offers its executor, and it waits (design 6.15). */
    public static Decision executorAbsent(Candidate candidate, String executor, long seconds) {
        return decision("dispatch_executor_absent", Kind.DEFERRAL, candidate, candidate.attempt(),
                "no bundle offers the executor '" + executor + "', for " + seconds
                        + " s now; after " + Dispatcher.PATIENCE.toSeconds() + " s the task fails",
                Map.of("executor", executor, "age_seconds", Long.toString(seconds)));
    }

    private static Decision decision(String label, Kind kind, Candidate candidate, AttemptId attempt, String words,
            Map<String, String> evidence) {
        Subject subject = new Subject(attempt.runId(), candidate.taskInstanceId(), candidate.dagId(),
                candidate.dagRunId(), attempt.taskId(), attempt.tryNumber(), attempt.epoch());
        return new Decision(DISPATCHER, label, kind, subject, words, evidence);
    }
}
