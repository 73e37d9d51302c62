// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.event;

import io.dexaflow.store.EventLedger.Event;
import io.dexaflow.store.EventLedger.EventRow;
import io.dexaflow.storepostgres.internal.sql.Ordering.Piece;
import java.time.Instant;
import java.util.List;
import org.apache.ibatis.annotations.Param;

/** The statements of the audit. */
public interface EventMapper {

    long record(@Param("event") Event event);

    List<EventRow> list(@Param("wish") EventWish wish, @Param("piece") Piece piece);

    long count(@Param("wish") EventWish wish);

    EventRow find(@Param("id") long id);

    /** Which events; null and an empty array stand for no wish. */
    record EventWish(Texts exact, Integer tryNumber, Patterns like, String[] included, String[] excluded, Instant from,
            Instant before) {}

    /** What must be just so. */
    record Texts(String dagId, String runId, String taskId, String owner, String event) {}

    /** What must be like something. */
    record Patterns(String[] dagId, String[] runId, String[] taskId, String[] owner, String[] event) {}
}
