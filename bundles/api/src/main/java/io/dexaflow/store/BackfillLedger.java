// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.store;

import io.dexaflow.schedule.ScheduledRun;
import io.dexaflow.store.Readings.Page;
import io.dexaflow.store.Readings.Paging;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Backfills: the runs of a DAG's schedule over a range of logical dates, made when somebody asks for them. What a backfill
 * has yet to make is stored with it, so that another leader goes on where one stopped.
 */
public interface BackfillLedger {

    /**
     * A DAG's backfills.
     *
     * @throws IllegalArgumentException when the order is not known
     */
    Page<Backfill> list(String dagId, Paging paging);

    /** One backfill. */
    Optional<Backfill> find(long id);

    /** Those of these logical dates that a backfill would make a run for, or run again, as things stand; oldest first. */
    List<Instant> wanted(String dagId, Collection<Instant> dates, Reprocess reprocess);

    /**
     * Begins a backfill. Runs whose logical date is taken by a run that is not to run again are not among its own.
     *
     * @param runs in the order in which they are to be made
     * @return empty when the DAG has a backfill that is not completed, or there is no such DAG
     */
    Optional<Backfill> create(NewBackfill backfill, List<ScheduledRun> runs);

    /** Pauses a backfill or lets it go on. A paused one makes no runs; those that it has made go on. */
    Change setPaused(long id, boolean paused);

    /**
     * Ends a backfill: it makes no runs any more, and those that are still queued fail.
     *
     * @param by who, for the trail; null for nobody in particular
     */
    Change cancel(long id, String by);

    /**
     * Moves all backfills on, in one statement: makes runs where a backfill has room, takes those that exist and are to run
     * again, and completes what has nothing left to do. Leader-only.
     *
     * @param limit how many runs at most
     */
    Advance advance(int limit, long term);

    /**
     * Queues finished runs again, all their tasks from the start, each with its place in its backfill, in one statement. A
     * run that was not taken, or was queued again already, is left alone. Leader-only.
     *
     * @return the runs that were queued
     */
    Set<UUID> runAgain(Collection<Again> runs, long term);

    /** What becomes of a run that exists for a logical date. */
    enum Reprocess {
        /** It is left alone. */
        NONE,
        /** It runs again if it failed. */
        FAILED,
        /** It runs again if it is finished. */
        COMPLETED;

        /** Airflow's name. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What became of a change. */
    enum Change {
        DONE, UNKNOWN, COMPLETED
    }

    /**
     * What a backfill is about.
     *
     * @param dagId its DAG
     * @param from the first logical date that may be
     * @param to the last one that may be
     * @param confJson the conf of its runs, a JSON object
     * @param maxActiveRuns how many of its runs may be unfinished at once
     * @param reprocess what becomes of runs that exist
     */
    record Plan(String dagId, Instant from, Instant to, String confJson, int maxActiveRuns, Reprocess reprocess) {}

    /**
     * A backfill to begin.
     *
     * @param by who asks; null for nobody in particular
     */
    record NewBackfill(Plan plan, String by) {}

    /**
     * A backfill.
     *
     * @param completedAt null while there is something left to do
     */
    record Backfill(long id, Plan plan, boolean paused, Instant createdAt, Instant updatedAt, Instant completedAt) {}

    /**
     * How far backfills have come.
     *
     * @param made the new runs
     * @param again the runs that are to run again
     */
    record Advance(Set<UUID> made, List<Finished> again) {}

    /** A finished run that is to run again, and the version it is pinned to. */
    record Finished(UUID runId, UUID versionId) {}

    /**
     * A run to queue again.
     *
     * @param retries of each task, in ordinal order
     */
    record Again(UUID runId, List<Integer> retries) {}
}
