// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.run;

import io.dexaflow.model.RunState;
import io.dexaflow.store.RunLedger.NewRun;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.apache.ibatis.annotations.Param;

/** The statements about runs. */
public interface RunMapper {

    UUID create(NewRun run);

    String holderOfLogicalDate(@Param("dagId") String dagId, @Param("logicalDate") Instant logicalDate);

    UUID find(@Param("dagId") String dagId, @Param("dagRunId") String dagRunId);

    List<ActiveLine> active();

    List<ActiveLine> activeOf(@Param("runs") UUID[] runs);

    List<UUID> start(@Param("runs") UUID[] runs, @Param("most") Integer[] most, @Param("term") long term);

    int make(NewTasks tasks);

    List<UUID> waitingBehind(@Param("finished") UUID[] finished);

    List<UUID> finish(@Param("runs") UUID[] runs, @Param("states") String[] states,
            @Param("valveSeconds") double valveSeconds, @Param("term") long term);

    int settleByUser(@Param("run") UUID run, @Param("verdict") String verdict, @Param("note") String note,
            @Param("by") String by);

    int refuse(@Param("run") UUID run, @Param("note") String note, @Param("term") long term);

    /** A run in one line; everything but {@code now} is null in the one line of no run. */
    record ActiveLine(Instant now, UUID runId, String dagId, String dagRunId, UUID versionId, RunState state,
            String states, String details) {}

    /** Task instances to be made, as the columns of a batch. */
    record NewTasks(UUID[] runs, Integer[] ordinals, String[] taskIds, String[] operators, Integer[] maxTries,
            String[] pools, Integer[] poolSlots, String[] executors) {}
}
