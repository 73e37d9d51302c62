// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.task;

import io.dexaflow.model.TaskState;
import java.util.List;
import java.util.UUID;
import org.apache.ibatis.annotations.Param;

/** The statements that look for what may be dispatched. */
public interface OfferMapper {

    List<CandidateLine> dispatchable(@Param("except") UUID[] except, @Param("limit") int limit);

    List<CandidateLine> dispatchableOf(@Param("only") UUID[] only, @Param("state") TaskState state,
            @Param("except") UUID[] except, @Param("limit") int limit);

    /** What may be dispatched. */
    record CandidateLine(UUID id, UUID runId, String taskId, int tryNumber, int epoch, String dagId, String dagRunId,
            UUID versionId, int ordinal, String executor, int dispatchAttempts) {}
}
