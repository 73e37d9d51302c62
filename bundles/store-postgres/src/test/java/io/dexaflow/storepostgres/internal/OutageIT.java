// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.dexaflow.diagnosis.DoctorCheck;
import io.dexaflow.diagnosis.Finding;
import io.dexaflow.store.DatabaseClock;
import io.dexaflow.store.LeaderLock;
import io.dexaflow.store.Readings;
import io.dexaflow.store.StoreException;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The clock, and what becomes of all this while the database is away. */
class OutageIT {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @RegisterExtension static final TestStore STORE = new TestStore();

    private Cable cable;
    private PostgresStore store;
    private Map<Class<?>, Object> services;

    @BeforeEach
    void open() throws IOException, SQLException {
        cable = new Cable(STORE.endpoint());
        cable.mend();
        store = PostgresStore.open(cable.endpoint().sources(30), new StoreSettings(2, 30), TestStore.VALVE);
        services = store.services();
    }

    @AfterEach
    void close() throws IOException {
        store.close();
        cable.close();
    }

    @Test
    @DisplayName("contract 5: whoever moves dexaflow.clock moves time for the running system")
    void movedClockIsSeenWithinASecond() {
        DatabaseClock clock = (DatabaseClock) services.get(DatabaseClock.class);
        assertThat(clock.now()).isBetween(STORE.now().minus(SECOND), STORE.now().plus(SECOND));

        STORE.moveClock(Duration.ofSeconds(200));

        await().atMost(Duration.ofSeconds(5))
                .untilAsserted(
                        () -> assertThat(clock.now()).isBetween(STORE.now().minus(SECOND), STORE.now().plus(SECOND)));
        STORE.moveClock(Duration.ofSeconds(-200));
        await().atMost(Duration.ofSeconds(5))
                .untilAsserted(
                        () -> assertThat(clock.now()).isBetween(STORE.now().minus(SECOND), STORE.now().plus(SECOND)));
    }

    @Test
    @DisplayName("T110: while the database is away the clock goes on, and nobody waits for it; then it follows again")
    void t110_clockGoesOnThroughAnOutage() throws IOException {
        DatabaseClock clock = (DatabaseClock) services.get(DatabaseClock.class);
        clock.now();
        cable.cut();
        await().pollDelay(Duration.ofMillis(1500)).until(() -> true);
        clock.now();

        long before = System.nanoTime();
        Instant one = clock.now();
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofMillis(200));
        await().pollDelay(Duration.ofMillis(20)).until(() -> true);
        assertThat(clock.now()).isAfter(one).isBetween(STORE.now().minus(SECOND), STORE.now().plus(SECOND));

        STORE.moveClock(Duration.ofSeconds(500));
        cable.mend();
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(
                        () -> assertThat(clock.now()).isBetween(STORE.now().minus(SECOND), STORE.now().plus(SECOND)));
    }

    @Test
    @DisplayName("T110: an unreachable database is said fast and in words; when it is back, all goes on")
    void t110_outageFailsFastAndPasses() throws IOException {
        Readings readings = (Readings) services.get(Readings.class);
        assertThat(readings.ping()).isNotNull();
        cable.cut();

        long before = System.nanoTime();
        assertThatExceptionOfType(StoreException.class).isThrownBy(readings::ping)
                .withMessageContaining("could not read the database's clock: the database did not answer");
        assertThatExceptionOfType(StoreException.class).isThrownBy(readings::ping);
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(10));

        cable.mend();
        await().atMost(Duration.ofSeconds(10)).ignoreExceptions().until(() -> readings.ping() != null);
    }

    @Test
    @DisplayName("R67: a lock whose connection broke cannot be proved, and nobody says that it is lost, until it is asked for anew")
    void lockCannotBeProvedThroughACutCable() throws IOException {
        LeaderLock lock = (LeaderLock) services.get(LeaderLock.class);
        assertThat(lock.tryAcquire()).isPresent();
        assertThat(lock.stillHeld()).isTrue();
        cable.cut();

        assertThatExceptionOfType(StoreException.class).isThrownBy(lock::stillHeld)
                .withMessageContaining("prove the leader lock");
        assertThatExceptionOfType(StoreException.class).isThrownBy(lock::stillHeld);
        assertThatExceptionOfType(StoreException.class).isThrownBy(lock::tryAcquire);
        assertThat(lock.stillHeld()).isFalse();

        cable.mend();
        await().atMost(Duration.ofSeconds(10)).until(() -> lock.tryAcquire().isPresent());
    }

    @Test
    @DisplayName("contract 5: the doctor reports a moved clock")
    void movedClockIsAFinding() throws IOException {
        DoctorCheck check = (DoctorCheck) services.get(DoctorCheck.class);
        assertThat(check.check()).isEmpty();

        STORE.moveClock(Duration.ofSeconds(200));

        assertThat(check.check()).singleElement().satisfies(finding -> {
            assertThat(finding.level()).isEqualTo(Finding.Level.WARNING);
            assertThat(finding.evidence()).isEqualTo("dexaflow.clock, shift = 00:03:20");
        });
        cable.cut();
        assertThat(check.check()).isEmpty();
    }

    @Test
    void anInterruptEndsTheWaitForAConnectionAndStays() throws IOException {
        Readings readings = (Readings) services.get(Readings.class);
        cable.cut();
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(StoreException.class).isThrownBy(readings::ping);

        assertThat(Thread.interrupted()).isTrue();
    }
}
