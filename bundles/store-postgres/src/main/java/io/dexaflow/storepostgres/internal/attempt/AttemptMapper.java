// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.attempt;

import io.dexaflow.model.AttemptId;
import io.dexaflow.storepostgres.internal.sql.AttemptKeys;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.apache.ibatis.annotations.Param;

/** The statements of the agents. */
public interface AttemptMapper {

    List<Integer> report(ReportColumns reports);

    List<BeatLine> heartbeat(@Param("at") AttemptKeys at, @Param("stamped") String[] stamped);

    List<FactsLine> facts(@Param("at") AttemptKeys at);

    int outputs(@Param("attempt") AttemptId attempt, @Param("keys") String[] keys, @Param("values") String[] values,
            @Param("linkNames") String[] linkNames, @Param("linkUrls") String[] linkUrls);

    List<XComLine> xcom(@Param("run") UUID run, @Param("tasks") String[] tasks, @Param("keys") String[] keys);

    /** Reports as the columns of a batch. */
    record ReportColumns(AttemptKeys at, String[] states, Integer[] exitCodes, String[] messages,
            Instant[] reschedules, String[] hostnames) {}

    /**
     * Which attempt of a batch lives.
     *
     * @param n its place, from 1; null in the one line of none
     */
    record BeatLine(Instant now, Integer n) {}

    /**
     * The facts of one attempt of a batch.
     *
     * @param n its place, from 1
     */
    record FactsLine(int n, UUID taskInstanceId, String dagId, String dagRunId, UUID versionId, int maxTries,
            String confJson, Instant logicalDate, Instant intervalStart, Instant intervalEnd) {}

    /** An XCom value. */
    record XComLine(String taskId, String key, String value) {}
}
