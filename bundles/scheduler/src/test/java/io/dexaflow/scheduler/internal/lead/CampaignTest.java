// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.lead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dexaflow.scheduler.internal.Fakes;
import io.dexaflow.scheduler.internal.trail.Observers;
import io.dexaflow.store.LeaderLock;
import io.dexaflow.store.LeadershipTerm;
import io.dexaflow.store.StoreException;
import io.dexaflow.trail.Observer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CampaignTest {

    private static final Duration POLL = Duration.ofMillis(40);

    private final FakeLock lock = new FakeLock();
    private final List<String> reasons = new CopyOnWriteArrayList<>();
    private final Campaign campaign = new Campaign(lock, observers(), POLL);
    private boolean stopped;

    @AfterEach
    void stop() throws InterruptedException {
        if (!stopped) {
            campaign.stop();
        }
    }

    @Test
    void aFreeLockMakesThisHostLeader() {
        campaign.start();
        await().until(() -> campaign.current().isPresent());
        assertThat(campaign.current().orElseThrow().term()).isEqualTo(1);
        assertThat(reasons).isEmpty();
    }

    @Test
    void aLockThatAnotherHoldsIsAskedForAgain() {
        lock.free = false;
        campaign.start();
        await().until(() -> lock.asked.get() >= 3);
        assertThat(campaign.current()).isEmpty();
        lock.free = true;
        await().until(() -> campaign.current().isPresent());
    }

    @Test
    @DisplayName("T106: a lock that is not held any more ends leadership at the next look, and this host campaigns again")
    void aLockThatIsNotHeldEndsLeadershipAtOnce() {
        campaign.start();
        await().until(() -> campaign.current().isPresent());
        lock.free = false;
        lock.held = () -> false;
        await().until(() -> campaign.current().isEmpty());
        assertThat(reasons).containsExactly("lock_released");
        assertThat(lock.closed).hasValue(1);
        lock.held = () -> true;
        lock.free = true;
        await().until(() -> campaign.current().isPresent());
        assertThat(campaign.current().orElseThrow().term()).isEqualTo(2);
    }

    @Test
    @DisplayName("R67: a look that fails now and then is tolerated")
    void aLookThatFailsNowAndThenIsTolerated() {
        AtomicInteger looks = new AtomicInteger();
        lock.held = () -> {
            if (looks.incrementAndGet() % 2 == 1) {
                throw new StoreException("no answer", null);
            }
            return true;
        };
        campaign.start();
        await().until(() -> looks.get() >= 10);
        assertThat(campaign.current()).isPresent();
        assertThat(reasons).isEmpty();
    }

    @Test
    @DisplayName("R67, T105: the third look in a row that fails ends leadership, metered as check_timeout")
    void theThirdFailureInARowEndsLeadership() {
        AtomicInteger looks = new AtomicInteger();
        lock.held = () -> {
            looks.incrementAndGet();
            throw new StoreException("no answer", null);
        };
        campaign.start();
        await().until(() -> !reasons.isEmpty());
        assertThat(reasons).first().isEqualTo("check_timeout");
        assertThat(looks).hasValueBetween(3, 6);
    }

    @Test
    @DisplayName("design 4: looks that take long to fail do not add up")
    void looksThatTakeLongToFailDoNotAddUp() {
        AtomicInteger looks = new AtomicInteger();
        lock.held = () -> {
            looks.incrementAndGet();
            LockSupport.parkNanos(POLL.multipliedBy(4).toNanos());
            throw new StoreException("no answer", null);
        };
        campaign.start();
        await().until(() -> !reasons.isEmpty());
        assertThat(reasons).first().isEqualTo("check_timeout");
        assertThat(looks).hasValueLessThanOrEqualTo(2);
    }

    @Test
    void aLeaderThatStopsGivesTheLockBackAndSaysSo() throws InterruptedException {
        campaign.start();
        await().until(() -> campaign.current().isPresent());
        campaign.stop();
        stopped = true;
        assertThat(campaign.current()).isEmpty();
        assertThat(reasons).containsExactly("shutdown");
        assertThat(lock.closed).hasValue(1);
    }

    @Test
    void aFollowerThatStopsHasNothingToSay() throws InterruptedException {
        lock.free = false;
        campaign.start();
        await().until(() -> lock.asked.get() >= 1);
        campaign.stop();
        stopped = true;
        assertThat(reasons).isEmpty();
    }

    private Observers observers() {
        Observers observers = new Observers();
        observers.bind(new Observer() {
            @Override
            public void steppedDown(String reason) {
                reasons.add(reason);
            }
        });
        return observers;
    }

    /** A lock that does as the test says. */
    private static final class FakeLock implements LeaderLock {

        final AtomicInteger asked = new AtomicInteger();
        final AtomicInteger closed = new AtomicInteger();
        final AtomicInteger terms = new AtomicInteger();
        volatile boolean free = true;
        volatile BooleanSupplier held = () -> true;

        @Override
        public Optional<LeadershipTerm> tryAcquire() {
            asked.incrementAndGet();
            return free ? Optional.of(new LeadershipTerm(terms.incrementAndGet(), Fakes.NOW)) : Optional.empty();
        }

        @Override
        public boolean stillHeld() {
            return held.getAsBoolean();
        }

        @Override
        public void close() {
            closed.incrementAndGet();
        }
    }
}
