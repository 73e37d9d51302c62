// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.leader;

import io.dexaflow.store.LeadershipTerm;
import io.dexaflow.store.Readings;
import org.apache.ibatis.annotations.Param;

/** The statements of the leader lock's session, and of those who look at it. */
public interface LeadershipMapper {

    String watchPeer();

    boolean tryLock(@Param("key") long key);

    LeadershipTerm begin(@Param("holder") String holder);

    boolean held(@Param("key") long key);

    Readings.LeaderRow leader(@Param("key") long key);

    boolean unlock(@Param("key") long key);
}
