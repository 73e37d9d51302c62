// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.reading;

import io.dexaflow.store.Readings.DagRow;
import io.dexaflow.store.Readings.ImportErrorRow;
import io.dexaflow.store.Readings.PoolRow;
import io.dexaflow.store.Readings.RunRow;
import io.dexaflow.store.Readings.TaskRow;
import io.dexaflow.store.Readings.TryRow;
import io.dexaflow.store.Readings.XComEntry;
import io.dexaflow.store.Readings.XComRow;
import io.dexaflow.storepostgres.internal.sql.Ordering.Piece;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.apache.ibatis.annotations.Param;

/** The statements of those who only look. */
public interface ReadingMapper {

    List<DagRow> dags(@Param("wish") DagWish wish, @Param("piece") Piece piece);

    long countDags(@Param("wish") DagWish wish);

    DagRow dag(@Param("dagId") String dagId);

    List<RunRow> runs(@Param("wish") RunWish wish, @Param("piece") Piece piece);

    long countRuns(@Param("wish") RunWish wish);

    RunRow run(@Param("dagId") String dagId, @Param("dagRunId") String dagRunId);

    List<TaskRow> tasks(@Param("wish") TaskWish wish, @Param("piece") Piece piece);

    long countTasks(@Param("wish") TaskWish wish);

    TaskRow task(@Param("dagId") String dagId, @Param("dagRunId") String dagRunId, @Param("taskId") String taskId);

    List<TryRow> tries(@Param("taskInstanceId") UUID taskInstanceId);

    String links(@Param("taskInstanceId") UUID taskInstanceId);

    List<Integer> epochs(@Param("taskInstanceId") UUID taskInstanceId, @Param("tryNumber") int tryNumber);

    List<XComEntry> xcoms(@Param("wish") XComWish wish, @Param("piece") Piece piece);

    long countXComs(@Param("wish") XComWish wish);

    XComRow xcom(@Param("runId") UUID runId, @Param("taskId") String taskId, @Param("key") String key);

    Instant versionCreated(@Param("versionId") UUID versionId);

    Instant lastHeartbeat(@Param("taskInstanceId") UUID taskInstanceId);

    List<Double> scheduleDelays(@Param("tasks") UUID[] tasks, @Param("upstreams") String[] upstreams);

    PoolRow pool(@Param("name") String name);

    List<ImportErrorRow> importErrors(@Param("piece") Piece piece);

    long countImportErrors();

    /** Which DAGs; null and an empty array stand for no wish. */
    record DagWish(String pattern, Boolean paused, boolean withStale, String[] tags) {}

    /** Which runs; null and an empty array stand for no wish. */
    record RunWish(String dagId, String[] states, String[] types, List<Clause> clauses) {}

    /**
     * Which task instances; null and an empty array stand for no wish.
     *
     * @param ofRuns whether it is about their runs in any way
     */
    record TaskWish(String dagId, String dagRunId, String[] states, List<Clause> clauses, boolean ofRuns) {}

    /** Which XCom entries; null for all. */
    record XComWish(String dagId, String dagRunId, String taskId, List<Clause> clauses) {}
}
