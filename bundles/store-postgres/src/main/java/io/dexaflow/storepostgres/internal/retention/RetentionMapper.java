// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.retention;

import io.dexaflow.store.RetentionLedger.Expired;
import java.util.List;
import java.util.UUID;
import org.apache.ibatis.annotations.Param;

/** The statements of {@code RetentionMapper.xml}. */
public interface RetentionMapper {

    Expired expired(@Param("seconds") double seconds);

    int prune(@Param("seconds") double seconds, @Param("limit") int limit, @Param("term") long term);

    List<UUID> logsExpired(@Param("runs") UUID[] runs, @Param("seconds") Double seconds);
}
