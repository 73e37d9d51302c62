// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.pool;

import io.dexaflow.store.PoolLedger.Pool;
import io.dexaflow.store.PoolLedger.PoolUse;
import io.dexaflow.storepostgres.internal.sql.Ordering.Piece;
import java.util.List;
import org.apache.ibatis.annotations.Param;

/** The statements of pools. */
public interface PoolMapper {

    List<PoolUse> list(@Param("patterns") String[] patterns, @Param("piece") Piece piece);

    long count(@Param("patterns") String[] patterns);

    PoolUse find(@Param("name") String name);

    int create(@Param("pool") Pool pool);

    int update(@Param("name") String name, @Param("pool") Pool pool);

    int delete(@Param("name") String name);
}
