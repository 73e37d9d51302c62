// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.task;

import io.dexaflow.model.AttemptId;
import io.dexaflow.model.TaskState;
import io.dexaflow.storepostgres.internal.sql.AttemptKeys;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.apache.ibatis.annotations.Param;

/** The statements of planner and dispatcher. */
public interface TaskMapper {

    List<Place> decide(@Param("places") Places places, @Param("states") String[] states, @Param("term") long term);

    List<Place> awaitRetry(@Param("at") Places at, @Param("term") long term);

    List<Place> retry(@Param("at") Places at, @Param("term") long term);

    List<Place> replace(@Param("at") Places at, @Param("valveSeconds") double valveSeconds, @Param("term") long term);

    List<Place> repoke(@Param("at") Places at, @Param("term") long term);

    List<ClaimLine> claim(@Param("ids") UUID[] ids, @Param("executors") String[] executors, @Param("term") long term);

    SettledLine settleByUser(@Param("id") UUID id, @Param("verdict") String verdict, @Param("message") String message,
            @Param("actor") String actor);

    List<Integer> queued(@Param("at") AttemptKeys at, @Param("from") TaskState from, @Param("term") long term);

    int dispatchFailed(@Param("at") AttemptKeys at, @Param("delays") Double[] delays,
            @Param("messages") String[] messages, @Param("term") long term);

    int dispatchEnded(@Param("at") AttemptKeys at, @Param("messages") String[] messages, @Param("label") String label,
            @Param("term") long term);

    int dispatchHeld(@Param("at") AttemptKeys at, @Param("from") TaskState from,
            @Param("delaySeconds") double delaySeconds, @Param("term") long term);

    List<AttemptId> live(@Param("run") UUID run, @Param("states") String[] states);

    /** A task instance by its place in its run. */
    record Place(UUID runId, int ordinal) {}

    /** Places as the columns of a batch; tries and epochs are null where only the state guards. */
    record Places(UUID[] runs, Integer[] ordinals, Integer[] tries, Integer[] epochs) {}

    /** What a user's verdict was about, and its state before. */
    record SettledLine(UUID runId, String taskId, int tryNumber, int epoch, String stateBefore) {}

    /** A claim; everything but {@code now} is null in the one line of no claim. */
    record ClaimLine(Instant now, UUID id, UUID runId, String taskId, Integer tryNumber, Integer epoch, String dagId,
            String dagRunId, UUID versionId, Integer maxTries, String confJson, Instant logicalDate,
            Instant intervalStart, Instant intervalEnd) {}
}
