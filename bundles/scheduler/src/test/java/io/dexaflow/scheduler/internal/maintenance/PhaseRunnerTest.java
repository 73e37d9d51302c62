// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dexaflow.scheduler.internal.Fakes;
import io.dexaflow.scheduler.internal.trail.Observers;
import io.dexaflow.store.LeadershipTerm;
import io.dexaflow.trail.Observer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PhaseRunnerTest {

    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration LONG = Duration.ofSeconds(30);

    private final AtomicReference<LeadershipTerm> term = new AtomicReference<>(new LeadershipTerm(7, Fakes.NOW));
    private final DestructiveGate gate = new DestructiveGate(() -> Optional.ofNullable(term.get()), term.get());
    private final List<String> timed = new CopyOnWriteArrayList<>();
    private final PhaseRunner runner = runner();

    @Test
    void aPhaseThatEndsInTimeIsTimed() throws Exception {
        AtomicBoolean ran = new AtomicBoolean();
        assertThat(runner.run("reap", gate, LONG, () -> ran.set(true))).isTrue();
        assertThat(ran).isTrue();
        assertThat(timed).containsExactly("reap");
    }

    @Test
    @DisplayName("T49: a phase that hangs is interrupted at its budget's end, and the next phase gets its own")
    void aPhaseThatHangsIsCutOffAndTheNextOneRuns() throws Exception {
        AtomicBoolean interrupted = new AtomicBoolean();
        assertThat(runner.run("sweep", gate, SHORT, () -> hang(interrupted))).isFalse();
        await().untilTrue(interrupted);
        assertThat(runner.run("reap", gate, LONG, () -> {
        })).isTrue();
    }

    @Test
    @DisplayName("R74: a phase that ignores its end is left behind, and not begun again before it has ended")
    void aPhaseThatIgnoresItsEndIsNotBegunTwice() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger begun = new AtomicInteger();
        PhaseRunner.Work stubborn = () -> {
            begun.incrementAndGet();
            awaitUninterruptibly(release);
        };
        assertThat(runner.run("sweep", gate, SHORT, stubborn)).isFalse();
        assertThat(runner.run("sweep", gate, SHORT, stubborn)).isFalse();
        assertThat(begun).hasValue(1);
        release.countDown();
        await().until(() -> runner.run("sweep", gate, SHORT, begun::incrementAndGet));
    }

    @Test
    @DisplayName("T106: a phase is interrupted soon after this host stops leading")
    void aPhaseIsInterruptedWhenLeadershipEnds() throws Exception {
        AtomicBoolean interrupted = new AtomicBoolean();
        long began = System.nanoTime();
        runner.run("reap", gate, LONG, () -> {
            term.set(null);
            hang(interrupted);
        });
        await().untilTrue(interrupted);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void aPhaseThatThrowsConcernsNobodyElse() throws Exception {
        runner.run("sweep", gate, LONG, () -> {
            throw new NoClassDefFoundError("its bundle was swapped");
        });
        assertThat(runner.run("reap", gate, LONG, () -> {
        })).isTrue();
    }

    private PhaseRunner runner() {
        Observers observers = new Observers();
        observers.bind(new Observer() {
            @Override
            public void took(Stage stage, String detail, Duration time) {
                timed.add(detail);
            }
        });
        return new PhaseRunner(observers);
    }

    private static void hang(AtomicBoolean interrupted) throws InterruptedException {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            interrupted.set(true);
            throw e;
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        boolean done = false;
        while (!done) {
            try {
                latch.await();
                done = true;
            } catch (InterruptedException ignored) {
                // A phase that does not listen is what this is about.
            }
        }
    }
}
