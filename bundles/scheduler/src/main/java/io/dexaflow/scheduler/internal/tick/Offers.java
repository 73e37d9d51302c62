// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.tick;

import io.dexaflow.model.AttemptId;
import io.dexaflow.scheduler.internal.dispatch.Dispatcher;
import io.dexaflow.scheduler.internal.dispatch.Dispatcher.Offer;
import io.dexaflow.store.TaskLedger;
import io.dexaflow.store.TaskLedger.Candidate;
import io.dexaflow.timing.Ladder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Offers what may be dispatched, as much as the dispatcher has room for; the rest waits for a later tick (R56, T98). What
 * names an executor that is not here waits too, and fails once nobody has offered that name for long enough (design 6.15).
 */
final class Offers {

    private static final Logger LOG = LoggerFactory.getLogger(Offers.class);

    private final TaskLedger tasks;
    private final Dispatcher dispatcher;
    private final Ladder ladder;

    Offers(TaskLedger tasks, Dispatcher dispatcher, Ladder ladder) {
        this.tasks = tasks;
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
        List<AttemptId> absent = new ArrayList<>();
        for (Candidate candidate : tasks.dispatchable(only, dispatcher.inFlight(), room)) {
            Offer offer = dispatcher.offer(candidate);
            if (offer == Offer.NO_ROOM) {
                break;
            }
            if (offer == Offer.EXECUTOR_ABSENT) {
                absent.add(candidate.attempt());
            } else if (offer == Offer.EXECUTOR_GONE) {
                undispatchable(candidate, term);
            }
        }
        if (!absent.isEmpty()) {
            LOG.debug("{} task instances wait for an executor that is not here", absent.size());
            tasks.dispatchHeld(absent, ladder.tickInterval(), term);
        }
    }

    private void undispatchable(Candidate candidate, long term) {
        LOG.warn("task failed, nobody offers its executor: dag={} {} executor={}", candidate.dagId(),
                candidate.attempt(), candidate.executor());
        tasks.dispatchRefused(candidate.attempt(), "undispatchable: no bundle offers the executor '"
                + candidate.executor() + "'; install one, or name another in the DAG file", term);
    }
}
