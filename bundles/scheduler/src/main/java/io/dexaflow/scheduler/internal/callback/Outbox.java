// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.callback;

import io.dexaflow.scheduler.internal.trail.Chronicle;
import io.dexaflow.store.CallbackLedger;
import io.dexaflow.store.CallbackLedger.DueCallback;
import io.dexaflow.store.CallbackLedger.Outcome;
import io.dexaflow.timing.Ladder;
import io.dexaflow.trail.Decision;
import io.dexaflow.trail.DecisionTrail;
import io.dexaflow.trail.Subject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The callbacks that are owed, and the one way to write what came of them: with its row in the trail. */
@Component(name = "io.dexaflow.scheduler.outbox", service = Outbox.class)
public final class Outbox {

    static final String ACTOR = "callbacks";

    private final CallbackLedger ledger;
    private final DecisionTrail trail;
    private final int infraBudget;

    @Activate
    public Outbox(@Reference(name = "callback-ledger") CallbackLedger ledger,
            @Reference(name = "chronicle") Chronicle chronicle, @Reference(name = "ladder") Ladder ladder) {
        this(ledger, chronicle.trail(), ladder.infraBudget());
    }

    Outbox(CallbackLedger ledger, DecisionTrail trail, int infraBudget) {
        this.ledger = ledger;
        this.trail = trail;
        this.infraBudget = infraBudget;
    }

    /** Takes what is due, after a look at what has become final. */
    List<DueCallback> take(int most, Set<UUID> only, long term) {
        ledger.settle(infraBudget, term);
        return ledger.claim(most, CallbackLoop.PAUSE, only, term);
    }

    /** Writes what came of an attempt; the last one that fails is the end of it (R54). */
    void conclude(DueCallback due, Answer answer) {
        Outcome outcome = answer.outcome() == Outcome.FAILED && due.attempt() >= CallbackLoop.MOST_ATTEMPTS
                ? Outcome.DROPPED
                : answer.outcome();
        String label = switch (outcome) {
            case DELIVERED -> "callback_delivered";
            case FAILED -> "callback_failed";
            case DROPPED -> "callback_dropped";
        };
        Map<String, String> evidence = new TreeMap<>(answer.evidence());
        evidence.put("callback_id", due.id().toString());
        evidence.put("attempt", Integer.toString(due.attempt()));
        String words = answer.words() + ", attempt " + Math.min(due.attempt(), CallbackLoop.MOST_ATTEMPTS) + " of "
                + CallbackLoop.MOST_ATTEMPTS;
        Decision told = new Decision(ACTOR, label,
                outcome == Outcome.FAILED ? Decision.Kind.NOOP : Decision.Kind.TRANSITION, subject(due), words,
                evidence);
        if (ledger.conclude(due, outcome, outcome == Outcome.DELIVERED ? null : answer.words(), told)) {
            trail.written(List.of(told));
        }
    }

    private static Subject subject(DueCallback due) {
        return due.task() == null ? Subject.run(due.run().runId(), due.run().dagId(), due.run().dagRunId())
                : new Subject(due.run().runId(), due.task().taskInstanceId(), due.run().dagId(), due.run().dagRunId(),
                        due.task().taskId(), due.task().tryNumber(), due.task().epoch());
    }
}
