// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.store;

import io.dexaflow.schedule.DataInterval;
import io.dexaflow.schedule.ScheduledRun;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** How far each DAG's schedule has come, and the runs that it makes (R62 to R64). Leader-only writes. */
public interface ScheduleLedger {

    /**
     * The DAGs whose schedule is to be looked at: a run of theirs is due, their version is new, or they were unpaused.
     * Paused and stale ones are not among them. One statement, whose cost is that of the DAGs it answers.
     *
     * @param limit how many to answer at most
     * @return those that have waited longest first
     */
    Due due(int limit);

    /**
     * Creates the runs of these DAGs and notes how far their schedules have come, all in one statement. A DAG that
     * changed since it was read is left alone, and so is a run whose id or logical date is taken (R64).
     *
     * @return the runs that were created
     */
    Set<UUID> make(Collection<Progress> progress, long term);

    /**
     * The DAGs to look at.
     *
     * @param now database time of the reading
     */
    record Due(Instant now, List<DueDag> dags) {}

    /**
     * A DAG to look at.
     *
     * @param versionId its current version
     * @param last the interval of the newest run that its schedule made; null for none
     */
    record DueDag(String dagId, UUID versionId, DataInterval last) {}

    /**
     * How far a DAG's schedule has come.
     *
     * @param dag the DAG as it was read
     * @param runs the runs to create, oldest first; may be empty
     * @param next the run after them; null when there will be none
     */
    record Progress(DueDag dag, List<ScheduledRun> runs, ScheduledRun next) {}
}
