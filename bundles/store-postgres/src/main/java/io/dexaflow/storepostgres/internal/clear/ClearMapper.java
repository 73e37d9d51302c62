// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.clear;

import io.dexaflow.model.RunState;
import io.dexaflow.model.TaskState;
import java.util.List;
import java.util.UUID;
import org.apache.ibatis.annotations.Param;

/** The statements of what operators take back or correct. */
public interface ClearMapper {

    RunState lockRun(@Param("run") UUID run);

    List<ClearLine> clear(@Param("wish") ClearWish wish);

    int deleteRun(@Param("run") UUID run);

    int noteRun(@Param("run") UUID run, @Param("note") String note);

    int noteTask(@Param("id") UUID id, @Param("note") String note);

    int addXCom(@Param("id") UUID id, @Param("key") String key, @Param("value") String value);

    int changeXCom(@Param("id") UUID id, @Param("key") String key, @Param("value") String value);

    int deleteXCom(@Param("id") UUID id, @Param("key") String key);

    /**
     * What is to be cleared.
     *
     * @param states an empty array for any state
     */
    record ClearWish(UUID run, UUID[] ids, Integer[] retries, String[] states, boolean reopen, String actor) {}

    /** What was cleared, and how it was before. */
    record ClearLine(UUID id, UUID runId, String taskId, int tryBefore, int epochBefore, TaskState stateBefore) {}
}
