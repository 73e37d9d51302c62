// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.schedule;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.apache.ibatis.annotations.Param;

/** The statements of {@code ScheduleMapper.xml}. */
public interface ScheduleMapper {

    /** What is due; one line without a DAG when nothing is. */
    List<DueLine> due(@Param("limit") int limit);

    /** Creates runs and moves schedules on; answers the ids of the runs. */
    List<UUID> make(@Param("dags") DagColumns dags, @Param("runs") RunColumns runs, @Param("term") long term);

    /** A DAG to look at; everything but {@code now} is null in the one line of none. */
    record DueLine(Instant now, String dagId, UUID versionId, Instant lastStart, Instant lastEnd) {}

    /** How far schedules have come, a column each; {@code readEnd} is the last interval's end as it was read. */
    record DagColumns(String[] dagIds, UUID[] versions, Instant[] readEnds, Instant[] lastStarts, Instant[] lastEnds,
            Instant[] nextStarts, Instant[] nextEnds, Instant[] nextRunAfters) {}

    /** The runs to create, a column each. */
    record RunColumns(String[] dagIds, String[] runIds, Instant[] starts, Instant[] ends) {}
}
