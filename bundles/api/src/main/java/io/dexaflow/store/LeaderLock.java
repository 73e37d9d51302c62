// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.store;

import java.util.Optional;

/**
 * The leader's advisory lock, held by a session of its own outside the pool (R66, design 4). Not thread-safe: the
 * campaign owns it.
 */
public interface LeaderLock extends AutoCloseable {

    /**
     * Tries to become leader.
     *
     * @return the new leadership with a term one higher than the last; empty while another holds the lock
     * @throws StoreException when the database cannot be asked
     */
    Optional<LeadershipTerm> tryAcquire();

    /**
     * Whether this session still holds the lock.
     *
     * @throws StoreException when that cannot be found out
     */
    boolean stillHeld();

    /** Gives the lock back and closes the session; never throws. */
    @Override
    void close();
}
