// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.store;

import java.time.Duration;
import java.util.Set;
import java.util.UUID;

/**
 * Takes away finished runs that are old, with everything that belongs to them. A run that is not finished, the newest run of
 * each DAG, and a run about whose failure somebody is still to be called, stay, however old they are. Schedules keep their
 * place beside the DAG, so that none of the runs comes again.
 */
public interface RetentionLedger {

    /** What {@link #prune} would take away in all. */
    Expired expired(Duration age);

    /**
     * Takes away runs that ended at least that long ago, the oldest first. A run that somebody just works on is left for
     * another time, and nobody waits for this.
     *
     * @param age how old
     * @param limit the most runs of one call
     * @param term the leadership under which it is done
     * @return how many were taken away
     */
    int prune(Duration age, int limit, long term);

    /**
     * The runs whose logs need not be kept: those that are not there any more, and those that ended at least that long ago.
     *
     * @param runs the runs that have logs
     * @param age how old; null to name only those that are gone
     */
    Set<UUID> logsExpired(Set<UUID> runs, Duration age);

    /**
     * How much is old.
     *
     * @param decisions rows of the trail, of the runs and of their task instances
     */
    record Expired(long runs, long taskInstances, long tries, long xcoms, long decisions) {}
}
