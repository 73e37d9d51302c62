// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.callback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dexaflow.control.Leadership;
import io.dexaflow.scheduler.internal.Fakes;
import io.dexaflow.scheduler.internal.RecordingTrail;
import io.dexaflow.store.CallbackLedger.DueCallback;
import io.dexaflow.store.CallbackLedger.Outcome;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** When calls are made, and how many at once. */
class CallbackLoopTest {

    private static final Duration OFTEN = Duration.ofMillis(10);
    private static final Answer DELIVERED = Answer.delivered("x", Map.of());

    private final LedgerInMemory ledger = new LedgerInMemory();
    private Set<UUID> scope;
    private CallbackLoop loop;

    @AfterEach
    void stop() throws InterruptedException {
        if (loop != null) {
            loop.stop();
        }
    }

    @Test
    @DisplayName("R54: at most eight calls are in flight, and the next one begins as soon as one has ended")
    void eightAtATime() {
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger calling = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        for (int i = 0; i < 30; i++) {
            ledger.owed.add(Failures.another());
        }
        start(Fakes.LEADS, due -> {
            most.accumulateAndGet(calling.incrementAndGet(), Math::max);
            hold(go);
            calling.decrementAndGet();
            return DELIVERED;
        });
        await().until(() -> calling.get() == CallbackLoop.MOST_IN_FLIGHT);
        assertThat(ledger.owed).hasSize(22);

        go.countDown();

        await().until(() -> ledger.concluded.size() == 30);
        assertThat(most).hasValue(CallbackLoop.MOST_IN_FLIGHT);
    }

    @Test
    void onlyTheLeaderCalls() {
        ledger.owed.add(Failures.another());
        AtomicInteger looks = new AtomicInteger();
        start(() -> {
            looks.incrementAndGet();
            return Optional.empty();
        }, due -> DELIVERED);

        await().until(() -> looks.get() > 3);
        assertThat(ledger.owed).hasSize(1);
    }

    @Test
    void stampIsWrittenOnceTheDatabaseIsBackAndTheCallIsNotMadeAgain() {
        AtomicInteger calls = new AtomicInteger();
        ledger.refusals.set(3);
        ledger.owed.add(Failures.another());
        start(Fakes.LEADS, due -> {
            calls.incrementAndGet();
            return DELIVERED;
        });

        await().until(() -> !ledger.concluded.isEmpty());
        assertThat(ledger.concluded).containsExactly(Outcome.DELIVERED);
        assertThat(calls).hasValue(1);
    }

    @Test
    void attemptThatNobodyConcludedIsDroppedAfterTheFifth() {
        AtomicInteger calls = new AtomicInteger();
        ledger.owed.add(Failures.ofTask(CallbackLoop.MOST_ATTEMPTS + 1));
        start(Fakes.LEADS, due -> {
            calls.incrementAndGet();
            return DELIVERED;
        });

        await().until(() -> !ledger.concluded.isEmpty());
        assertThat(ledger.concluded).containsExactly(Outcome.DROPPED);
        assertThat(calls).hasValue(0);
    }

    @Test
    void callThatFailsInsideHoldsUpNoOther() {
        ledger.owed.add(Failures.ofTask(1));
        ledger.owed.add(Failures.another());
        start(Fakes.LEADS, due -> {
            if (due.task() != null) {
                throw new IllegalStateException("bug");
            }
            return DELIVERED;
        });

        await().until(() -> !ledger.concluded.isEmpty());
        assertThat(ledger.concluded).containsExactly(Outcome.DELIVERED);
    }

    @Test
    void hostForOneRunCallsAboutThatRunAloneAndOnceMoreBeforeItStops() throws InterruptedException {
        scope = Set.of(Failures.RUN);
        loop = new CallbackLoop(new Outbox(ledger, new RecordingTrail(), 6), due -> DELIVERED, Fakes.LEADS,
                Duration.ofHours(1), () -> scope);
        loop.start();
        await().until(() -> !ledger.scopes.isEmpty());
        ledger.owed.add(Failures.ofRun(1));

        loop.stop();

        assertThat(ledger.concluded).containsExactly(Outcome.DELIVERED);
        assertThat(ledger.scopes).containsOnly(Set.of(Failures.RUN));
        loop = null;
    }

    private void start(Leadership leadership, Function<DueCallback, Answer> calls) {
        loop = new CallbackLoop(new Outbox(ledger, new RecordingTrail(), 6), calls, leadership, OFTEN, () -> scope);
        loop.start();
    }

    private static void hold(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
