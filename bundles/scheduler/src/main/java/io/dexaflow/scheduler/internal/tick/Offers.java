// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.tick;

import io.dexaflow.model.AttemptId;
import io.dexaflow.scheduler.internal.Ledgers;
import io.dexaflow.scheduler.internal.dispatch.DispatchWords;
import io.dexaflow.scheduler.internal.dispatch.Dispatcher;
import io.dexaflow.scheduler.internal.dispatch.Dispatcher.Offer;
import io.dexaflow.store.TaskLedger;
import io.dexaflow.store.TaskLedger.Candidate;
import io.dexaflow.timing.Ladder;
import io.dexaflow.trail.Decision;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Offers what may be dispatched, as much as the dispatcher has room for; the rest waits for a later tick (R56, T98). What
 * names an executor that is not here waits too, and fails once nobody has offered that name for long enough (design 6.15).
 */
final class Offers {

    /** How often it is said that a task instance still waits for its executor. */
    private static final Duration NEWS = Duration.ofSeconds(60);

    private final Ledgers ledgers;
    private final TaskLedger tasks;
    private final Dispatcher dispatcher;
    private final Ladder ladder;
    private final Map<UUID, Long> told = new HashMap<>();

    Offers(Ledgers ledgers, Dispatcher dispatcher, Ladder ladder) {
        this.ledgers = ledgers;
        this.tasks = ledgers.tasks();
        this.dispatcher = dispatcher;
        this.ladder = ladder;
    }

    /**
     * @param only the runs whose task instances may be offered; all when null
     * @param term the leadership under which it writes
     */
    void make(Set<UUID> only, long term) {
        int room = dispatcher.room();
        if (room == 0) {
            return;
        }
        List<Candidate> absent = new ArrayList<>();
        List<Candidate> gone = new ArrayList<>();
        for (Candidate candidate : tasks.dispatchable(only, dispatcher.inFlight(), room)) {
            Offer offer = dispatcher.offer(candidate);
            if (offer == Offer.NO_ROOM) {
                break;
            }
            if (offer == Offer.EXECUTOR_ABSENT) {
                absent.add(candidate);
            } else if (offer == Offer.EXECUTOR_GONE) {
                gone.add(candidate);
            }
        }
        if (!absent.isEmpty()) {
            tasks.dispatchHeld(absent.stream().map(Candidate::attempt).toList(), ladder.tickInterval(), term);
            tell(absent);
        }
        if (!gone.isEmpty()) {
            undispatchable(gone, term);
        }
    }

    /** Who waits is told of at first and then now and again, not in each tick. */
    private void tell(List<Candidate> absent) {
        long now = System.nanoTime();
        told.values().removeIf(at -> now - at >= NEWS.toNanos());
        List<Decision> news = absent.stream()
                .filter(candidate -> told.putIfAbsent(candidate.taskInstanceId(), now) == null)
                .map(candidate -> DispatchWords.executorAbsent(candidate, dispatcher.executorOf(candidate),
                        dispatcher.absentFor(candidate).toSeconds()))
                .toList();
        if (!news.isEmpty()) {
            ledgers.chronicle().trail().record(news);
        }
    }

    private void undispatchable(List<Candidate> gone, long term) {
        Map<AttemptId, String> messages = new HashMap<>();
        List<Decision> decisions = new ArrayList<>();
        for (Candidate candidate : gone) {
            String message = "undispatchable: no bundle offers the executor '" + dispatcher.executorOf(candidate)
                    + "'; install one, or name another in the DAG file";
            messages.put(candidate.attempt(), message);
            decisions.add(
                    DispatchWords.undispatchable(candidate, candidate.attempt(), "executor_absent", message));
        }
        tasks.dispatchRefused(messages, term);
        ledgers.chronicle().trail().written(decisions);
    }
}
