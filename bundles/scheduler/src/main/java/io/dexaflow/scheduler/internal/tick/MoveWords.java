// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.tick;

import io.dexaflow.model.Dag;
import io.dexaflow.store.RunLedger.ActiveRun;
import io.dexaflow.store.RunLedger.TaskDetail;
import io.dexaflow.store.TaskLedger.Move;
import io.dexaflow.trail.Decision;
import io.dexaflow.trail.Decision.Kind;
import io.dexaflow.trail.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The decisions behind the planner's moves, as the ledger has written them (spec 3.11). The planner does not know the rows'
 * ids, nor try and epoch of what it moves for the first time.
 */
final class MoveWords {

    private static final String PLANNER = "planner";

    private MoveWords() {}

    /** What a move that was written is to be told as. */
    static List<Decision> of(Move move, ActiveRun run, Dag dag) {
        String task = dag.tasks().get(move.ordinal()).taskId();
        return switch (move) {
            case Move.Decide decide -> List.of(decision(decide.to().wireName(), subject(run, task, 0, 0), "none",
                    decide.to().wireName()));
            case Move.AwaitRetry wait -> List.of(decision("up_for_retry",
                    subject(run, task, wait.tryNumber(), wait.epoch()), "failed", "up_for_retry"));
            case Move.Retry retry -> List.of(decision("retry",
                    subject(run, task, retry.tryNumber() + 1, retry.epoch() + 1), "up_for_retry", "none"));
            case Move.Repoke repoke -> List.of(decision("reschedule",
                    subject(run, task, repoke.tryNumber(), repoke.epoch() + 1), "up_for_reschedule", "none"));
            case Move.Replace replace -> replaced(replace, run, task);
        };
    }

    /** The valve is told of whenever the planner acts on a mark that nobody confirmed (R49). */
    private static List<Decision> replaced(Move.Replace move, ActiveRun run, String task) {
        List<Decision> told = new ArrayList<>();
        if (!confirmed(move.ordinal(), run)) {
            told.add(new Decision(PLANNER, "infra_confirm_valve_open", Kind.NOOP,
                    subject(run, task, move.tryNumber(), move.epoch()), "", Map.of()));
        }
        told.add(decision("infra_replace", subject(run, task, move.tryNumber(), move.epoch() + 1), "failed", "none"));
        return told;
    }

    private static boolean confirmed(int ordinal, ActiveRun run) {
        return run.details()
                .stream()
                .filter(detail -> detail.ordinal() == ordinal)
                .map(TaskDetail::infraConfirmedAt)
                .anyMatch(at -> at != null);
    }

    private static Decision decision(String label, Subject subject, String from, String to) {
        return new Decision(PLANNER, label, Kind.TRANSITION, subject, "", Map.of("from", from, "to", to));
    }

    private static Subject subject(ActiveRun run, String task, int tryNumber, int epoch) {
        return new Subject(run.runId(), null, run.dagId(), run.dagRunId(), task, tryNumber, epoch);
    }
}
