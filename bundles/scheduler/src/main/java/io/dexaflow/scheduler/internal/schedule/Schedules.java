// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.schedule;

import io.dexaflow.model.Dag;
import io.dexaflow.schedule.ScheduleException;
import io.dexaflow.schedule.ScheduledRun;
import io.dexaflow.schedule.Timetable;
import io.dexaflow.scheduler.internal.OneByOne;
import io.dexaflow.store.DagLedger;
import io.dexaflow.store.ScheduleLedger;
import io.dexaflow.store.ScheduleLedger.Due;
import io.dexaflow.store.ScheduleLedger.DueDag;
import io.dexaflow.store.ScheduleLedger.Progress;
import io.dexaflow.store.StoreException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the runs that schedules ask for (R62 to R64): each tick at most {@value #MOST_RUNS}, shared by the DAGs that are
 * due, so that one that catches up years holds up none of the others. Looking costs one statement while nothing is due.
 */
@Component(name = "io.dexaflow.scheduler.schedules", service = Schedules.class)
public final class Schedules {

    private static final Logger LOG = LoggerFactory.getLogger(Schedules.class);

    /** Runs made in a tick (R63), and DAGs looked at. */
    static final int MOST_RUNS = 100;

    private final ScheduleLedger ledger;
    private final DagLedger dags;

    @Activate
    public Schedules(@Reference(name = "schedule-ledger") ScheduleLedger ledger,
            @Reference(name = "dag-ledger") DagLedger dags) {
        this.ledger = ledger;
        this.dags = dags;
    }

    /**
     * Makes what is due.
     *
     * @param term the leadership under which it writes
     * @return the new runs
     */
    public Set<UUID> make(long term) {
        Due due = ledger.due(MOST_RUNS);
        if (due.dags().isEmpty()) {
            return Set.of();
        }
        int share = Math.max(1, MOST_RUNS / due.dags().size());
        List<Progress> progress = new ArrayList<>();
        for (DueDag dag : due.dags()) {
            progress.add(progress(dag, due.now(), share));
        }
        List<UUID> made = OneByOne.write("make scheduled runs", progress, some -> ledger.make(some, term),
                (each, e) -> LOG.error("cannot write the runs that the schedule of dag={} asks for", each.dag().dagId(),
                        e));
        if (!made.isEmpty()) {
            LOG.info("schedules made {} runs of {} DAGs", made.size(),
                    progress.stream().filter(each -> !each.runs().isEmpty()).count());
        }
        return Set.copyOf(made);
    }

    /** A schedule that cannot be read makes nothing until its DAG changes; it is said once. */
    private Progress progress(DueDag due, Instant now, int most) {
        try {
            Dag dag = dags.dag(due.versionId())
                    .orElseThrow(() -> new ScheduleException("the DAG's version is gone: " + due.versionId()));
            Timetable timetable = Timetable.of(dag.schedule());
            List<ScheduledRun> runs = timetable.dueRuns(due.last(), now, most);
            ScheduledRun next = timetable
                    .nextRun(runs.isEmpty() ? due.last() : runs.getLast().dataInterval(), now)
                    .orElse(null);
            return new Progress(due, runs, next);
        } catch (StoreException e) {
            throw e;
        } catch (RuntimeException e) {
            LOG.error("the schedule of dag={} makes no runs until its file changes", due.dagId(), e);
            return new Progress(due, List.of(), null);
        }
    }
}
