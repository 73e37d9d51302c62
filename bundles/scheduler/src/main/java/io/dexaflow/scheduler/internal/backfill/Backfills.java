// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.backfill;

import io.dexaflow.model.Dag;
import io.dexaflow.scheduler.internal.OneByOne;
import io.dexaflow.store.BackfillLedger;
import io.dexaflow.store.BackfillLedger.Advance;
import io.dexaflow.store.BackfillLedger.Again;
import io.dexaflow.store.BackfillLedger.Finished;
import io.dexaflow.store.DagLedger;
import io.dexaflow.store.StoreException;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves backfills on: each tick at most {@value #MOST_RUNS} runs of all of them. One statement while none has anything to run
 * again; what it leaves half-done is in the store, and the next tick, of whatever leader, goes on with it.
 */
@Component(name = "io.dexaflow.scheduler.backfills", service = Backfills.class)
public final class Backfills {

    private static final Logger LOG = LoggerFactory.getLogger(Backfills.class);

    /** Runs made in a tick. */
    static final int MOST_RUNS = 100;
    private static final int AT_ONCE = 10;

    private final BackfillLedger ledger;
    private final DagLedger dags;
    private boolean failing;

    @Activate
    public Backfills(@Reference(name = "backfill-ledger") BackfillLedger ledger,
            @Reference(name = "dag-ledger") DagLedger dags) {
        this.ledger = ledger;
        this.dags = dags;
    }

    /**
     * Makes what backfills have room for. What the store does not take is said once, and holds up no other run.
     *
     * @param term the leadership under which it writes
     */
    public void make(long term) {
        try {
            Advance advance = ledger.advance(MOST_RUNS, term);
            int again = runAgain(advance.again(), term);
            if (!advance.made().isEmpty() || again > 0) {
                LOG.info("backfills made {} runs and run {} again", advance.made().size(), again);
            }
            failing = false;
        } catch (RuntimeException e) {
            if (e instanceof StoreException store && store.mayPass()) {
                throw e;
            }
            if (!failing) {
                LOG.error("backfills cannot go on, other runs do", e);
            }
            failing = true;
        }
    }

    /** A few at a time: each run brings all its tasks into the statement. */
    private int runAgain(List<Finished> runs, long term) {
        int again = 0;
        for (int i = 0; i < runs.size(); i += AT_ONCE) {
            again += OneByOne.write("queue runs of backfills again",
                    runs.subList(i, Math.min(runs.size(), i + AT_ONCE)).stream().map(this::again).toList(),
                    some -> ledger.runAgain(some, term),
                    (run, e) -> LOG.error("cannot queue a run of a backfill again: run={}", run.runId(), e)).size();
        }
        return again;
    }

    /** A version that cannot be read gives no retries; the store leaves its tasks one try more. */
    private Again again(Finished run) {
        return new Again(run.runId(), retries(run));
    }

    private List<Integer> retries(Finished run) {
        try {
            return dags.dag(run.versionId())
                    .map(Dag::tasks)
                    .orElse(List.of())
                    .stream()
                    .map(task -> task.retry().retries())
                    .toList();
        } catch (StoreException e) {
            throw e;
        } catch (RuntimeException e) {
            LOG.warn("run={} runs again without retries, its version cannot be read: {}", run.runId(), e.getMessage());
            return List.of();
        }
    }
}
