// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What every leader lock must keep. Extend it in the tests of an implementation. */
public abstract class LeaderLockContract {

    /** Another lock on the same leadership, as another host would hold it. */
    protected abstract LeaderLock lock();

    @Test
    public void oneHoldsItAndTheOthersDoNot() {
        try (LeaderLock one = lock(); LeaderLock other = lock()) {
            assertThat(one.tryAcquire()).isPresent();
            assertThat(one.stillHeld()).isTrue();
            assertThat(other.tryAcquire()).isEmpty();
            assertThat(other.stillHeld()).isFalse();
            assertThat(one.stillHeld()).isTrue();
        }
    }

    @Test
    public void theTermGrowsWithEachLeadership() {
        long term;
        try (LeaderLock one = lock()) {
            term = one.tryAcquire().orElseThrow().term();
        }
        try (LeaderLock other = lock()) {
            assertThat(other.tryAcquire().orElseThrow().term()).isGreaterThan(term);
        }
    }

    @Test
    public void whatWasGivenBackIsNotHeld() {
        LeaderLock one = lock();
        one.tryAcquire();
        one.close();
        one.close();
        try (LeaderLock other = lock()) {
            assertThat(other.tryAcquire()).isPresent();
        }
    }
}
