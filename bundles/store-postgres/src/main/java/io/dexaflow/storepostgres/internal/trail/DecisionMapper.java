// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.trail;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.apache.ibatis.annotations.Param;

/** The statements of the trail. */
public interface DecisionMapper {

    int record(@Param("told") DecisionColumns told);

    List<DecisionLine> of(@Param("task") UUID taskInstance, @Param("run") UUID run);

    int prune(@Param("seconds") double seconds, @Param("limit") int limit);

    /** A row of the trail. */
    record DecisionLine(Instant at, String actor, String label, String kind, String words, String evidence,
            Integer tryNumber, Integer epoch, int count, Instant lastAt, boolean ofRun) {}
}
