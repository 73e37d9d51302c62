// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.dispatch;

import static io.dexaflow.scheduler.internal.Fakes.candidate;
import static io.dexaflow.scheduler.internal.Fakes.dag;
import static io.dexaflow.scheduler.internal.Fakes.executor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.dexaflow.control.ExecutorDirectory.ExecutorInfo;
import io.dexaflow.executor.LaunchOutcome;
import io.dexaflow.executor.TaskExecutor;
import io.dexaflow.scheduler.internal.Fakes;
import io.dexaflow.scheduler.internal.Ledgers;
import io.dexaflow.scheduler.internal.RecordingTasks;
import io.dexaflow.scheduler.internal.RecordingTrail;
import io.dexaflow.scheduler.internal.dispatch.Dispatcher.Offer;
import io.dexaflow.store.TaskLedger.Candidate;
import io.dexaflow.store.TaskLedger.DispatchFailure;
import io.dexaflow.trail.Decision.Kind;
import io.dexaflow.trail.Decision;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DispatcherTest {

    private final RecordingTrail trail = new RecordingTrail();
    private final RecordingTasks tasks = new RecordingTasks();
    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    @Test
    void anAcceptedAttemptBecomesQueuedWithTheEpochOfItsClaim() {
        Dispatcher dispatcher = dispatcher(8, executor(a -> LaunchOutcome.ACCEPTED));
        Candidate candidate = candidate(0, null, 0);
        assertThat(dispatcher.offer(candidate)).isEqualTo(Offer.TAKEN);
        await().until(() -> dispatcher.inFlight().isEmpty());
        assertThat(tasks.queued).singleElement().satisfies(a -> assertThat(a.epoch()).isEqualTo(1));
    }

    @Test
    @DisplayName("T97: a dispatch backs off 5, 10, 20, 40, 80 s, and the sixth failure is the last")
    void countedFailuresBackOffAndTheSixthIsTheLast() {
        Dispatcher dispatcher = dispatcher(8, executor(a -> new LaunchOutcome.Rejected("no agent")));
        for (int failures = 0; failures < 6; failures++) {
            dispatcher.offer(candidate(0, null, failures));
        }
        await().until(() -> tasks.failed.size() == 6);
        assertThat(tasks.failed).extracting(DispatchFailure::delay)
                .map(Duration::toSeconds)
                .containsExactlyInAnyOrder(5L, 10L, 20L, 40L, 80L, 160L);
        assertThat(tasks.failed).filteredOn(DispatchFailure::last)
                .singleElement()
                .satisfies(
                        f -> assertThat(f.message()).isEqualTo("dispatch_failed after 6 attempts: no agent"));
    }

    @Test
    @DisplayName("T97: back-pressure is never counted")
    void backPressureIsNotCounted() {
        Dispatcher dispatcher = dispatcher(8, executor(a -> new LaunchOutcome.BackPressure("full")));
        dispatcher.offer(candidate(0, null, 5));
        await().until(() -> tasks.held.size() == 1);
        assertThat(tasks.failed).isEmpty();
    }

    @Test
    @DisplayName("T98: a full buffer takes nothing more and writes nothing for what it did not take")
    void aFullBufferWritesNothing() {
        CountDownLatch blocked = new CountDownLatch(1);
        Dispatcher dispatcher = dispatcher(2, executor(a -> {
            awaitLatch(blocked);
            return LaunchOutcome.ACCEPTED;
        }));
        assertThat(dispatcher.offer(candidate(0, null, 0))).isEqualTo(Offer.TAKEN);
        assertThat(dispatcher.offer(candidate(1, null, 0))).isEqualTo(Offer.TAKEN);
        Candidate third = candidate(2, null, 0);
        assertThat(dispatcher.offer(third)).isEqualTo(Offer.NO_ROOM);
        assertThat(tasks.epochs).doesNotContainKey(third.taskInstanceId());
        blocked.countDown();
        await().until(() -> tasks.queued.size() == 2);
        assertThat(tasks.held).isEmpty();
        assertThat(tasks.failed).isEmpty();
    }

    @Test
    @DisplayName("T8: a claim that is refused launches nothing")
    void aRefusedClaimLaunchesNothing() {
        AtomicInteger launches = new AtomicInteger();
        Dispatcher dispatcher = dispatcher(8, executor(a -> {
            launches.incrementAndGet();
            return LaunchOutcome.ACCEPTED;
        }));
        Candidate running = candidate(0, null, 0);
        tasks.unclaimable.add(running.taskInstanceId());
        dispatcher.offer(running);
        await().until(() -> dispatcher.inFlight().isEmpty());
        assertThat(launches).hasValue(0);
        assertThat(tasks.queued).isEmpty();
    }

    @Test
    @DisplayName("T99: leadership that ends during a hand-over makes it no failure; the next one offers it again")
    void leadershipThatEndsDuringAHandOverIsNoFailure() {
        AtomicBoolean leads = new AtomicBoolean(true);
        Ledgers ledgers = Fakes.ledgers(null, tasks, Fakes.dags(id -> Optional.of(dag(4))), trail);
        DispatcherFixture fixture = DispatcherFixture.open(ledgers,
                () -> leads.get() ? Fakes.LEADS.current() : Optional.empty(), Map.of("subprocess", executor(a -> {
                    if (a.id().epoch() == 1) {
                        leads.set(false);
                        throw new IllegalStateException("cut off");
                    }
                    return LaunchOutcome.ACCEPTED;
                })));
        opened.add(fixture::stop);
        Candidate candidate = candidate(0, null, 5);

        fixture.dispatcher().offer(candidate);
        await().until(() -> !leads.get() && fixture.dispatcher().inFlight().isEmpty());
        assertThat(tasks.failed).isEmpty();
        assertThat(tasks.refused).isEmpty();
        assertThat(trail.written).isEmpty();

        leads.set(true);
        fixture.dispatcher().offer(candidate);
        await().until(() -> tasks.queued.size() == 1);
        assertThat(tasks.queued.getFirst().epoch()).isEqualTo(2);
        assertThat(tasks.failed).isEmpty();
    }

    @Test
    void anExecutorThatThrowsIsADispatchFailureOfThatTaskOnly() {
        Dispatcher dispatcher = dispatcher(8, executor(a -> {
            if (a.task().taskId().equals("t0")) {
                throw new IllegalStateException("broken");
            }
            return LaunchOutcome.ACCEPTED;
        }));
        dispatcher.offer(candidate(0, null, 0));
        dispatcher.offer(candidate(1, null, 0));
        await().until(() -> tasks.failed.size() == 1 && tasks.queued.size() == 1);
    }

    @Test
    void aDatabaseThatIsAwayDuringTheWriteIsTriedAgainUntilItAnswers() {
        Dispatcher dispatcher = dispatcher(8, executor(a -> {
            tasks.away = true;
            return LaunchOutcome.ACCEPTED;
        }));
        dispatcher.offer(candidate(0, null, 0));
        await().during(Duration.ofMillis(100)).until(() -> dispatcher.inFlight().size() == 1);
        tasks.away = false;
        await().until(() -> dispatcher.inFlight().isEmpty());
        assertThat(tasks.queued).hasSize(1);
    }

    @Test
    @DisplayName("T109: an executor that nobody offers makes the task wait, not fail at once (design 6.15)")
    void anAbsentExecutorMakesTheTaskWait() {
        Dispatcher dispatcher = dispatcher(8, executor(a -> LaunchOutcome.ACCEPTED));
        assertThat(dispatcher.offer(candidate(0, "nobody", 0))).isEqualTo(Offer.EXECUTOR_ABSENT);
        assertThat(dispatcher.inFlight()).isEmpty();
    }

    @Test
    @DisplayName("T101: offers that race with the stop are launched and written, or never claimed; none is half done")
    void offersThatRaceWithTheStopAreNeverHalfDone() throws Exception {
        List<String> launched = Collections.synchronizedList(new ArrayList<>());
        Dispatcher dispatcher = dispatcher(10_000, executor(a -> {
            launched.add(a.id().toString() + a.taskInstanceId());
            return LaunchOutcome.ACCEPTED;
        }));
        Thread offering = Thread.ofVirtual().start(() -> {
            for (int i = 0; i < 5_000; i++) {
                dispatcher.offer(candidate(0, null, 0));
            }
        });
        await().until(() -> launched.size() > 100);
        dispatcher.stop();
        offering.join();
        assertThat(dispatcher.offer(candidate(0, null, 0))).isEqualTo(Offer.NO_ROOM);
        assertThat(dispatcher.inFlight()).isEmpty();
        await().until(() -> tasks.queued.size() == launched.size());
        assertThat(launched).doesNotHaveDuplicates();
    }

    @Test
    void whatBecameOfDispatchesIsToldOfOnceItIsWritten() {
        Dispatcher dispatcher = dispatcher(8, executor(a -> switch (a.task().taskId()) {
            case "t0" -> LaunchOutcome.ACCEPTED;
            case "t1" -> new LaunchOutcome.Rejected("no agent");
            default -> new LaunchOutcome.Refused("no such image");
        }));
        List.of(candidate(0, null, 0), candidate(1, null, 0), candidate(2, null, 0)).forEach(dispatcher::offer);
        await().until(() -> trail.written.size() == 3);
        assertThat(trail.written).extracting(Decision::label, Decision::kind, Decision::words)
                .containsExactlyInAnyOrder(tuple("queued", Kind.TRANSITION, "executor subprocess"),
                        tuple("dispatch_failed", Kind.DEFERRAL, "dispatch_failed after 1 attempts: no agent"),
                        tuple("failed", Kind.TRANSITION, "dispatch refused: no such image"));
    }

    @Test
    void whatIsRefusedTogetherIsWrittenTogether() {
        CountDownLatch all = new CountDownLatch(20);
        Dispatcher dispatcher = dispatcher(64, executor(a -> {
            all.countDown();
            awaitLatch(all);
            tasks.away = true;
            return new LaunchOutcome.Refused("no such image");
        }));
        for (int i = 0; i < 20; i++) {
            dispatcher.offer(candidate(i % 4, null, 0));
        }
        awaitLatch(all);
        await().until(() -> tasks.away);
        await().during(Duration.ofMillis(200)).until(() -> tasks.refused.isEmpty());
        tasks.away = false;
        await().until(() -> tasks.refused.size() == 20);
        assertThat(tasks.refusals).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void nothingCountsAsBeingHandedOverOnceTheDispatcherHasStopped() {
        DispatcherFixture fixture = fixture(8, executor(a -> {
            tasks.away = true;
            return LaunchOutcome.ACCEPTED;
        }));
        fixture.dispatcher().offer(candidate(0, null, 0));
        await().until(() -> tasks.away);
        assertThat(fixture.registry().executors()).extracting(ExecutorInfo::inFlight).containsExactly(1);

        // Whoever stops it has no patience for what cannot end; whether it is told so depends on what had ended already.
        Thread.currentThread().interrupt();
        catchThrowable(fixture.dispatcher()::stop);
        Thread.interrupted();

        assertThat(fixture.registry().executors()).extracting(ExecutorInfo::inFlight).containsExactly(0);
    }

    private Dispatcher dispatcher(int buffer, TaskExecutor executor) {
        return fixture(buffer, executor).dispatcher();
    }

    private DispatcherFixture fixture(int buffer, TaskExecutor executor) {
        Ledgers ledgers = Fakes.ledgers(null, tasks, Fakes.dags(id -> Optional.of(dag(4))), trail);
        DispatcherFixture fixture =
                DispatcherFixture.open(ledgers, Fakes.LEADS, buffer, Map.of("subprocess", executor));
        opened.add(fixture::stop);
        return fixture;
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
