// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import io.dexaflow.store.LeaderLock;
import io.dexaflow.store.LeaderLockContract;
import io.dexaflow.storepostgres.internal.leader.PostgresLeaderLock;
import io.dexaflow.storepostgres.internal.sql.Sessions;
import java.sql.SQLException;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An advisory lock keeps what every leader lock must. */
class LeaderLockContractIT extends LeaderLockContract {

    @RegisterExtension static final TestStore STORE = new TestStore();

    @Override
    protected LeaderLock lock() {
        try {
            Sources sources = STORE.endpoint().sources(30);
            return new PostgresLeaderLock(sources.lock(), Sessions.over(sources.pooled()), "contract");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
