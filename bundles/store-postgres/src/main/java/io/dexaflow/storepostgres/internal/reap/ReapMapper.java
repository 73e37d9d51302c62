// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.reap;

import io.dexaflow.storepostgres.internal.trail.DecisionColumns;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.apache.ibatis.annotations.Param;

/** The statements of the reapers. */
public interface ReapMapper {

    List<SuspectLine> silent(@Param("seconds") double seconds, @Param("after") Instant after,
            @Param("afterId") UUID afterId, @Param("limit") int limit);

    List<SuspectLine> neverBeaten(@Param("seconds") double seconds, @Param("after") Instant after,
            @Param("afterId") UUID afterId, @Param("limit") int limit);

    List<SuspectLine> notStarted(@Param("seconds") double seconds, @Param("after") Instant after,
            @Param("afterId") UUID afterId, @Param("limit") int limit);

    List<OrphanLine> orphans(@Param("seconds") double seconds, @Param("limit") int limit);

    int mark(@Param("mark") MarkColumns mark, @Param("told") DecisionColumns told, @Param("term") long term);

    List<String> lockRun(@Param("run") UUID run);

    List<String> lockTasks(@Param("run") UUID run);

    int reapRun(@Param("run") UUID run, @Param("seconds") double seconds, @Param("note") String note,
            @Param("told") DecisionColumns told, @Param("term") long term);

    /** A candidate. */
    record SuspectLine(UUID runId, String taskId, int tryNumber, int epoch, UUID id, String dagId, String dagRunId,
            String executor, UUID warmWorkerId, Instant since, double ageSeconds) {}

    /** A run without anything left to run. */
    record OrphanLine(UUID runId, String dagId, String dagRunId, Instant lastActivity, Double quietSeconds) {}

    /**
     * A mark.
     *
     * @param state the state the guard asks for
     * @param stamp which stamp the guard asks for: {@code heartbeat}, {@code start_unbeaten}, {@code start},
     *            {@code queue} or {@code warm_worker}
     */
    record MarkColumns(UUID id, int tryNumber, int epoch, String state, String stamp, Instant since,
            UUID warmWorker, String message, boolean provisional) {}
}
