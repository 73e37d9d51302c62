// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.store;

import io.dexaflow.model.RunState;
import io.dexaflow.store.Readings.ImportErrorRow;
import io.dexaflow.store.Readings.Page;
import io.dexaflow.store.Readings.Paging;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * DAGs as their operators look through and manage them. An order that is not known is an
 * {@link IllegalArgumentException} with the names that are. Patterns are as SQL's {@code ilike} has them, any of them is
 * enough, and none stands for no wish.
 */
public interface DagCatalog {

    /** DAGs by id. */
    Page<DagEntry> list(DagQuery query, Paging paging);

    /** One DAG, stale or not. */
    Optional<DagEntry> find(String dagId);

    /** Pauses or unpauses DAGs; how many of them there are. */
    int setPaused(Collection<String> dagIds, boolean paused);

    /**
     * Takes a DAG away with its versions, its runs and everything of theirs. A DAG of which a run is queued or running is
     * left as it is. One whose file is still there comes back with the next import, as a new one.
     */
    Deletion delete(String dagId);

    /**
     * Versions by DAG and number.
     *
     * @param dagId null for all DAGs
     * @param number null for all versions
     */
    Page<VersionRow> versions(String dagId, Integer number, Paging paging);

    /**
     * The text of a version's file.
     *
     * @param number null for the current version, or the newest where none is
     */
    Optional<Source> source(String dagId, Integer number);

    /**
     * How many runs are in each state that there is, by DAG; a DAG without a run is there, too.
     *
     * @param dagIds empty for all that are not stale
     */
    Map<String, Map<RunState, Long>> runCounts(Collection<String> dagIds);

    /** The tags of all DAGs that are not stale, by name. */
    Page<String> tags(List<String> patterns, Paging paging);

    /** Import errors by id. */
    Page<ImportErrorRow> importErrors(List<String> filePatterns, Paging paging);

    /** One import error. */
    Optional<ImportErrorRow> importError(long id);

    /** What became of a deletion. */
    enum Deletion {
        DONE, UNKNOWN, HAS_UNFINISHED_RUNS
    }

    /**
     * Which DAGs.
     *
     * @param patterns of the id
     * @param namePatterns of the name, which is the id
     * @param paused null for both
     * @param withStale whether those without a file are listed
     * @param broken whether its file cannot be imported as it is now; null for both
     * @param tags which tags
     * @param runs which runs it must have
     */
    record DagQuery(List<String> patterns, List<String> namePatterns, Boolean paused, boolean withStale, Boolean broken,
            Tags tags, Runs runs) {

        /** All that have a file. */
        public static final DagQuery ALL = new DagQuery(List.of(), List.of(), null, false, null, Tags.ANY, Runs.ANY);
    }

    /**
     * Which tags.
     *
     * @param names the tags; empty for no wish
     * @param all whether all of them are wanted, or any
     */
    record Tags(Set<String> names, boolean all) {

        /** No wish. */
        public static final Tags ANY = new Tags(Set.of(), false);
    }

    /**
     * Which runs a DAG must have.
     *
     * @param last the state of its newest run; null for no wish
     * @param states of one and the same run, as are the times; empty for no wish
     */
    record Runs(RunState last, Set<RunState> states, TimeRange started, TimeRange ended) {

        /** No wish. */
        public static final Runs ANY = new Runs(null, Set.of(), TimeRange.ANY, TimeRange.ANY);
    }

    /**
     * A DAG.
     *
     * @param currentVersion null while it has none
     * @param versionNumber 0 while it has none
     * @param broken whether its file cannot be imported as it is now
     * @param nextStart the data interval of the next run that its schedule makes; null for none, or not computed yet
     * @param nextRunAfter when that run is due; null for none, or not computed yet
     */
    record DagEntry(String dagId, String file, boolean paused, boolean stale, UUID currentVersion, int versionNumber,
            Instant lastParsed, boolean broken, Instant nextStart, Instant nextEnd, Instant nextRunAfter) {}

    /** A version. */
    record VersionRow(UUID id, String dagId, int number, Instant createdAt) {}

    /** The text of a version's file. */
    record Source(String dagId, int number, String text) {}
}
