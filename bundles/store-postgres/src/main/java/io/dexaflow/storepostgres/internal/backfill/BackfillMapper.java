// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.backfill;

import io.dexaflow.storepostgres.internal.sql.Ordering.Piece;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.apache.ibatis.annotations.Param;

/** The statements of {@code BackfillMapper.xml}. */
public interface BackfillMapper {

    List<BackfillLine> list(@Param("dagId") String dagId, @Param("piece") Piece piece);

    long count(@Param("dagId") String dagId);

    BackfillLine find(@Param("id") long id);

    List<Instant> wanted(@Param("dagId") String dagId, @Param("dates") Instant[] dates, @Param("again") String[] again);

    /** Null when the DAG has an open one, or is not known. */
    Long create(@Param("plan") PlanColumns plan, @Param("by") String by);

    int addRuns(@Param("id") long id, @Param("runs") RunColumns runs, @Param("again") String[] again);

    int setPaused(@Param("id") long id, @Param("paused") boolean paused);

    /** Waits until nobody else writes to an open backfill; null when it is not open. */
    Long lock(@Param("id") long id);

    int cancel(@Param("id") long id, @Param("by") String by);

    List<AdvanceLine> advance(@Param("limit") int limit, @Param("term") long term);

    List<UUID> runAgain(@Param("runs") UUID[] runs, @Param("tasks") TaskColumns tasks, @Param("term") long term);

    /** A backfill. */
    record BackfillLine(long id, String dagId, Instant fromDate, Instant toDate, String confJson, int maxActiveRuns,
            String reprocess, boolean paused, Instant createdAt, Instant updatedAt, Instant completedAt) {}

    /** What a new backfill is about. */
    record PlanColumns(String dagId, Instant fromDate, Instant toDate, String confJson, int maxActiveRuns,
            String reprocess) {}

    /** The runs of a new backfill, a column each. */
    record RunColumns(String[] dagRunIds, Instant[] starts, Instant[] ends) {}

    /** A run that was made, or one that is to run again; then with its version. */
    record AdvanceLine(UUID runId, UUID versionId, boolean again) {}

    /** The retries of tasks, a column each. */
    record TaskColumns(UUID[] runs, Integer[] ordinals, Integer[] retries) {}
}
