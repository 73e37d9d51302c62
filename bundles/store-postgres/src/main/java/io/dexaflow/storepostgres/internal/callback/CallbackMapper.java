// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.callback;

import io.dexaflow.storepostgres.internal.trail.DecisionColumns;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.apache.ibatis.annotations.Param;

/** The statements of {@code CallbackMapper.xml}. */
public interface CallbackMapper {

    int settle(@Param("infraBudget") int infraBudget, @Param("valveSeconds") double valveSeconds,
            @Param("term") long term);

    List<CallbackLine> claim(@Param("limit") int limit, @Param("pauseSeconds") double pauseSeconds,
            @Param("only") UUID[] only, @Param("term") long term);

    int conclude(@Param("id") UUID id, @Param("attempt") int attempt, @Param("from") String from,
            @Param("state") String state, @Param("error") String error, @Param("told") DecisionColumns told);

    /** A callback that is due; the last four are null for a run's own. */
    record CallbackLine(UUID id, int attempt, UUID runId, UUID versionId, String dagId, String dagRunId,
            Instant logicalDate, Instant intervalStart, Instant intervalEnd, String confJson, Instant failedAt,
            String reason, UUID taskInstanceId, String taskId, Integer tryNumber, Integer epoch) {}
}
